"""What a game says to be counted by the companion: a small core, and what it may say besides.

A game derives from ``Game`` and fills in ``read``, ``decide``, ``evolve``, ``view``, ``label`` and
``tell``. Everything else has a default made of those: a phone page, pages of the small screen,
hands that press NEXT. Each is overridden where the game knows better.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from companion.errors import CompanionError
from companion.games.blanks import Blank
from companion.games.display import Chance, Headline, Page
from companion.games.hands import Hands
from companion.games.layout import SEAT, Layout
from companion.games.plain import (
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
from companion.message import Message

Document = dict[str, Any]
State = TypeVar("State")
Input = TypeVar("Input")
Event = TypeVar("Event")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a seat, the host, or anybody. What a game hides is shown to whom it belongs."""

    role: Literal["anybody", "seat", "host"] = "anybody"
    seat: str = ""

    @classmethod
    def of(cls, role: str) -> "Viewer":
        """The viewer that a phone of this role is: ``host``, a seat's id, or nothing."""
        if not role:
            return ANYBODY
        return HOST if role == "host" else cls("seat", role)


ANYBODY = Viewer()
"""A watcher, the small screen, a lamp, a hall: whoever sees what everybody may see."""
HOST = Viewer("host")


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
class Told:
    """A card of which somebody has said something, and the fields of it that say so now."""

    number: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardGuide:
    """How a game's cards are read from packs and told to people.

    Every card has a ``number``, a ``kind``, a ``name`` in three languages, and says how much of it
    is ``known``: all, part or none. The rest is the game's own.
    """

    type: type
    kinds: Mapping[str, Message]
    owners: Mapping[str, Message]
    """Whom a card may belong to."""
    owner: str
    """The field of a card that says to whom it belongs, as a pack spells it."""
    check: Callable[[Any], Iterator[tuple[str, Message]]]
    """What is wrong with a card, field by field, beyond what its type says."""
    fresh: Callable[[str], Document | None]
    """What a printed number alone tells of a card, as a pack would say it."""
    tags: Callable[[Any], Message]
    describe: Callable[[Any], tuple[Message, ...]]
    """What a card does, line by line."""
    in_force: Callable[[Any], Mapping[str, Any]]
    """The cards by which a game is played, from its state."""
    decks: Sequence[str] = ()
    """The kinds of cards that people draw from a shuffled deck."""
    printed: Callable[[Any], Sequence[tuple[str, Message]]] = lambda card: ()
    """What a card prints that people look for, such as its tags: the icon of each, and the word."""
    told: Callable[[Any], "Told | None"] = lambda event: None
    """What an event says of a printed card, for every game to come. The owner's pack keeps it, and
    gives it back when the event is taken back."""
    tell: "Callable[[Any, tuple[str, ...]], Any] | None" = None
    """The input by which a card is so from now on, of which somebody has said these fields; None
    for a game that takes its cards as they are when it begins."""

    tagged: Callable[[Sequence[str]], Document] = lambda tags: {"tags": list(tags)}
    """The fields that say that a card prints these tags and no others."""
    tags_read: Callable[[Any], bool | None] = lambda card: None
    """Are all printed tags of a card known? None for one that prints none."""
    rules_read: Callable[[Any], bool | None] = lambda card: bool(card.known == "all")
    """Is it known what a card does? None for one that does nothing."""
    rules: Mapping[str, tuple[Blank, ...]] = field(default_factory=dict)
    """By kind of card: what a card of the kind may say, as blanks that people fill in."""

    def owner_of(self, card: Any) -> str | None:
        """To whom a card belongs; None for one that is everybody's."""
        owner: str | None = getattr(card, self.owner, None)
        return owner


def nothing_kept() -> None:
    """Where nothing is kept that a second time could use."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Something that is dear to work out, for a benchmark, which holds the clock."""

    work: Callable[[], object]
    forget: Callable[[], None] = nothing_kept
    """Empties what was kept, so that the next time is as the first."""
    once: bool = False
    """Is it too dear to be done again and again?"""


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
    trials: Callable[[Any], Mapping[str, Trial]] = lambda opening: {}
    """What takes longest, from the state of a game that has just begun."""


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


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step for people who play it for the first time, in a sentence each."""

    what: Message
    """What happens."""
    why: Message
    """Why it matters."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game, as its texts spell it, and what it means."""

    name: Message
    means: Message


class PhonePage:
    """What a game's own templates in ``web/games/<id>`` are made of, from one state.

    A page may have any members beside these; they are between it and its templates.
    """

    tags: Mapping[str, Message] = {}
    """What cards may print, for whoever completes one."""

    def number_name(self, path: str) -> Message | None:
        """What a number of the document is called on this page; refused if it is none."""
        return None

    def fact_groups(self, seats: Sequence[str]) -> Sequence[tuple[Message, Mapping[str, Message]]]:
        """The box facts that matter with these seats: a title, and each path with its name."""
        return ()


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

    def result(self, state: State, events: Sequence[Event]) -> Message | None:
        """What came of an input, in one line for whoever made it, from the state before it.

        None where nothing is told that the next step does not say anyway.
        """
        return plain_result(self, state, events)

    original: bool = False
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

    def veil(self, now: State, before: State, given: Input, viewer: Viewer) -> Message | None:
        """What may be said instead of an input that is still a secret to this viewer.

        ``before`` is the state in which it was given, ``now`` how the game stands. None as soon as
        it may be told: then its label, its events and its line are shown as any other's.
        """
        return None

    # Hands, screens and pages.

    @property
    def hands(self) -> Hands:
        """How it is played by tapping and pressing."""
        return Hands(self)

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

    foresight: Foresight | None = None
    hindsight: Hindsight | None = None

    def visible_to(self, viewer: Viewer) -> Viewer:
        """Viewers who see the same are the same: for whoever keeps what was worked out."""
        return viewer if self.secretive else ANYBODY

    @property
    def package(self) -> str:
        """Where the game's data lies: box files, card packs, catalogs, scripts."""
        return type(self).__module__


AnyGame = Game[Any, Any, Any]
"""A game as the platform sees it: whatever its states, inputs and events are."""
