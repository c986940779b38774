"""The virtual table: simulated parts as a page."""
