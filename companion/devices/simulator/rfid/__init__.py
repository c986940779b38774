"""Simulated RC522 readers on an SPI bus, and the cards in their field."""
