"""What a card's marks say, as data: the vocabulary of the card packs.

Nobody but the people at the table reads a card's text. A mark that nobody has entered yet is simply
missing (``None``), and the companion asks for it when it first matters.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.games.capabilities import Names
from companion.games.naufragos.model.terms import CHARACTERS, DECKS

Kind = Literal["event", "coast", "interior", "heart", "plot", "wreck", "camp", "character"]
Mark = Literal["sun", "storm", "none"]
Sector = Literal["coast", "interior", "heart"]

PRINTED: dict[str, tuple[Kind, int]] = {
    "E": ("event", 21),
    "C": ("coast", 11),
    "I": ("interior", 18),
    "H": ("heart", 10),
    "W": ("wreck", 30),
    "B": ("camp", 5),
}
"""By the first letter of its id: what a basic card is, and how many a box has of the kind."""
BLANK = 1
"""Every kind has one card that people fill in themselves."""
BASIC = re.compile(r"([ECIHW])(\d\d)|(B)(\d)")
PLOT = re.compile(r"T\d{1,3}[a-z]?")


def kind_by_number(number: str) -> Kind | None:
    """What a card is by its id alone; None if there is no such card."""
    if number in CHARACTERS:
        return "character"
    if PLOT.fullmatch(number):
        return "plot"
    if found := BASIC.fullmatch(number):
        letter, digits = found[1] or found[3], found[2] or found[4]
        kind, printed = PRINTED[letter]
        return kind if 1 <= int(digits) <= printed + BLANK else None
    return None


EXPLORER, EXPLORERS, EVERYBODY, FIRST = "explorer", "explorers", "everybody", "first"
"""Whom a text concerns: whoever has drawn it, all who explore, all in camp, the first player."""
OF_SOMEBODY = ("energy", "injuries", "traumas", "track", "story", "food")
SHARED = {
    "wreck": ("left",),
    "store": ("perishable", "food", "wood", "ropes", "sails"),
    "supply": ("forage", "fish"),
}
OF_ALL = tuple(f"{group}.{name}" for group, names in SHARED.items() for name in names)
MOST_AT_ONCE = 40
"""So many of one thing a card gives or takes."""
EFFECTS = (
    *(f"{whom}.{what}" for whom in (EXPLORER, EXPLORERS, EVERYBODY, FIRST) for what in OF_SOMEBODY),
    *OF_ALL,
    "expedition.difficulty",
)
"""What a text may give or take without anybody deciding anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    number: str
    """``E07``; basic cards print none, so the owner numbers them in any order."""
    kind: Kind
    name: Names
    weather: Mark | None = None
    """The weather mark of an event."""
    wreck: int | Literal["none"] | None = None
    """The wreck number of an event."""
    rescue: tuple[str, ...] | None = None
    """What an event's ship must see: ids of constructions, and names of objects."""
    sector: Sector | None = None
    """Of which deck a plot card is; a basic exploration card shows it by its kind."""
    advance: bool | None = None
    """Do those in this sector, or in an earlier one, move on?"""
    difficulty: int | None = None
    """How much further away the camp is."""
    story: bool | int | None = None
    """Of an exploration card: a story token? Of an object: its story points."""
    keep: bool | None = None
    """Is it kept, and not discarded?"""
    strength: int | None = None
    """What an object adds to a strength roll."""
    return_: int | None = None
    """What an object adds to the roll for the way back."""
    energy: int | None = None
    """What the action of a camp card costs."""
    red: bool | None = None
    """A camp card that does harm, and is never covered."""
    gives: Mapping[str, int] | None = None
    """What its text gives whenever it is turned over: effects, and how many."""
    takes: Mapping[str, int] | None = None
    """What its text takes whenever it is turned over."""
    note: str = ""
    """What an owner writes of it in words of their own."""
    source: str = ""
    confidence: str = ""

    @property
    def deck(self) -> str | None:
        """The deck that an exploration card is drawn from."""
        return self.kind if self.kind in DECKS else self.sector

    @property
    def explored(self) -> bool:
        """Are the marks known that an exploration needs?"""
        marks = (self.deck, self.advance, self.difficulty, self.story)
        return None not in marks

    @property
    def known(self) -> Literal["all", "part", "none"]:
        """How many of the marks are known that a card of its kind has."""
        marks = [getattr(self, mark) for mark in MARKS_OF[self.kind]]
        there = [mark for mark in marks if mark is not None]
        if len(there) == len(marks):
            return "all"
        return "part" if there else "none"


EXPLORED = ("advance", "difficulty", "story")
TEXT = ("gives", "takes")
MARKS_OF: dict[str, tuple[str, ...]] = {
    "event": ("weather", "wreck", "rescue"),
    "coast": EXPLORED,
    "interior": EXPLORED,
    "heart": EXPLORED,
    "plot": ("sector", *EXPLORED),
    "wreck": ("story", "strength", "return_"),
    "camp": ("energy", "red"),
    "character": (),
}
ALLOWED: dict[str, tuple[str, ...]] = {
    kind: (*marks, "sector", "keep", *TEXT) if "advance" in marks else marks
    for kind, marks in MARKS_OF.items()
} | {
    "event": (*MARKS_OF["event"], *TEXT),
    "plot": ("sector", *EXPLORED, "keep", "strength", "return_", "energy", "red", *TEXT),
}
"""What may be said of each kind: a plot card may stay as an object, or as a camp action."""
