"""What a game says to be counted by the companion: a small core, and what it may say besides.

A game derives from ``Game`` and fills in ``read``, ``decide``, ``evolve``, ``view``, ``label`` and
``tell``. Everything else has a default made of those: a phone page, pages of the small screen,
hands that press NEXT. Each is overridden where the game knows better.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.capabilities import (
    ANYBODY,
    CardGuide,
    Document,
    Fact,
    Lesson,
    Odds,
    PhonePage,
    Recap,
    Term,
    Viewer,
)
from companion.games.defaults import (
    called,
    numbers_of,
    plain_dice,
    plain_glance,
    plain_guide,
    plain_headline,
    plain_now,
    plain_pages,
    plain_result,
)
from companion.games.display import Headline, Page
from companion.games.layout import SEAT, Layout
from companion.games.taps import TapHandler
from companion.i18n.message import Message

State = TypeVar("State")
Input = TypeVar("Input")
Event = TypeVar("Event")


class Game(ABC, Generic[State, Input, Event]):
    """The rules of one game. States, inputs and events are frozen data of the game's own."""

    # The core: what no default can know.

    id: str
    name: Message
    events: Mapping[str, type]
    """Every kind of event by the name under which a journal keeps it, for ever."""
    blank: State
    """The table before anything was put on it."""

    @abstractmethod
    def read(self, line: str) -> Input:
        """The input that a table script's line means; ``Malformed`` if it means none."""

    @abstractmethod
    def decide(self, state: State, given: Input) -> tuple[Event, ...]:
        """What happens; ``Refusal`` if it may not."""

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
        """What an input does, in a few words, from the state before it."""

    @abstractmethod
    def tell(self, state: State, event: Event) -> Message | None:
        """An event in words, from the state before it; None where another event says it."""

    beginnings: tuple[type, ...] = ()
    """Events that only begin a step: people read of them in what they are to do next."""

    def begins(self, state: State, event: Event) -> bool:
        """Is it such an event? From the state before it."""
        return isinstance(event, self.beginnings)

    def result(self, state: State, events: Sequence[Event]) -> Message | None:
        """What came of an input, in one line for whoever made it, from the state before it.

        None where nothing is told that the next step does not say anyway.
        """
        return plain_result(self, state, events)

    legacy_default: bool = False
    """Was it there before there were others? What names no game is then meant for it."""

    # What people read before they choose it.

    players: range = range(1, 5)
    minutes: int | None = None
    """How long a game takes, as its box says."""

    # Who sits where, and what is on the table.

    seats: Mapping[str, Message] = {}
    """Whoever may sit at this table."""
    layout: Layout = Layout()
    """What lies on the table, what its buttons mean, and how large a card is."""
    cards: CardGuide | None = None
    """None for a game without card packs."""
    group: str = ""
    """The group of the document that a path may leave out, as ``players`` of ``players.red``."""

    def seated(self, state: State) -> tuple[str, ...]:
        """Who sits at the table, in order."""
        return tuple(self.view(state).get("seats", ()))

    def whose(self, state: State, zone: str) -> str:
        """Whose a zone of the board is: that of ``seat:2`` is who sat down second.

        The centre, and a seat where nobody sits, are nobody's.
        """
        seated, number = self.seated(state), zone.removeprefix(SEAT)
        if zone.startswith(SEAT):
            return seated[int(number) - 1] if int(number) <= len(seated) else ""
        return zone if zone in self.seats else ""

    def zone_name(self, state: State, zone: str) -> Message:
        """A zone of the board as people call it: by who sits there, if somebody does."""
        return self.seats.get(self.whose(state, zone)) or self.layout.name(zone)

    def open_box(
        self, box: str, facts: Mapping[str, Fact], cards: Mapping[str, Any]
    ) -> Input | None:
        """The input that puts facts and cards in force; ``BadFact`` if a fact cannot be.

        None for a game whose rulebook prints everything.
        """
        return None

    def box_fact(self, state: State, given: Input) -> tuple[str, Any] | None:
        """What an input says of the owner's own components: a path of a box file, and the value.

        It is kept for every game to come. None for an input that says nothing of the kind.
        """
        return None

    def movements(self, state: State, event: Event, fewest: bool = False) -> int:
        """How many tokens, cubes and markers the rules would make people move for this event.

        From the state before it. Cards do not count: people move them with a companion, too.
        ``fewest`` counts pieces of a higher value, where the box has some, as one.
        """
        return 0

    def cards_moved(self, event: Event) -> tuple[str, ...]:
        """The cards that people move anyway when this happens, whoever counts."""
        return ()

    icons: Mapping[str, str] = {}
    """Drawings beside words, each the lines of a 24 by 24 SVG path: ``kind:`` and ``tag:`` of a
    card, ``seat:``, ``row:`` of places, ``die:``; others are for its own templates."""

    # How things stand.

    def round_of(self, state: State) -> int:
        """The round that is played; 0 before the first."""
        number: int = self.view(state)["round"]
        return number

    def stage_of(self, state: State) -> str:
        """The part of a round that is played, where rounds have parts."""
        return str(self.view(state).get("stage", ""))

    def over(self, state: State) -> bool:
        """Has the game ended?"""
        return self.view(state)["outcome"] is not None

    def numbers(self, state: State) -> Mapping[str, Message]:
        """What people may put right by hand: paths of the document, and what they are called."""
        return numbers_of(self, state)

    def name_of(self, state: State, path: str) -> Message:
        """What a number of the document is called: by the game's page, or else by its path."""
        try:
            named = self.phone(state).number_name(path)
        except (CompanionError, LookupError, ValueError):
            named = None
        return named or called(self, tuple(path.split(".")))

    # Secrets: a game that has some says so, and then what it shows to whom.

    secretive: bool = False
    """Does anybody see more than somebody else? If not, nothing is worked out twice."""

    def redact(self, now: State, before: State, given: Input, viewer: Viewer) -> Message | None:
        """What may be said instead of an input that is still a secret to this viewer.

        ``before`` is the state in which it was given, ``now`` how the game stands. None as soon as
        it may be told: then its label, its events and its line are shown as any other's.
        """
        return None

    # Hands, screens and pages.

    @property
    def tap_handler(self) -> TapHandler:
        """How it is played by tapping and pressing."""
        return TapHandler(self)

    def guide(self, state: State) -> tuple[Message, ...]:
        """What the people at the table do now."""
        return plain_guide(self, state)

    def glance(self, state: State) -> tuple[Message, ...]:
        """How things stand, in a few lines; what nobody verified is marked."""
        return plain_glance(self, state)

    def headline(self, state: State) -> Headline:
        """The figure that matters most, for whoever looks at many tables at once."""
        return plain_headline(self, state)

    def pages(self, state: State) -> tuple[Page, ...]:
        """What a knob leafs through on a small screen, the page to show unasked first."""
        return plain_pages(self, state)

    def page(self, state: State, name: str) -> Page | None:
        """One page by its name, such as a stack that was tapped; None if there is no such page."""
        return next((page for page in self.pages(state) if page.name == name), None)

    def now_page(self, state: State) -> Page:
        """What people do now, for a while after a step has begun."""
        return plain_now(self, state)

    def came_page(self, before: State, after: State) -> Page | None:
        """What came of an input, where people want to read more than a line: shown for a while.

        None where a line and the next step say it all. It may say what everybody may know.
        """
        return None

    def rolling_page(self, state: State, die: str, frame: int) -> Page:
        """A die that rolls: one picture after the other."""
        return plain_dice(self, die, (str(1 + (frame * 7 + 3) % 6),))

    def rolled_page(self, state: State, die: str, faces: tuple[str, ...]) -> Page:
        """What was rolled, and what came of it."""
        return plain_dice(self, die, faces)

    def phone(self, state: State) -> PhonePage:
        """What the game's own templates show."""
        return PhonePage()

    glossary: Sequence[Term] = ()
    """The words that people ask about, in the order in which they meet them."""

    def lesson(self, state: State) -> Lesson | None:
        """This step for a first game; None where there is nothing to explain."""
        return None

    def advice(self, players: int) -> Message | None:
        """Who should sit down, when so many play; None where the rulebook leaves it open."""
        return None

    odds: Odds | None = None
    recap: Recap | None = None

    def visible_to(self, viewer: Viewer) -> Viewer:
        """Viewers who see the same are the same: for whoever keeps what was worked out."""
        return viewer if self.secretive else ANYBODY

    @property
    def package(self) -> str:
        """Where the game's data lies: box files, card packs, catalogs, scripts."""
        return type(self).__module__


AnyGame = Game[Any, Any, Any]
"""A game as the platform sees it: whatever its states, inputs and events are."""
