"""What games share: how a rule is run, how a number is corrected, how a path is followed."""
