"""Cameras: pictures as bytes, the codes that are printed on cards, and which cards lie there."""
