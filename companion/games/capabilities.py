"""Optional capabilities of a game: card packs, odds, a recap, lessons, phone pages."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.card_fields import Blank
from companion.games.display import Chance
from companion.i18n.message import Message

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Viewer:
    """The audience of a document or page: a seat, the host, or anybody."""

    role: Literal["anybody", "seat", "host"] = "anybody"
    seat: str = ""

    @classmethod
    def of(cls, role: str) -> "Viewer":
        """From the role of a phone: ``host``, a seat's id, or nothing."""
        if not role:
            return ANYBODY
        return HOST if role == "host" else cls("seat", role)


ANYBODY = Viewer()
"""Public information only: watchers, the small screen, a lamp, a hall."""
HOST = Viewer("host")


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that is printed on a component, with its source and confidence."""

    value: Any
    source: str
    confidence: str

    @property
    def stand_in(self) -> bool:
        """Unverified: it is marked until the owner enters what their box says."""
        return self.confidence in ("stand-in", "low")


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What is printed on a component, in three languages; empty where no edition prints it."""

    en: str
    es: str = ""
    pt: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A card that somebody has completed, and the fields that are known now."""

    number: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlainCard:
    """A card of which a pack says three things; a game whose cards say more has its own class."""

    number: str
    kind: str
    name: Names
    known: Literal["all", "part", "none"] = "all"


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows beside its number, its name and its tags."""

    art: str = ""
    """Its illustration, among those of the game."""
    does: Message | None = None
    """What it does, in one line; None where nobody has entered it."""
    cost: Message | None = None
    """What that takes; None where it takes nothing."""


@dataclass(frozen=True, slots=True)
class CardGuide:
    """How a game's cards are loaded from packs, checked and described.

    Every card has a ``number``, a ``kind``, a ``name`` in three languages, and says how much of it
    is ``known``: all, part or none. The rest is the game's own: a ``type`` with more fields.
    """

    kinds: Mapping[str, Message]
    type: type = PlainCard
    owners: Mapping[str, Message] = field(default_factory=dict)
    """Possible owners of a card."""
    owner: str = ""
    """The field of a card with its owner, as a pack spells it."""
    check: Callable[[Any], Iterable[tuple[str, Message]]] = lambda card: ()
    """Validates a card beyond its type: fields and what is wrong with them."""
    fresh: Callable[[str], Document | None] = lambda number: None
    """What a printed number alone implies of a card, as a pack would say it."""
    tags: Callable[[Any], Message] = lambda card: Message("")
    describe: Callable[[Any], tuple[Message, ...]] = lambda card: ()
    """The card's text, line by line."""
    in_force: Callable[[Any], Mapping[str, Any]] = lambda state: getattr(state, "cards", {})
    """The cards by which a game is played, from its state."""
    decks: Mapping[str, Message] = field(default_factory=dict)
    """Shuffled decks that people draw from, by id."""
    deck_of: Callable[[Any, Any], str] = lambda state, card: str(card.kind)
    """The deck of a card in this state: its kind, unless a kind has several. Empty for a card that
    is in none now."""
    to_draw: Callable[[Any, str], Mapping[str, int]] = lambda state, seat: {}
    """How many cards of which decks a seat draws at once in this step of its state."""
    let_go: Callable[[Any], str] = lambda event: ""
    """The deck whose drawn cards leave every hand when this happens: one was kept, or none."""
    moved: Callable[[Any], tuple[str, ...]] = lambda event: ()
    """The cards that people move themselves when this happens."""
    printed: Callable[[Any], Sequence[tuple[str, Message]]] = lambda card: ()
    """What a card prints that people look for, such as tags: icon and word of each."""
    face: Callable[[Any], Face] = lambda card: Face()
    """The card as a picture, on every device that has room for one."""
    told: Callable[[Any], "Told | None"] = lambda event: None
    """The card that an event completes. The owner's pack keeps it for later games, and forgets it
    when the event is undone."""
    tell: "Callable[[Any, tuple[str, ...]], Any] | None" = None
    """The input that updates a card during a game, with the fields that were given; None for a game
    that reads its cards only when it begins."""

    tagged: Callable[[Sequence[str]], Document] = lambda tags: {"tags": list(tags)}
    """The fields of a card that prints exactly these tags."""
    tags_read: Callable[[Any], bool | None] = lambda card: None
    """Are all printed tags of a card known? None for one that prints none."""
    rules_read: Callable[[Any], bool | None] = lambda card: bool(card.known == "all")
    """Is it known what a card does? None for one that does nothing."""
    rules: Mapping[str, tuple[Blank, ...]] = field(default_factory=dict)
    """Form fields for the text of a card, by its kind."""

    def owner_of(self, card: Any) -> str | None:
        """The owner of a card; None for a common one."""
        owner: str | None = getattr(card, self.owner, None)
        return owner


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of what comes next. They advise nobody."""

    cache_key: Callable[[Any], Hashable | None]
    """Everything on which the odds depend, cheap to find: states with the same key have the same
    odds. None where there are none, or they are switched off."""
    document: Callable[[Any], Document | None]
    """``outlook.odds`` of the state document; null where there is no key."""
    more: Callable[[Any, int], Document | None]
    """What would help, and the rounds after the next if things get better by so much each round.
    Expensive: computed only on request."""
    chance: Callable[[Any], Chance]
    """The odds in one line, for the pages of a small screen that have room for them."""
    describe: Callable[[Any, int], tuple[Message, ...]]
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class Recap:
    """How a game went: a story of the game's own type, and ways to present it."""

    story: Callable[[Iterable[tuple[Any, Any]]], Any]
    """Built from every event that was not undone, each with the state before it."""
    document: Callable[[Any], Document]
    describe: Callable[[Any], tuple[Message, ...]]
    draw: Callable[[Any, Callable[[Message], str]], str]
    """An SVG file as text, translated by the given function."""
    panels: Callable[[Any, Callable[[Message], str]], tuple[str, ...]]
    """The same drawings one by one, for a page that has its own colours and layout."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step explained for a first game, in a sentence each."""

    what: Message
    """What happens."""
    why: Message
    """Why it matters."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game, as its texts spell it, and what it means."""

    name: Message
    means: Message


@dataclass(frozen=True, slots=True)
class LaidPiece:
    """Something that lies on the table: what it is, and how much or which, in words."""

    name: Message
    words: Message | str | int
    path: str
    """Where the state has it."""
    value: Any
    """What the state has there: a list of these is all that lies on the table."""


@dataclass(frozen=True, slots=True)
class LaidPlace:
    """A place on the table and everything that lies there, to lay a kept game out again."""

    name: Message
    pieces: tuple[LaidPiece, ...]
    seat: str = ""
    """Whose place it is; empty for what belongs to everybody."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """What a first game is explained with."""

    lesson: Callable[[Any], Lesson | None] = lambda state: None
    """The explanation of this step; None where there is nothing to explain."""
    glossary: Sequence[Term] = ()
    """Terms of the game, in the order in which people meet them."""
    advice: Callable[[int], Message | None] = lambda players: None
    """Which seats the rulebook advises for so many players; None where it leaves it open."""


@dataclass(frozen=True, slots=True)
class Box:
    """What only components print, and an owner reads in their own box."""

    open: Callable[[str, Mapping[str, Fact], Mapping[str, Any]], Any]
    """The input that puts facts and cards in force; ``BadFact`` if a fact cannot be."""
    told: Callable[[Any, Any], tuple[str, Any] | None] = lambda state, given: None
    """A box fact that an input states: its path in a box file, and the value. It is saved for later
    games. None for any other input."""


class PhonePage:
    """View model of a game's own templates in ``web/games/<id>``, from one state.

    A page may have any members beside these; they are between it and its templates.
    """

    tags: Mapping[str, Message] = {}
    """Tags that cards may print, for a form that completes one."""

    def number_name(self, path: str) -> Message | None:
        """The display name of a number of the document; refused if it is none."""
        return None

    def fact_groups(self, seats: Sequence[str]) -> Sequence[tuple[Message, Mapping[str, Message]]]:
        """The box facts that matter with these seats: a title, and each path with its name."""
        return ()
