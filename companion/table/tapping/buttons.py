"""Commands: what people without buttons tap instead, whatever game lies on the table."""

from companion.games.layout import BUTTONS, DIE, MODE, Layout
from companion.message import Message, say

HOLD = "hold "
HELD: dict[str, Message] = {"hold undo": say("REDO"), "hold next": say("ENROL")}
ORDER = ("next", "undo", "hold undo", MODE, "info", "hold next", DIE)


def commands(layout: Layout) -> dict[str, Message]:
    """The command cards that a game has a use for, and what is written on each."""
    named = {**BUTTONS, **HELD}
    found: dict[str, Message] = {}
    for each in ORDER:
        many = {MODE: len(layout.modes), DIE: len(layout.dice)}.get(each)
        parts = [each] if many is None else [f"{each}{n}" for n in range(1, many + 1)]
        found |= {part: named.get(part) or layout.name(part) for part in parts}
    return found


def command_of(layout: Layout, text: str) -> str:
    """A command by the words that people use: a game's own word for ``mode:1``, held or not."""
    role = layout.part(text.removeprefix(HOLD))
    return f"{HOLD}{role}" if text.startswith(HOLD) else role
