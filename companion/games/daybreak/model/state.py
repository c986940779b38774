"""What lies on the table, as frozen data: the central board, the player boards and the markers.

Attribute names are the names of the state document, so that a path in it is a path in here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.daybreak.model.box import Box
from companion.games.daybreak.model.card import Card, Effect
from companion.games.daybreak.model.terms import (
    BANDS_TO_LOSE,
    CARDS_TO_DRAW,
    CENTRAL,
    CHINA,
    EFFECTS,
    EUROPE,
    MAJORITY_WORLD,
    STACKS,
    US,
)
from companion.games.shared.odds import OutlookShown
from companion.games.shared.replace import look_up, put, replace

CUBES_PER_COLUMN = 5
COOLEST = 12  # tenths of a degree: the thermometer starts at 1.2 °C


@dataclass(frozen=True, slots=True)
class Thermometer:
    """Rows of cubes; a full row becomes a Temperature Band. One column for each player."""

    row: int = CUBES_PER_COLUMN
    bands: int = 0
    cubes: int = 0
    peak: int = 0
    """The most bands of this round: Crisis cards were drawn for them, though some may be off."""

    @property
    def highest(self) -> int:
        return max(self.peak, self.bands)

    @property
    def celsius(self) -> str:
        return f"{(COOLEST + self.bands) / 10:.1f}"

    @property
    def carbon(self) -> int:
        return self.bands * self.row + self.cubes

    @property
    def room(self) -> int:
        """Cubes until the last band is placed and the game is lost."""
        return max(0, BANDS_TO_LOSE * self.row - self.carbon)

    def with_carbon(self, cubes: int) -> "Thermometer":
        bands, loose = divmod(cubes, self.row)
        return Thermometer(self.row, bands, loose, max(self.highest, bands))

    def with_bands(self, bands: int) -> "Thermometer":
        return replace(self, bands=bands, peak=max(self.highest, bands))

    def corrected(self, bands: int) -> "Thermometer":
        """As if the number had been right from the start of the round."""
        return replace(self, bands=bands, peak=max(0, self.highest + bands - self.bands))


@dataclass(frozen=True, slots=True)
class Power:
    """One player board."""

    demand: int
    dirty: int
    clean: int
    emissions: Mapping[str, int]
    resilience: Mapping[str, int]
    communities: int
    growth: int
    draw_change: int = 0
    """Cards more or fewer than the communities alone would give, this round only."""
    draw_next: int = 0
    """The same for the next round, as crises say it."""
    stacks: tuple[tuple[str, ...], ...] = ((),) * STACKS
    """The play area: numbers of cards, the front one first."""
    hand: tuple[str, ...] = ()
    """The cards that somebody has told of; people may hold others as well."""

    @property
    def carbon(self) -> int:
        """What this power emits in a round: all dirty energy and every Emissions token."""
        return self.dirty + sum(self.emissions.values())

    @property
    def shortage(self) -> int:
        return max(0, self.demand - self.dirty - self.clean)

    @property
    def usual_draw(self) -> int:
        """One card fewer for each full row of four Communities in Crisis."""
        return CARDS_TO_DRAW - self.communities // 4

    @property
    def draw(self) -> int:
        return max(0, self.usual_draw + self.draw_change)


@dataclass(frozen=True, slots=True)
class Crises:
    """The Crisis cards of this round; the ongoing ones stay longer."""

    due: int = 0
    """How many are to be resolved, for whatever reason they were drawn."""
    by_bands: int = 0
    """How many of them the thermometer has called for so far."""
    called: bool = False
    """Has it called for any number of them, be it none?"""
    forecast: str | None = None
    face_up: tuple[str, ...] = ()
    """What people can see and tuck under: the forecast first."""
    resolved: tuple[str, ...] = ()
    ongoing: tuple[str, ...] = ()
    resolving: str | None = None
    target: str | None = None
    """The power that the crisis being resolved hits, where it hits one."""
    spared: tuple[str, ...] = ()
    """Powers that ignore the crisis being resolved."""
    relief: int = 0
    """How much less the crisis being resolved does to everybody."""
    tucked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Cards under each crisis."""
    hidden: bool = False
    """All of this round's cards were placed face down: none of them is the forecast."""
    seen: tuple[str, ...] = ()
    """Every Crisis card that people have seen in this game, once each: none comes again."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A Global Project in play."""

    number: str
    tucked: tuple[str, ...] = ()
    active: bool = False


@dataclass(frozen=True, slots=True)
class Challenge:
    sign: str
    text: str


@dataclass(frozen=True, slots=True)
class Task:
    """Something that a card does and that is not finished: most of the time, a question."""

    do: str
    power: str
    card: str
    effect: Effect | None = None
    amount: int = 0
    """How much, worked out when the card was played."""
    options: tuple[str, ...] = ()
    """What may be answered, where that was worked out already."""
    tags: int = 0
    """What is added to the die."""
    choices: tuple["Task", ...] = ()
    """What each of the options would be, where one of several effects is chosen."""

    @property
    def token(self) -> str:
        """The kind of token that comes, goes or moves; empty for anything else."""
        return (self.effect.token or "") if self.effect else ""


@dataclass(frozen=True, slots=True)
class Roll:
    die: str
    face: str | int
    power: str | None
    free: bool


@dataclass(frozen=True, slots=True)
class Tie:
    """Powers that roll the Geoengineering die: the single lowest is hit."""

    powers: tuple[str, ...]
    rolls: tuple[int, ...] = ()

    @property
    def next_to_roll(self) -> str:
        return self.powers[len(self.rolls)]


@dataclass(frozen=True, slots=True)
class Dice:
    rolls_due: int = 0
    """Rolls of the Planetary Effects die still to be made in this Crisis stage."""
    spare: int = 0
    """Rolls that were made for bands which then turned out not to be there."""
    last: Roll | None = None
    tie: Tie | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    won: bool
    reason: str


@dataclass(frozen=True, slots=True)
class State:
    facts: Box | None = None
    standins: tuple[str, ...] = ()
    """Paths of what nobody verified, and nobody corrected since."""
    seats: tuple[str, ...] = ()
    difficulty: str | None = None
    round: int = 0
    stage: str = "setup"
    step: str = "seats"
    outcome: Outcome | None = None
    drawdown: bool = False
    powers: Mapping[str, Power] = field(default_factory=dict)
    trees: int = 0
    oceans: int = 0
    dac: int = 0
    recent: int = 0
    emitted: int = 0
    """Carbon that the powers emitted in this round's Emissions stage."""
    absorbed: int = 0
    """Carbon that the sinks took in this round's Emissions stage."""
    thermometer: Thermometer = field(default_factory=Thermometer)
    planetary: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(EFFECTS, 0))
    crises: Crises = field(default_factory=Crises)
    globals: tuple[Slot, ...] = ()
    project_chosen: bool = False
    """This round's Global Project is settled."""
    challenges: tuple[Challenge, ...] = ()
    judged: Mapping[str, bool] = field(default_factory=dict)
    """Challenges, by their text, of which people have said in this round whether they are met."""
    dice: Dice = field(default_factory=Dice)
    cards: Mapping[str, Card] = field(default_factory=dict)
    """What the packs in force say of each card."""
    uses: Mapping[str, int] = field(default_factory=dict)
    """How often a card's action was taken this round."""
    tasks: tuple[Task, ...] = ()
    """What the cards still have to do; the first one asks."""
    discards: Mapping[str, int] = field(default_factory=dict)
    """Cards that nobody can hold: by number, the ``last_draw`` before each was discarded."""
    borrowed_bands: int = 0
    """Bands that come back at the end of the round, after demand has grown."""
    outlook: OutlookShown = field(default_factory=OutlookShown)

    @property
    def box(self) -> Box:
        """The box facts in force; there are some as soon as a game has been opened."""
        assert self.facts is not None
        return self.facts

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def sinks(self) -> int:
        return self.trees + self.oceans + self.dac

    def crisis_cards(self, bands: int) -> int:
        """How many Crisis cards the thermometer calls for at that many bands."""
        printed = self.box.crisis_cards
        return printed[min(bands, len(printed) - 1)]

    def discarded(self, card: str) -> bool:
        """Was it discarded, and has nobody drawn since?"""
        return self.discards.get(card) == self.last_draw

    def discarding(self, *cards: str) -> "State":
        if not cards:
            return self
        return replace(self, discards={**self.discards, **dict.fromkeys(cards, self.last_draw)})

    @property
    def last_draw(self) -> int:
        """The round in which everybody drew last, when the discards may have been shuffled: in the
        Global stage that is the one before."""
        return self.round - (self.stage == "global")

    def with_power(self, power: str, **changes: object) -> "State":
        changed = replace(self.powers[power], **changes)
        return replace(self, powers={**self.powers, power: changed})

    def leaving_hand(self, card: str) -> "State":
        """This state after a card was laid, tucked or spent."""
        for seat, power in self.powers.items():
            if card in power.hand:
                return self.with_power(seat, hand=tuple(it for it in power.hand if it != card))
        return self

    def with_value(self, path: tuple[str, ...], value: object) -> "State":
        """This state with another value at a path of the state document."""
        changed: State = put(self, path, value)
        return changed

    def number(self, path: tuple[str, ...]) -> int:
        """The number at a path of the state document."""
        found: int = look_up(self, path)
        return found

    def owned(self, power: str, token: str) -> int:
        """How many tokens there are: on the central board, of one kind, or of any."""
        if token in CENTRAL:
            return self.number((token,))
        group, _, kind = token.partition(".")
        if kind == "any":
            return sum(getattr(self.powers[power], group).values())
        return self.number(("powers", power, *token.split(".")))


@dataclass(frozen=True, slots=True)
class Setup:
    difficulty: str
    trees: int
    oceans: int


SOLO = Setup("standard", 6, 4)

SETUPS = {
    frozenset({MAJORITY_WORLD, CHINA, EUROPE, US}): Setup("standard", 24, 16),
    frozenset({CHINA, EUROPE, US}): Setup("easier", 15, 10),
    frozenset({MAJORITY_WORLD, EUROPE, US}): Setup("standard", 16, 12),
    frozenset({MAJORITY_WORLD, CHINA, US}): Setup("harder", 19, 14),
    frozenset({MAJORITY_WORLD, CHINA, EUROPE}): Setup("harder", 20, 14),
    frozenset({EUROPE, US}): Setup("easier", 8, 5),
    frozenset({CHINA, US}): Setup("standard", 11, 7),
    frozenset({CHINA, EUROPE}): Setup("standard", 11, 8),
    frozenset({MAJORITY_WORLD, US}): Setup("harder", 12, 9),
    frozenset({MAJORITY_WORLD, EUROPE}): Setup("harder", 13, 9),
    frozenset({MAJORITY_WORLD, CHINA}): Setup("extreme", 16, 11),
}


def setup_for(seats: tuple[str, ...]) -> Setup:
    return SOLO if len(seats) == 1 else SETUPS[frozenset(seats)]
