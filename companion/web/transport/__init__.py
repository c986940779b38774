"""Waitress with limits, priorities and event streams; compression and static files."""
