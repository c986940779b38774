"""What is kept in the data folder: games, backups, card packs, box facts."""
