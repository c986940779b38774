"""Distributions of the dice of a stage."""
