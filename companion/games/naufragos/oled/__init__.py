"""Pages of the small screen."""
