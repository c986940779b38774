"""What is said: labels, events, instructions."""
