"""What is printed or drawn for people with a screwdriver: wiring and sheets."""
