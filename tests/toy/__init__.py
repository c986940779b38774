"""A game that somebody else wrote, and how it gets onto a machine."""
