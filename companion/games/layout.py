"""The layout of a game's table: places, dice, sizes, and what the parts of a board mean.

A board knows no game: its readers lie at ``seat:1`` to ``seat:4`` and in the ``centre``, its
buttons are ``next``, ``undo``, ``info``, ``mode:1``, ``mode:2``, ``die:1`` and ``die:2``. A game's
layout says what each of them is called, on screens, sheets, labels and the virtual table.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.i18n.message import Message, say

CENTRE, SCREEN = "centre", "screen"
SEAT, DIE, MODE = "seat:", "die:", "mode:"
BUTTONS: dict[str, Message] = {"next": say("NEXT"), "undo": say("UNDO"), "info": say("INFO")}
"""Buttons with the same meaning in every game."""
PART = re.compile(r"next|undo|info|centre|(seat|mode|die):[1-9]")
"""Names of the readers and buttons of a board."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of something upright, in millimetres."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Row:
    """Places side by side; the first one's tag is called ``<id> 1``, or by its own name."""

    id: str
    place: Message
    """What one of the places is called."""
    places: int
    owner: Message | None = None
    names: Mapping[str, Message] = field(default_factory=dict)
    """Of places that people know by a name, not by a number: ``galaxy blue``."""

    @property
    def tags(self) -> tuple[str, ...]:
        """What the tags of its places are called."""
        words = self.names or map(str, range(1, self.places + 1))
        return tuple(f"{self.id} {word}" for word in words)


@dataclass(frozen=True, slots=True)
class Mode:
    """A button that changes what a tap means."""

    name: Message
    asks: Message
    """The screen's prompt once it is pressed, before a tap."""
    does: Message
    """What its command card says."""


@dataclass(frozen=True, slots=True)
class Layout:
    card: Size = Size(63, 88)
    sleeve: Size = Size(66, 91)
    """The usual sizes, for games of which nobody has measured those of a box."""
    rows: tuple[Row, ...] = ()
    dice: Mapping[str, Message] = field(default_factory=dict)
    """The first is thrown with the board's first die button, the second with its second."""
    modes: Mapping[str, Mode] = field(default_factory=dict)
    """The first is the board's ``mode:1``, the second its ``mode:2``."""
    printed: Mapping[str, Message] = field(default_factory=dict)
    """Tags that cards may print, each with a tag card to tap after such a card."""
    formerly: Mapping[str, str] = field(default_factory=dict)
    """Aliases of parts of a board, from when this game was the only one."""

    def part(self, word: str) -> str:
        """The part of a board for a word of the game: ``mode:1``, ``die:2``."""
        return self._parts().get(word) or self.formerly.get(word, word)

    def word(self, part: str) -> str:
        """The game's word for a part of a board: for ``mode:1`` the first of its modes."""
        words = {it: word for word, it in self._parts().items() if not word.startswith(DIE)}
        return words.get(part, part)

    def name(self, part: str) -> Message:
        """The display name of a part of a board, also on its command card."""
        word = self.word(part)
        if word in self.modes:
            return self.modes[word].name
        return self.dice.get(word) or neutral_name(part)

    def uses(self, part: str) -> bool:
        """Does a button of the board do anything in this game?"""
        return part in BUTTONS or part in self._parts().values()

    def _parts(self) -> dict[str, str]:
        modes = {mode: f"{MODE}{n}" for n, mode in enumerate(self.modes, 1)}
        dice = {die: f"{DIE}{n}" for n, die in enumerate(self.dice, 1)}
        return {**modes, **dice, **{DIE + die: part for die, part in dice.items()}}


def neutral_name(part: str) -> Message:
    """The display name of a part of a board without a game, as in a wiring diagram."""
    kind, _, n = part.partition(":")
    match kind:
        case "seat":
            return say("Seat {n}", n=n)
        case "die":
            return say("Die {n}", n=n)
        case "mode":
            return say("Mode {n}", n=n)
        case "centre":
            return say("Centre")
    return BUTTONS.get(part) or Message("{part}", {"part": part})
