"""What is said: names, labels, events and guidance in sentences."""
