"""The Flask app for phones, walls and the virtual table, and its server."""
