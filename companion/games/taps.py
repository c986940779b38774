"""Tap handling of a game: turns gestures of tags and buttons into lines of a table script.

The companion collects taps, keeps the timeouts and moves the mark along choices; only the game
knows what a card, a place or a seat means.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from companion.errors import Refusal
from companion.games import several
from companion.games.display import Choice, Part
from companion.games.shared.replace import replace
from companion.i18n.message import Message, say

if TYPE_CHECKING:
    from companion.games.contract import AnyGame

Kind = Literal["card", "place", "seat", "command", "printed", "answer"]


@dataclass(frozen=True, slots=True)
class Thing:
    """What a tag stands for: ``card 1.035``, ``place red 2``, ``seat red``, ``command undo``.

    Names of cards, places and seats are the game's own; commands are the buttons of the panel. What
    cards print (``printed grid``) has a card of its own, which is tapped after one. An ``answer``
    has no tag: it was chosen while a gesture waited for more.
    """

    kind: Kind
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


NEXT = Thing("command", "next")
"""NEXT, pressed after something was tapped."""
THEN = "then "
"""How the answer of a choice begins that is no line yet: its word joins the gesture."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """The things tapped so far, in order, and the mode button that was pressed."""

    things: tuple[Thing, ...] = ()
    mode: str = ""
    """The button that was pressed with it: one of the layout's ``modes``."""
    zones: tuple[str, ...] = ()
    """The zone of the reader of each thing: a seat, ``centre``, or nothing."""
    button_last: bool = False
    """Was the button pressed after the last tap?"""

    def then(self, thing: Thing, zone: str = "") -> "Gesture":
        things, zones = (*self.things, thing), (*self.zones, zone)
        return replace(self, things=things, zones=zones, button_last=False)

    def first_alone(self) -> "Gesture":
        return replace(self, things=self.things[:1], zones=self.zones[:1])

    def last_alone(self) -> "Gesture":
        """Only the last thing, which has replaced the others."""
        return replace(self, things=self.things[-1:], zones=self.zones[-1:])


@dataclass(frozen=True, slots=True)
class Do:
    """A complete gesture, as a line of a table script."""

    line: str


@dataclass(frozen=True, slots=True)
class Wait:
    """An incomplete gesture: it needs a tap, NEXT, or one of the choices."""

    words: Message
    gesture: Gesture = Gesture()
    """The gesture to continue with; a thing that was replaced is left out."""
    page: str = ""
    """The name of the page to show meanwhile."""
    choices: tuple[Choice, ...] = ()
    """Each answer is the line that it stands for; ``then yes`` adds a word to the gesture."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What NEXT would end for everybody: confirmed by a second press."""

    words: Message
    """What the second press ends."""
    open: tuple[Message, ...] = ()
    """What somebody could still do before."""
    parts: tuple[Part, ...] = ()
    """The same for a small screen, where whole sentences have no room."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw of one or more equal dice."""

    die: str
    """Its name in table scripts; several dice of a kind are one die, thrown several times."""
    faces: tuple[Choice, ...]
    """All faces of one die: the word of a script, and what people read."""
    dice: int = 1
    reason: Message | None = None
    entries: tuple[Choice, ...] = ()
    """Choices to enter a result of wooden dice at once; each answer is a whole line."""
    cause: str = ""
    """Throws that follow each other for the same cause are made by one press; none for a throw
    that is not due."""
    implied: str = ""
    """The line that is meant with the throw, such as how much is staked on it."""

    def line(self, faces: Sequence[str]) -> str:
        """The throw as a line of a table script."""
        return several.together(self.implied, " ".join(("roll", self.die, *faces)))


class TapHandler:
    """Interprets taps, gestures and dice in a state of the game.

    The defaults play a game without cards: seats are tapped to sit down, and NEXT goes on.
    """

    def __init__(self, game: "AnyGame") -> None:
        self._game = game

    def thing(self, state: Any, text: str) -> Thing | None:
        """The card, place or seat of this name; None if the game has none."""
        return Thing("seat", text) if text in self._game.seats else None

    def name(self, state: Any, thing: Thing) -> Message:
        """The display name of a thing."""
        known = self._game.seats.get(thing.name) if thing.kind == "seat" else None
        return known or Message("{name}", {"name": thing.name})

    def lying(self, state: Any, place: str) -> Sequence[str]:
        """The cards at a place that has a tag, the top one first."""
        return ()

    def before(self, state: Any, whose: str) -> Sequence[str]:
        """The cards that a seat has before it, at no place that has a tag.

        Of nobody: those in the middle of the table.
        """
        return ()

    def deck(self, state: Any) -> Sequence[str]:
        """Every card that can have a tag, in printed order."""
        return ()

    def meaning(self, state: Any, gesture: Gesture) -> Do | Wait:
        """Interprets a gesture; ``Refusal`` if its last tap or press is not allowed."""
        seat = gesture.things[-1]
        if seat.kind == "seat" and not self._game.round_of(state):
            return Do(f"seat {seat.name}")
        raise Refusal("nothing_to_tap", say("Nothing is tapped in this game now."))

    def implied(self, state: Any, gesture: Gesture) -> str:
        """The line that goes on to where this gesture is meant, if nothing else can be meant by it:
        the first pawn that is placed ends the event. Empty where it means something here.
        """
        return ""

    def means(self, state: Any, gesture: Gesture) -> Do | Wait:
        """What a gesture means, with what is implied before it: one line, and one undo."""
        if implied := self.implied(state, gesture):
            events = several.decide(self._game, state, implied)
            meant = self.meaning(several.state_after(self._game, state, events), gesture)
            return Do(several.together(implied, meant.line)) if isinstance(meant, Do) else meant
        return self.meaning(state, gesture)

    def question(self, state: Any) -> Wait | None:
        """The open question of the game with every answer; None if there is none."""
        if self._game.round_of(state) or not self._game.seats:
            return None
        seated = self._game.seated(state)
        start = (Choice("start", say("Start")),) if len(seated) >= self._game.players[0] else ()
        free = () if len(seated) >= self._game.players[-1] else self._game.seats.items()
        choices = (Choice(f"seat {seat}", name) for seat, name in free if seat not in seated)
        return Wait(say("Who plays?"), choices=(*start, *choices))

    def taken_up(self, state: Any, mode: str) -> Wait | None:
        """The question of a mode's button that is pressed alone, such as a number for the knob.

        None for a mode that waits for a tap; ``Refusal`` where it has no use now.
        """
        return None

    def next(self, state: Any) -> Do | Wait:
        """What NEXT does when nothing is tapped and nothing is asked."""
        return Do("next")

    def through(self, state: Any) -> str:
        """The line that goes on from here through steps in which nobody does or decides anything,
        to the first in which somebody does. Nothing where the next step is one.
        """
        return ""

    def proposed(self, state: Any, *, stepwise: bool = False) -> Sequence[Choice]:
        """What people will most likely do next; ``stepwise`` nothing, where that is several."""
        proposals = () if self._game.over(state) else self._game.proposals(state)
        at_once = any(len(several.parts(likely.answer)) > 1 for likely in proposals[:1])
        return () if stepwise and at_once else proposals

    def onward(self, state: Any, *, stepwise: bool = False) -> Do | Wait:
        """What NEXT leads to: what is proposed, or on through what people only watch. ``stepwise``,
        as in a first game, it stops at every step, so that each can be explained.
        """
        for likely in self.proposed(state, stepwise=stepwise)[:1]:
            return Do(likely.answer)
        return self.plain(state, stepwise=stepwise)

    def plain(self, state: Any, *, stepwise: bool = False) -> Do | Wait:
        """What NEXT leads to where nothing is proposed, or nothing of it is wanted."""
        led = self.next(state)
        goes_on = led == Do("next") and not stepwise
        return Do(self.through(state) or "next") if goes_on else led

    def ending(self, state: Any) -> Ending | None:
        """What NEXT would end for everybody now, so that it is asked about first.

        None where it ends nothing that anybody could still do.
        """
        return None

    def throw(self, state: Any, die: str) -> Throw | None:
        """What the button of this die throws now, due or not; None if there is no such die."""
        return None

    def rolls_after(self, state: Any, answer: str, *, turned: bool) -> str:
        """The die whose button takes this marked answer first, because its roll is what follows it
        and nothing else can be meant: how much is staked on it. Nothing for any other answer.
        ``turned``: somebody has moved the mark there.
        """
        return ""

    def due(self, state: Any) -> str:
        """The button that the game waits for: ``next``, ``die:<name>``, or nothing."""
        return "" if self._game.over(state) else "next"

    def level(self, state: Any) -> int:
        """How many lights of the bar are lit; when it rises, an alarm sounds."""
        return 0
