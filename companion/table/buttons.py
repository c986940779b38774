"""The buttons of a panel: what each is for, and the word on it."""

from companion.message import Message, say

BUTTONS: dict[str, Message] = {
    "next": say("NEXT"),
    "undo": say("UNDO"),
    "tuck": say("TUCK"),
    "discard": say("DISCARD"),
    "info": say("INFO"),
}
DIE = "die:"
"""A die's button is called by its die, which is the game's word."""
COMMANDS: dict[str, Message] = {
    "next": BUTTONS["next"],
    "undo": BUTTONS["undo"],
    "hold undo": say("REDO"),
    "tuck": BUTTONS["tuck"],
    "discard": BUTTONS["discard"],
    "info": BUTTONS["info"],
    "hold next": say("ENROL"),
}
"""What people without buttons tap instead; each die is one more."""


def role_of(name: str) -> str:
    """The role of a button by the name that people use."""
    return name if name in BUTTONS or name.startswith(DIE) else DIE + name
