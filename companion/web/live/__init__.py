"""Pages that stay current: boards, walls, event streams."""
