"""Paths of a state document, whatever the game: ``china.stacks.0.cards``, ``thermometer.bands``."""

from typing import Any

from companion.games import Document


def look_up(document: Document, path: str) -> Any:
    """What a path leads to; ``powers.`` may be left out. ``LookupError`` where it leads nowhere."""
    head, *_ = steps = path.split(".")
    found: Any = document
    if head not in document and head in document.get("powers", {}):
        steps = ["powers", *steps]
    for step in steps:
        if isinstance(found, list):
            found = {str(at): each for at, each in enumerate(found)}
        if not isinstance(found, dict):
            raise LookupError(step)
        found = found[step]
    return found
