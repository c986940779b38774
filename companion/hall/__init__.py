"""Many tables at once: what they tell a broker, on one page, on a wall, and kept as results.

The hall only looks. It says lines, hears calls for help, and can change no game.
"""
