"""The game in words: labels, what happened, what to do now."""
