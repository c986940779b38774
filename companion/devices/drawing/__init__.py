"""Pages of the small screen as pictures, without any device."""
