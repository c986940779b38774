"""Simulated pins and shift registers behind the panel's driver."""
