"""What a game may hand to the companion beside its rules: cards, odds, stories, lessons, pages."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.games.card_fields import Blank
from companion.games.display import Chance
from companion.i18n.message import Message

Document = dict[str, Any]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What is printed on a component, in three languages; empty where no edition prints it."""

    en: str
    es: str = ""
    pt: str = ""


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
    decks: Mapping[str, Message] = field(default_factory=dict)
    """What people draw from, shuffled: every deck's name."""
    deck_of: Callable[[Any, Any], str] = lambda state, card: str(card.kind)
    """From which deck a card is drawn, from the state: by its kind, unless a kind has several.
    Nothing for one that is in none now."""
    let_go: Callable[[Any], str] = lambda event: ""
    """The deck whose drawn cards leave every hand when this happens: one was kept, or none."""
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


@dataclass(frozen=True, slots=True)
class Odds:
    """What may come, for people who want to know the odds. It never plays for them."""

    cache_key: Callable[[Any], Hashable | None]
    """Everything on which the odds depend, cheap to find: states with the same key have the same
    odds. None where nothing comes, or it is switched off."""
    document: Callable[[Any], Document | None]
    """``outlook.odds`` of the state document; null where there is no key."""
    more: Callable[[Any, int], Document | None]
    """What would help, and what lies further ahead if things get better by so much each round.
    It costs more, so it is worked out only for those who ask."""
    chance: Callable[[Any], Chance]
    """The odds in one line, for the pages of a small screen that have room for them."""
    describe: Callable[[Any, int], tuple[Message, ...]]
    """All of it in words."""


@dataclass(frozen=True, slots=True)
class Recap:
    """How a game went. A story is the game's own; the rest says it in some way."""

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
