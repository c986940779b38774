"""What is shown: pages of the small screen, and what the phone's templates ask for."""
