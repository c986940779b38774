"""Table Companion: it counts a board game for the people who play it on a real table."""
