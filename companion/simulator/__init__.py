"""The table's chips in software, below the drivers: the real packages run on them unmodified.

Written from what the chips' data sheets and ISO 14443-3 say, not from what our drivers send.
"""
