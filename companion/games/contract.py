"""The contract of a game: abstract methods for its rules, and defaults for everything else.

A game derives from ``Game`` and implements ``read``, ``decide``, ``evolve``, ``view``, ``label``
and ``tell``. Everything else has a default made of those: a phone page, pages of the small screen,
a tap handler that presses NEXT. Each is overridden where the game knows better.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games import defaults
from companion.games.capabilities import (
    ANYBODY,
    Box,
    CardGuide,
    Document,
    LaidPlace,
    Odds,
    PhonePage,
    Recap,
    Teaching,
    Viewer,
)
from companion.games.display import Choice, Headline, Page
from companion.games.layout import SEAT, Layout
from companion.games.shared import seat_marks
from companion.games.shared.icons import Layer
from companion.games.shared.replace import at
from companion.games.shared.text import pair
from companion.games.taps import TapHandler
from companion.i18n.message import Message

State = TypeVar("State")
Input = TypeVar("Input")
Event = TypeVar("Event")


class Game(ABC, Generic[State, Input, Event]):
    """The rules of one game. States, inputs and events are frozen data of the game's own."""

    # Required.

    id: str
    name: Message
    events: Mapping[str, type]
    """Event classes by the names under which journals keep them, for ever."""
    blank: State
    """The initial state."""

    @abstractmethod
    def read(self, line: str) -> Input:
        """Parses a line of a table script; ``Malformed`` if it means nothing."""

    @abstractmethod
    def decide(self, state: State, given: Input) -> tuple[Event, ...]:
        """The events that an input brings about; ``Refusal`` if it is not allowed."""

    @abstractmethod
    def evolve(self, state: State, event: Event) -> State:
        """The state after the event."""

    @abstractmethod
    def view(self, state: State, viewer: Viewer = ANYBODY) -> Document:
        """The state document as this viewer may see it, without what the table itself adds.

        Whatever the game, ``round`` counts its rounds (0 before the first) and ``outcome`` is null
        until it has ended: by these a table knows which game to resume, and exports it by rounds.
        ``seats`` lists who sits at the table.
        """

    @abstractmethod
    def label(self, state: State, given: Input) -> Message:
        """A short description of an input, from the state before it."""

    @abstractmethod
    def tell(self, state: State, event: Event) -> Message | None:
        """Describes an event, from the state before it; None where another event says it."""

    beginnings: tuple[type, ...] = ()
    """Events that only begin a step: they are left out of results, since the instructions for the
    step say the same."""

    def begins(self, state: State, event: Event) -> bool:
        """Is this one of the ``beginnings``? From the state before it."""
        return isinstance(event, self.beginnings)

    def result(self, state: State, events: Sequence[Event]) -> Message | None:
        """The result of an input in one line, from the state before it.

        None where the instructions for the next step say it all.
        """
        return defaults.default_result(self, state, events)

    def legal_actions(self, state: State) -> Sequence[Choice]:
        """Every line that people can decide on now, with what it does; dice are in
        ``tap_handler.throw``. Phones offer these, and none of them is refused."""
        return defaults.default_legal_actions(self, state)

    legacy_default: bool = False
    """Files without a game id belong to this game."""

    # Metadata.

    players: range = range(1, 5)
    minutes: int | None = None
    """Playing time, as its box says."""
    about: Message | None = None
    """What people do in it, in a few words: for who chooses a game."""

    # Seats, layout, cards and box facts.

    seats: Mapping[str, Message] = {}
    """Seat ids and their names."""
    layout: Layout = Layout()
    """Places, dice, the meaning of buttons, sizes of cards."""
    cards: CardGuide | None = None
    """None for a game without card packs."""

    @property
    def colours(self) -> Mapping[str, str]:
        """The colour of each seat, among those of ``seat_marks.COLOURS``: the same on every device.
        Its shape is the icon ``seat:<id>``."""
        return seat_marks.default_colours(self.seats)

    group: str = ""
    """The prefix that paths may leave out, as ``players`` of ``players.red``."""

    def seated(self, state: State) -> tuple[str, ...]:
        """Who sits at the table, in order."""
        return tuple(self.view(state).get("seats", ()))

    def whose(self, state: State, zone: str) -> str:
        """The seat id of a zone of the board: ``seat:2`` belongs to who sat down second.

        Empty for the centre, and for a seat where nobody sits.
        """
        seated, number = self.seated(state), zone.removeprefix(SEAT)
        if zone.startswith(SEAT):
            return seated[int(number) - 1] if int(number) <= len(seated) else ""
        return zone if zone in self.seats else ""

    def zone_name(self, state: State, zone: str) -> Message:
        """The display name of a zone of the board: by who sits there, if somebody does."""
        return self.seats.get(self.whose(state, zone)) or self.layout.name(zone)

    box: Box | None = None
    """None for a game whose rulebook prints everything."""

    icons: Mapping[str, str] = {}
    """SVG paths on a 24 by 24 grid: ``kind:`` and ``tag:`` of a card, ``seat:``, ``row:`` of
    places, ``die:``; others are for its own templates."""
    art: Mapping[str, Sequence[Layer]] = {}
    """Illustrations, as layers of a tone and an SVG path: ``cover``, and those that cards name."""

    def uses(self, state: State, whose: str, kinds: Sequence[str]) -> Sequence[Choice]:
        """What can be done with several cards of these kinds at once, such as those in a photograph
        of a hand; ``whose`` is a seat, or empty for all.

        Each is a line with ``{cards}`` for all of them, or with ``{card}`` to be said for each.
        """
        return ()

    # The state of play.

    def round_of(self, state: State) -> int:
        """The current round; 0 before the first."""
        number: int = self.view(state)["round"]
        return number

    def last_round_of(self, state: State) -> int:
        """The round that is the last one by the rules; 0 where nobody can know it."""
        return 0

    def stage_of(self, state: State) -> str:
        """The current stage of a round, where rounds have stages."""
        return str(self.view(state).get("stage", ""))

    def turn_of(self, state: State) -> str:
        """The seat whose turn it is; empty where all act at once."""
        turn = self.view(state).get("turn")
        return str(turn) if turn in self.seats else ""

    def over(self, state: State) -> bool:
        """Has the game ended?"""
        return self.view(state)["outcome"] is not None

    def numbers(self, state: State) -> Mapping[str, Message]:
        """What people look at: paths of the document, with their names. Those that the rules let
        them set can be corrected by hand."""
        return defaults.default_numbers(self, state)

    def values_at(self, state: State, path: str) -> Mapping[str, Message]:
        """What can stand at this path of ``numbers``, with names; empty for a number."""
        return {}

    def name_of(self, state: State, path: str) -> Message:
        """The display name of a number of the document: from the game's page, or from its path."""
        try:
            named = self.phone(state).number_name(path)
        except (CompanionError, LookupError, ValueError):
            named = None
        return named or defaults.path_in_words(self, tuple(path.split(".")))

    def laid_out(self, state: State) -> Sequence[LaidPlace]:
        """What lies where on the table, place by place; what is nowhere is left out. Public."""
        return defaults.default_laid_out(self, state)

    # Hidden information.

    secretive: bool = False
    """Do viewers see different documents? If not, one is made for all."""

    def redact(self, now: State, before: State, given: Input, viewer: Viewer) -> Message | None:
        """The text that replaces an input which is still secret to this viewer.

        ``before`` is the state in which it was given, ``now`` the current one. None as soon as it
        is public: then its label, its events and its line are shown as any other's.
        """
        return None

    # What the room hears.

    def aloud(self, words: Message | str) -> Message | str:
        """How words are read out, such as a card by its name where people read its number too.

        Asked for every message, and for every name and text within one.
        """
        return words

    initials: Mapping[str, Message] = {}
    """Capitals in the game's texts, in whatever language, and the words that are read out."""

    def strikes(self, event: Event) -> bool:
        """Does this event hit the people at the table, as a storm does? Then a low sound is
        heard."""
        return False

    # Taps, screens and pages.

    @property
    def tap_handler(self) -> TapHandler:
        """Handles tapped cards and pressed buttons."""
        return TapHandler(self)

    def proposals(self, state: State) -> Sequence[Choice]:
        """What people will most likely do next, the likeliest first: each a line, or several inputs
        in one, and what it does in words. NEXT takes the first one, the knob leads to the others,
        and to the answers of an open question behind them.

        All of them are taken as they stand. Nothing is carried out without a press, and one UNDO
        takes back all of it. Empty where NEXT does nothing but go on.
        """
        return ()

    def guide(self, state: State) -> tuple[Message, ...]:
        """Instructions for the people at the table."""
        return defaults.default_guide(self, state)

    def glance(self, state: State) -> tuple[Message, ...]:
        """A summary of the state in a few lines; what nobody verified is marked."""
        document, numbers = self.view(state), self.numbers(state)
        return tuple(pair(name, at(document, path)) for path, name in numbers.items())

    def headline(self, state: State) -> Headline:
        """The figure that matters most, for a view of many tables at once."""
        return defaults.default_headline(self, state)

    def pages(self, state: State) -> tuple[Page, ...]:
        """Pages of the small screen for the knob to leaf through, the default page first."""
        return defaults.default_pages(self, state)

    def page(self, state: State, name: str) -> Page | None:
        """A page by its name, such as a stack that was tapped; None if there is no such page."""
        return next((page for page in self.pages(state) if page.name == name), None)

    def now_page(self, state: State) -> Page:
        """The page shown for a while after a step has begun."""
        return Page("now", self.name, defaults.first_instruction(self, state))

    def came_page(self, before: State, after: State) -> Page | None:
        """A page with the result of an input, shown for a while.

        None where a line is enough. It contains public information only.
        """
        return None

    def rolling_page(self, state: State, die: str, frame: int) -> Page:
        """One frame of the animation of a die that rolls."""
        return defaults.default_dice_page(self, die, (str(1 + (frame * 7 + 3) % 6),))

    def rolled_page(self, state: State, die: str, faces: tuple[str, ...]) -> Page:
        """The result of a roll."""
        return defaults.default_dice_page(self, die, faces)

    def phone(self, state: State) -> PhonePage:
        """The view model of the game's own templates."""
        return PhonePage()

    teaching: Teaching = Teaching()
    odds: Odds | None = None
    recap: Recap | None = None

    def visible_to(self, viewer: Viewer) -> Viewer:
        """The viewer as a cache key: one for all who see the same."""
        return viewer if self.secretive else ANYBODY

    @property
    def package(self) -> str:
        """The package with the game's data: box files, card packs, catalogs, scripts."""
        return type(self).__module__


AnyGame = Game[Any, Any, Any]
"""A game as the platform sees it: whatever its states, inputs and events are."""
