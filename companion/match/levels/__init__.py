"""How much of the counting the companion does for people, and what they see of it."""
