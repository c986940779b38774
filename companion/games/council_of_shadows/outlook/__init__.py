"""What is certain about what comes: never odds, never advice."""
