"""The level of a table: the companion does and shows all, goes step by step, or only checks.

A level is a line of the journal, ``level steps``, which no game sees and which brings nothing
about: so it is kept with a game, can be undone, and changes neither events nor state.
"""

import re
from dataclasses import dataclass
from typing import Literal

from companion.errors import Malformed
from companion.i18n.message import Message, say

LEVEL = "level"
"""The first word of such a line."""
Kind = Literal["all", "steps", "check"]
KINDS: dict[Kind, Message] = {
    "all": say("The companion does all"),
    "steps": say("Step by step"),
    "check": say("You count, it checks"),
}
MEANS: dict[Kind, Message] = {
    "all": say("It moves every total, and shows one after the other."),
    "steps": say("One total after the other, with a press for each."),
    "check": say("You move the pieces; it compares, and says where you differ."),
}
PACES_S = (0.0, 0.7, 1.5, 3.0)
"""Seconds for each total that people can choose; 0 shows all at once."""
MOST_S = 60.0


@dataclass(frozen=True, slots=True)
class Level:
    kind: Kind = "all"
    pace_s: float | None = None
    """Of *all*, how long each total is shown; None: as the table does where nobody has said."""

    @property
    def line(self) -> str:
        pace = "" if self.pace_s is None else f" {self.pace_s:g}"
        return f"{LEVEL} {self.kind}{pace}"

    @property
    def label(self) -> Message:
        if self.pace_s is None:
            return say("Level: {level}", level=KINDS[self.kind])
        return say("Level: {level}, {n} s each", level=KINDS[self.kind], n=f"{self.pace_s:g}")


USUAL = Level()


def read_level(line: str) -> Level:
    """``level all 1.5``, ``level steps``, ``level check``."""
    match line.split():
        case [word, "steps" | "check" as kind] if word == LEVEL:
            return Level(kind)
        case [word, "all"] if word == LEVEL:
            return Level("all")
        case [word, "all", pace] if word == LEVEL and re.fullmatch(r"\d{1,2}(\.\d{1,2})?", pace):
            if float(pace) <= MOST_S:
                return Level("all", float(pace))
    raise Malformed(say("A level is all, steps or check; all may have seconds behind it."))


def is_level(line: str) -> bool:
    return line.startswith(f"{LEVEL} ")


def after(level: Level) -> Level:
    """The next one, for a device that has one button to go through them."""
    kinds = list(KINDS)
    return Level(kinds[(kinds.index(level.kind) + 1) % len(kinds)])
