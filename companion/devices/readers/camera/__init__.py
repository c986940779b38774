"""Cameras as readers: what lies before one is tapped."""
