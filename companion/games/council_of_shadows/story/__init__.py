"""A game told afterwards: both tracks by round, the levels, what paid."""
