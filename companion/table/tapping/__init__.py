"""What hands do: tags, the tap grammar, and which page the small screen shows for it."""
