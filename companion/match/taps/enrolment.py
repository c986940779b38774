"""Giving tags to everything that can have one: the cards in printed order, then the markers of
seats and places, and the command cards. Each is read twice; what a box lacks is skipped.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from companion.errors import Refusal
from companion.games import AnyGame
from companion.games.taps import Thing
from companion.i18n.message import Message, say
from companion.match.taps.printed_codes import is_code
from companion.match.taps.tags import Tags, command_of, commands

EnrolmentStep = Literal["begin", "skip", "back", "end"]
"""What people do beside tapping."""

READS = 2
"""How often a tag is read before it counts, in one tap or in two: one read can be wrong."""
MARKERS = "markers"
"""To begin with what is no card of the game."""


def deck(game: AnyGame, state: Any) -> list[Thing]:
    """Everything that can have a tag, in the order in which it is asked for."""
    layout = game.layout
    places = (tag for row in layout.rows for tag in row.tags)
    return [
        *(Thing("card", number) for number in game.tap_handler.deck(state)),
        *(Thing("seat", seat) for seat in game.seats),
        *(Thing("place", place) for place in places),
        *(Thing("command", command) for command in commands(layout)),
        *(Thing("printed", printed) for printed in layout.printed),
    ]


def named(game: AnyGame, state: Any, thing: Thing) -> Message:
    """A thing as people call it; a command or a printed tag as its card does."""
    if thing.kind == "printed":
        return say("Tag card: {tag}", tag=game.layout.printed.get(thing.name, thing.name))
    if thing.kind != "command":
        return game.tap_handler.name(state, thing)
    known = commands(game.layout).get(command_of(game.layout, thing.name))
    return known or Message("{command}", {"command": thing.name.upper()})


def thing_called(game: AnyGame, state: Any, text: str) -> Thing | None:
    """The card, place, seat or tag card of this name."""
    printed = Thing("printed", text) if text in game.layout.printed else None
    return game.tap_handler.thing(state, text) or printed


class Enrolment:
    """Where in the deck people are. A tag counts when it was read twice: one read can be wrong."""

    def __init__(self, game: AnyGame, state: Any, tags: Tags, first: str = "") -> None:
        self._game = game
        self._state = state
        self._tags = tags
        self._deck = deck(game, state)
        self._at = self._start(first)
        self._once = self._last = ""

    def _start(self, first: str) -> int:
        """Where the thing of this name is; at the first card if there is none."""
        for at, thing in enumerate(self._deck):
            if thing.name in (first, command_of(self._game.layout, first)) or (
                first,
                thing.kind,
            ) == (MARKERS, "seat"):
                return at
        return 0

    @property
    def card(self) -> Thing:
        return self._deck[self._at]

    @property
    def name(self) -> Message:
        return named(self._game, self._state, self.card)

    @property
    def progress(self) -> str:
        return f"{self._at + 1}/{len(self._deck)}"

    @property
    def asks(self) -> Message:
        """What people do now with this card."""
        if self._once:
            return say("Tap the same card once more.")
        return say("Tap it. NEXT skips, UNDO goes back.")

    @property
    def words(self) -> Message:
        """All of it in one line."""
        values = {"at": self.progress, "card": self.name, "asks": self.asks}
        return Message("{at} {card}: {asks}", values)

    def move(self, step: int) -> None:
        """Skips a card, or goes back; past the last card the first one comes."""
        self._at = (self._at + step) % len(self._deck)
        self._once = ""

    def read(self, uid: str, in_sight: str = "") -> Message:
        """A tag was read; answers what that did. A new sticker goes to the card in sight."""
        bound = self._tags.find(uid)
        if bound is None and in_sight and not is_code(uid):
            self._at = self._start(in_sight)
        card = self.card
        if bound is not None and bound != card:
            if uid == self._last:  # whoever taps it once more is used to tapping twice
                self._last = ""
                return self._enrolled(bound)
            self.refuse(bound)
        if bound is None and uid != self._once:
            self._once = uid
            return say("Read once.")
        self._tags.bind(uid, card)
        self.move(+1)
        return self._enrolled(card)

    def _enrolled(self, card: Thing) -> Message:
        return say("Enrolled: {card}.", card=named(self._game, self._state, card))

    def lifted(self, uid: str, reads: int) -> Message | None:
        """A tag left a reader that had read it so often: twice in one tap is twice."""
        if uid != self._once or reads < READS:
            return None
        enrolled = self.read(uid)
        self._last = uid
        return enrolled

    def refuse(self, bound: Thing) -> None:
        """A tag that is something else already is nothing new."""
        self._once = ""
        name = named(self._game, self._state, bound)
        raise Refusal("already_bound", say("This tag is {thing} already.", thing=name))


@dataclass(slots=True)
class Sight:
    """The cards that lie before a camera, and a new sticker that is to be that of the only one."""

    cards: dict[str, Thing] = field(default_factory=dict)
    """By their codes."""
    sticker: str = ""
    """One that was read while one card lay there."""

    @property
    def only_card(self) -> Thing | None:
        """Where several lie there, a sticker could be that of any."""
        return next(iter(self.cards.values())) if len(self.cards) == 1 else None

    def lift(self, uid: str, reads: int) -> Thing | None:
        """A code or a tag is gone; answers the card that has this sticker now."""
        self.cards.pop(uid, None)
        sticker, self.sticker = self.sticker, ""
        return self.only_card if uid == sticker and reads >= READS else None
