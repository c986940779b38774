"""Puts the companion on a Raspberry Pi, upgrades it there, goes back, and takes it off again.

Runs on the Python that the system has, with nothing but its standard library.
"""
