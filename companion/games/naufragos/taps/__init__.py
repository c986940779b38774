"""What taps and buttons mean in this game."""
