"""What may come, and how likely it is."""
