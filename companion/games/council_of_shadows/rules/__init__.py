"""What happens: the rulebook, phase by phase, and what a person may correct."""
