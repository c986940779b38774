"""What taps and buttons mean, and what lies on the table."""
