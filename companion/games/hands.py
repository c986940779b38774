"""How a game is played with hands only: what people tapped, and what the game makes of it.

The table keeps the taps together, counts the seconds and moves the mark along the choices; only the
game knows what a card, a place or a seat means, and says it as a line of a table script.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from companion.games.display import Choice
from companion.message import Message

Kind = Literal["card", "place", "seat", "command"]
Mode = Literal["", "tuck", "discard"]


@dataclass(frozen=True, slots=True)
class Thing:
    """What a tag stands for: ``card 1.035``, ``place china 2``, ``seat china``, ``command undo``.

    Names of cards, places and seats are the game's own; commands are the buttons of the panel.
    """

    kind: Kind
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


NEXT = Thing("command", "next")
"""NEXT, pressed after something was tapped."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """What was tapped so far, one after the other, and which button says what it is for."""

    things: tuple[Thing, ...] = ()
    mode: Mode = ""
    zones: tuple[str, ...] = ()
    """Of the reader that saw each thing: in a seat's own zone the seat is known."""
    button_last: bool = False
    """Was the button pressed after the last tap?"""

    def then(self, thing: Thing, zone: str = "") -> "Gesture":
        things, zones = (*self.things, thing), (*self.zones, zone)
        return replace(self, things=things, zones=zones, button_last=False)

    def first_alone(self) -> "Gesture":
        return replace(self, things=self.things[:1], zones=self.zones[:1])

    def last_alone(self) -> "Gesture":
        """Without what was tapped before: the last thing has replaced it."""
        return replace(self, things=self.things[-1:], zones=self.zones[-1:])


@dataclass(frozen=True, slots=True)
class Do:
    """The gesture is complete: this line is what it means."""

    line: str


@dataclass(frozen=True, slots=True)
class Wait:
    """More is needed: a tap, NEXT, or one of the choices."""

    words: Message
    gesture: Gesture = Gesture()
    """What the table keeps in mind; a thing that was replaced is left out."""
    page: str = ""
    """The name of the page that people want to look at meanwhile."""
    choices: tuple[Choice, ...] = ()
    """Each answer is the line that it stands for."""


class Hands(Protocol):
    """What a game says of things, gestures and dice, from its state."""

    def thing(self, state: Any, text: str) -> Thing | None:
        """The card, place or seat of this name; None if the game has none."""

    def name(self, state: Any, thing: Thing) -> Message:
        """A thing as people call it."""

    def deck(self, state: Any) -> Sequence[str]:
        """Every card that can have a tag, in printed order."""

    def meaning(self, state: Any, gesture: Gesture) -> Do | Wait:
        """What the gesture means; ``Refusal`` if its last tap or press cannot be."""

    def question(self, state: Any) -> Wait | None:
        """What the game itself asks now, with every answer; None if it asks nothing."""

    def next(self, state: Any) -> Do | Wait:
        """What NEXT leads to when nothing is tapped and nothing is asked."""

    def faces(self, state: Any, die: str) -> tuple[Choice, ...]:
        """The faces of a die, as often as they are on it; none if there is no such die."""

    def due(self, state: Any) -> str:
        """The button that the game waits for: ``next``, ``die:<name>``, or nothing."""

    def level(self, state: Any) -> int:
        """How many lights of the bar are lit; when it rises, an alarm sounds."""
