"""One game in progress: its revisions, its single writer, its scripts."""
