"""How a game went: its account, its picture, its words."""
