"""What happens: the rulebook, page by page, and what a person may correct."""
