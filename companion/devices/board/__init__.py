"""Which parts a table has: profiles, pins, and what cannot be on one board."""
