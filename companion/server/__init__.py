"""The phone page: anyone on the network may watch, and a phone that was paired may act.

Flask under waitress, in the companion's own process; what a phone receives is in ``web``.
"""
