"""What games of seats, rounds and stages have in common."""
