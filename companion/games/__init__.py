"""The games, and the small protocol that a game fulfils to be counted by the companion.

Nothing below this package knows a clock, a file, a pin, a socket, a thread, a language or a random
number: an input and a state give events, events and a state give the next state, and that is all.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from companion.errors import Malformed
from companion.games.display import Chance, Page
from companion.games.hands import Hands
from companion.games.layout import Layout
from companion.message import Message, say

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that is printed only on a component, with where it was read and how surely."""

    value: Any
    source: str
    confidence: str

    @property
    def stand_in(self) -> bool:
        """Nobody verified it: it is shown as such until the owner enters what their box says."""
        return self.confidence in ("stand-in", "low")


@dataclass(frozen=True, slots=True)
class CardGuide:
    """How a game's cards are read from packs and told to people.

    Every card has a ``number``, a ``kind``, a ``name`` in three languages, a ``power`` or None, and
    says how much of it is ``known``: all, part or none. The rest is the game's own.
    """

    type: type
    kinds: Mapping[str, Message]
    powers: Mapping[str, Message]
    check: Callable[[Any], Iterator[tuple[str, Message]]]
    """What is wrong with a card, field by field, beyond what its type says."""
    fresh: Callable[[str], Document | None]
    """What a printed number alone tells of a card, as a pack would say it."""
    tags: Callable[[Any], Message]
    describe: Callable[[Any], tuple[Message, ...]]
    """What a card does, line by line."""
    in_force: Callable[[Any], Mapping[str, Any]]
    """The cards by which a game is played, from its state."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """How a game looks ahead for people who want to know the odds. It never plays for them."""

    gist: Callable[[Any], Hashable | None]
    """Everything on which the odds depend, found in no time: states with the same one have the
    same odds. None where nothing comes, or it is switched off."""
    odds: Callable[[Any], Document | None]
    """``outlook.odds`` of the state document; null where there is no gist."""
    more: Callable[[Any, int], Document | None]
    """What would help, and what lies further ahead if things get better by so much each round.
    It costs more, so it is worked out only for those who ask."""
    chance: Callable[[Any], Chance]
    """The odds in one line, for the pages of a small screen that have room for them."""
    describe: Callable[[Any, int], tuple[Message, ...]]
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class Hindsight:
    """How a game is told afterwards. A story is the game's own; the rest says it in some way."""

    story: Callable[[Iterable[tuple[Any, Any]]], Any]
    """From every event of the live branch, each with the state before it."""
    document: Callable[[Any], Document]
    describe: Callable[[Any], tuple[Message, ...]]
    draw: Callable[[Any, Callable[[Message], str]], str]
    """The text of an SVG picture, in the language of whoever speaks."""
    panels: Callable[[Any, Callable[[Message], str]], tuple[str, ...]]
    """The same picture in pieces, for a page that brings the colours and finds each its place."""


class Game(Protocol):
    """The rules of one game. States, inputs and events are frozen data of the game's own."""

    id: str
    name: Message
    events: Mapping[str, type]
    """Every kind of event by the name under which a journal keeps it, for ever."""
    blank: Any
    """The table before anything was put on it."""
    cards: CardGuide | None
    """None for a game without card packs."""
    hands: Hands | None
    """None for a game that is not played by tapping."""
    layout: Layout
    """What lies on the table, and how large a card is."""
    foresight: Foresight | None
    hindsight: Hindsight | None

    def read(self, line: str) -> Any:
        """The input that a table script's line means; ``Malformed`` if it means none."""

    def open_box(self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Any]) -> Any:
        """The input that puts facts and cards in force; ``BadFact`` if a fact cannot be."""

    def decide(self, state: Any, given: Any) -> tuple[Any, ...]:
        """What happens; ``Refusal`` if it may not."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after the event."""

    def view(self, state: Any) -> Document:
        """The state document, without what the table itself adds.

        Whatever the game, ``round`` counts its rounds (0 before the first) and ``outcome`` is null
        until it has ended: by these a table knows which game to resume, and exports it by rounds.
        """

    def over(self, state: Any) -> bool:
        """Has the game ended?"""

    def label(self, state: Any, given: Any) -> Message:
        """What an input does, in a few words, from the state before it."""

    def tell(self, state: Any, event: Any) -> Message | None:
        """An event in words, from the state before it; None where another event says it."""

    def guide(self, state: Any) -> tuple[Message, ...]:
        """What the people at the table do now."""

    def glance(self, state: Any) -> tuple[Message, ...]:
        """How things stand, in a few lines; what nobody verified is marked."""

    def pages(self, state: Any) -> tuple[Page, ...]:
        """What a knob leafs through on a small screen, the page to show unasked first."""

    def page(self, state: Any, name: str) -> Page | None:
        """One page by its name, such as a stack that was tapped; None if there is no such page."""


GAMES = ("daybreak",)


def game(name: str) -> Game:
    """The game of that id."""
    if name not in GAMES:
        raise Malformed(
            say("There is no game {name} here; there is {games}.", name=name, games=" ".join(GAMES))
        )
    found: Game = import_module(f"{__name__}.{name}").GAME
    return found
