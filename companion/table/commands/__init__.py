"""Commands about games, cards, tags and box facts."""
