"""What is kept: the journal and its file, the shelf of games, backups, exports."""
