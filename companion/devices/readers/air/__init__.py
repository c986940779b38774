"""Readers on the air: what they publish through a broker, and what is published for them."""
