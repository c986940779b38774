"""Messages in English, Spanish and Portuguese."""
