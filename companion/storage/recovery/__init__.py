"""Backups, and what can be saved of a damaged database."""
