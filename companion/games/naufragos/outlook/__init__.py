"""What may come: exact odds of coming home, of a fire, of a trauma."""
