"""Paths of a state document, whatever the game: ``red.cards.0``, ``seats``."""

from typing import Any

from companion.games import Document


def look_up(document: Document, path: str, group: str = "") -> Any:
    """What a path leads to; ``LookupError`` where it leads nowhere.

    The ``group`` of a game, such as ``players``, may be left out.
    """
    head, *_ = steps = path.split(".")
    found: Any = document
    if group and head not in document and head in document.get(group, {}):
        steps = [group, *steps]
    for step in steps:
        if isinstance(found, list):
            found = {str(at): each for at, each in enumerate(found)}
        if not isinstance(found, dict):
            raise LookupError(step)
        found = found[step]
    return found
