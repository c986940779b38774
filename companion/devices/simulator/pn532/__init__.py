"""The PN532 in software, and its three buses."""
