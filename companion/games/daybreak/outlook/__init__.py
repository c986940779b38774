"""What may come: exact odds, further rounds, what would help."""
