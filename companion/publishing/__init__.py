"""A table that tells a hall how it stands, through an MQTT broker: off unless somebody names one.

Nothing of a game can be changed from here. What comes back is a line of text to show, and that
somebody has seen a call for help.
"""
