"""The tap grammar: what cards and buttons mean together, and what the small screen asks."""
