"""What a card says, as data: the vocabulary of the card packs.

A pack is TOML and is read into these classes; one executor carries them out. A part that nobody
could read is simply missing (``action = None``), and the companion asks people for its result.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.games.capabilities import Names

Tag = Literal[
    "energy",
    "ecology",
    "grid",
    "infrastructure",
    "solar",
    "regulation",
    "wind",
    "incentive",
    "nuclear",
    "innovation",
    "society",
    "geoengineering",
]
ResilienceKind = Literal["social", "ecological", "infrastructure"]
PowerId = Literal["china", "us", "europe", "majority_world", "solo"]
Kind = Literal["local", "starting", "global", "crisis", "challenge"]

Token = Literal[
    "demand",
    "dirty",
    "clean",
    "communities",
    "resilience.social",
    "resilience.ecological",
    "resilience.infrastructure",
    "resilience.any",
    "emissions.transportation",
    "emissions.industry",
    "emissions.agriculture",
    "emissions.buildings",
    "emissions.extraction",
    "emissions.waste",
    "emissions.any",
    "trees",
    "oceans",
    "dac",
    "recent",
]

TAGGED: tuple[Kind, ...] = ("local", "starting")
"""The kinds of cards that print tags, at least one and no more than three."""
MOST_TAGS = 3

KIND_OF_BLOCK: dict[str, Kind] = {
    "0": "local",
    "1": "local",
    "2": "starting",
    "3": "global",
    "4": "crisis",
}


def kind_by_number(number: str) -> Kind | None:
    """What a card is by its printed number alone: the first digit after the dot tells."""
    head, _, digits = number.partition(".")
    printed = head == "1" and len(digits) == 3 and digits.isascii() and digits.isdecimal()
    return KIND_OF_BLOCK.get(digits[0]) if printed else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """From this many tags on, this much: ``{ tags = 2, by = 1 }``."""

    tags: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a die table: from this total on, bands leave the thermometer and crises come."""

    total: int
    bands: int = 0
    crises: int = 0
    fact: Literal["sulfur_bands"] | None = None
    """A box fact that says the bands, where editions of the card disagree."""
    unread: bool = False
    """Nobody could read what this row does: people do it, and enter the result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One thing that a card does.

    ``change``   tokens come or go: ``{ token = "clean", by = 1, per = "grid" }``
    ``draw``     cards are drawn: ``{ do = "draw", by = 9, keep_tags = ["nuclear"] }``
    ``give``     tokens move to one other power: ``{ do = "give", token = "clean", by = 2 }``
    ``take``     tokens move here from one other power: ``{ do = "take", token = "communities" }``
    ``give_card`` a hand card goes to another power's hand
    ``reveal``   one unknown crisis is turned face up
    ``die``      the Geoengineering die plus tags, looked up in ``table``
    ``discard``  cards are lost from hand or play area: ``{ do = "discard", per_band = true }``
    ``discard_project``  a Global Project is lost
    ``draw_next``  cards more or fewer in the next round's Local stage
    ``pass_communities``  up to ``by`` communities go to the power on the right
    ``shortage`` whoever cannot meet demand now adds communities for the difference
    """

    do: Literal[
        "change",
        "draw",
        "give",
        "take",
        "give_card",
        "reveal",
        "die",
        "discard",
        "discard_project",
        "draw_next",
        "pass_communities",
        "shortage",
    ] = "change"
    token: Token | None = None
    by: int = 1
    per: Tag | None = None
    """Times the tags of this kind in the stack."""
    steps: tuple[Step, ...] = ()
    """Instead of ``by``, for the tags of the kind ``per`` in the stack."""
    per_band: bool = False
    """Times the Temperature Bands."""
    solo: int | None = None
    """Instead of ``by`` in the solo game."""
    board: Literal["own", "any"] = "own"
    """Whose board: one's own, or that of any one power."""
    optional: bool = False
    tag: Tag | None = None
    """Only cards with this tag, for ``discard``."""
    keep: int | None = None
    """How many of the drawn cards are kept; all that fit, where it is not said."""
    keep_tags: tuple[Tag, ...] = ()
    """Only drawn cards with one of these tags are kept."""
    table: tuple[Row, ...] = ()
    temporary: bool = False
    """Bands that a die table takes away come back at the end of the round, after growth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A Local Action, or what an active Global Project lets people do."""

    discard: int = 0
    """Hand cards to discard."""
    cost: tuple[Effect, ...] = ()
    """Tokens that must be there to be paid, or demand that grows."""
    needs: Mapping[Tag, int] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    one_of: tuple[Effect, ...] = ()
    """One of these, by choice, before ``effects``."""
    limit: Literal["round"] | Tag | None = None
    """None: as often as paid for; ``round``: once; a tag: once for each in the stack."""
    ignores: tuple[str, ...] = ()
    """Planetary effects whose die result may be ignored in the Crisis stage."""
    known: Literal["all", "part"] = "all"
    """``part``: something of the text could not be read; people are asked to check the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuck:
    """What cards tucked under a face-up crisis do to it."""

    tag: Tag
    ignore_at: int = 0
    """With this many tags, the crisis is ignored (an ongoing one is discarded)."""
    ignore_at_solo: int | None = None
    reduce: int = 0
    """Each tucked card with the tag reduces the effect by this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crisis:
    target: Literal["all", "lowest", "highest"] = "all"
    of: str = ""
    """What is compared: a total of the powers (``resilience.social``, ``communities``, ``dirty``)
    or the tags of one kind in the play area (``tags.energy``)."""
    effects: tuple[Effect, ...] = ()
    reduced_by: ResilienceKind | None = None
    tuck: Tuck | None = None
    ongoing: Literal["no_forecast", "no_giving", "no_tucking", "no_removing_dirty"] | None = None
    known: Literal["all", "part"] = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A Global Project: what activates it, and what it then does for everybody."""

    needs: Mapping[Tag, int] = field(default_factory=dict)
    """Tags to tuck with 1 or 2 players, and with more unless ``needs_of_many`` says otherwise."""
    needs_of_many: Mapping[Tag, int] = field(default_factory=dict)
    """Tags to tuck with 3 or 4 players."""
    per_player: bool = False
    """``needs`` counts for each player in the game."""
    store: Tag | Literal["any"] | None = None
    """Active from the start: cards with this tag are tucked in any number, and spent later."""
    none_left: str | None = None
    """Active once a power has none of this: ``emissions.industry``."""
    draw: int = 0
    """Cards more for every power at the start of each Local stage."""
    doubles: Tag | None = None
    """Local Actions on cards with this tag add twice the clean energy."""
    ignores: tuple[str, ...] = ()
    """Planetary effects one die result of which may be ignored each round."""
    shields: ResilienceKind | None = None
    """Once a round one power ignores a crisis that this resilience reduces."""
    relief: int = 0
    """Each stored card that is discarded reduces one crisis by this, for all it hits."""
    gives_cards: tuple[Tag, ...] = ()
    """Powers may give each other hand cards with one of these tags."""
    spend_draw: int = 0
    """Each stored card that is discarded lets one power draw this many cards, and keep one."""
    action: Action | None = None
    """An action for every power while the project is active."""
    spend_for_die: int = 0
    """Up to this many tucked cards may be discarded, each for +1 to the action's die."""
    known: Literal["all", "part"] = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    number: str
    """As printed, ``1.206``; a card whose number nobody knows has a provisional ``?.name``."""
    kind: Kind
    name: Names
    power: PowerId | None = None
    tags: tuple[Tag, ...] | None = None
    """None where nobody knows them."""
    tags_known: Literal["all", "part"] = "all"
    """``part``: these are printed on the card, and there may be more."""
    tags_counted: tuple[Tag, ...] = ()
    """Of these kinds no more are printed than ``tags`` has, whatever else nobody has read."""
    action: Action | None = None
    crisis: Crisis | None = None
    project: Project | None = None
    solo: bool = True
    """False for cards with the mark that takes them out of the solo game."""
    note: str = ""
    """What an owner writes of what no pack can say; people read it where they count by hand."""
    link: str = ""
    source: str = ""
    confidence: str = ""

    @property
    def known(self) -> Literal["all", "part", "none"]:
        """Is everything that the card does known? Tags that are missing make it a part."""
        rules = self.action or self.crisis or self.project
        if rules is None:
            return "none"
        return "all" if rules.known == "all" and not self.unread_tags else "part"

    @property
    def unread_tags(self) -> int:
        """The most tags that the card may print beside those that are known."""
        if self.kind not in TAGGED:
            return 0
        if self.tags is None:
            return MOST_TAGS
        return MOST_TAGS - len(self.tags) if self.tags_known == "part" else 0
