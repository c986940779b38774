"""What lies on the table, as frozen data: both tracks, the player boards, the galaxies.

Attribute names are the names of the state document, so that a path in it is a path in here. What a
seat has planned is in here as well, and in no document before the reveal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.council_of_shadows.model import terms
from companion.games.council_of_shadows.model.box import Box
from companion.games.council_of_shadows.model.card import Card
from companion.games.shared.replace import look_up, put, replace

LEVELS_OF_DETAIL = tuple(terms.DETAILS)


@dataclass(frozen=True, slots=True)
class Modules:
    stations: bool = False
    leaders: bool = False


@dataclass(frozen=True, slots=True)
class Bonus:
    """Bonus cards in number: which ones they are is nobody else's business."""

    light: int = 0
    dark: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat has laid in this planning: a secret until the reveal."""

    cards: Mapping[str, str] = field(default_factory=dict)
    """The card on top of a slot, by the number of the slot from 1; the AI's is at 0."""
    number: int | None = None
    """The consumption as a number; it wins over the cards."""

    @property
    def empty(self) -> bool:
        return not self.cards and self.number is None


@dataclass(frozen=True, slots=True)
class Posting:
    """A line of the final account: what for, and how much energy."""

    why: str
    energy: int


@dataclass(frozen=True, slots=True)
class Player:
    """One player board, and the two tokens on the tracks."""

    automa: bool = False
    leader: str | None = None
    level: int = 0
    energy: int = 0
    consumption: int = terms.LEAST_CONSUMPTION
    round_consumption: int | None = None
    purchases_left: int | None = None
    gems: Mapping[str, int] | None = None
    bonus: Bonus = field(default_factory=Bonus)
    swapped: bool = False
    """Did a fifth bonus card come? Then people may have given the dark one back."""
    ai_cards: int = 0
    owned: tuple[str, ...] = ()
    """The AI cards that are this seat's, by name."""
    board_cubes: int = 0
    reach: tuple[int, ...] = ()
    upgrades: tuple[str, ...] = ()
    stations: Mapping[str, str | None] = field(
        default_factory=lambda: dict.fromkeys(terms.STATIONS)
    )
    dark: tuple[str, ...] = ()
    perpetual_from: int | None = None
    hand: tuple[str, ...] | None = None
    slots: tuple[tuple[str, ...], ...] | None = None
    """From the left, the top card of each pile first."""
    scored: tuple[str, ...] = ()
    final: int | None = None
    played: tuple[str, ...] = ()
    """Bonus cards that have counted in the final account."""
    account: tuple[Posting, ...] = ()
    """The final account, line by line."""
    arrived: int = 0
    """When the energy token came to its space: the lower number was there first."""
    plan: Plan = field(default_factory=Plan)

    @property
    def bonus_cards(self) -> int:
        return self.bonus.light + self.bonus.dark

    @property
    def needed(self) -> int:
        """Energy that is still missing to the next level."""
        return max(0, self.consumption - self.energy)


@dataclass(frozen=True, slots=True)
class Station:
    seat: str
    kind: str


@dataclass(frozen=True, slots=True)
class System:
    """A space of a galaxy: the tile that lies there, and cubes that are known to be on it."""

    tile: str | None = None
    colonies: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Galaxy:
    colonies: Mapping[str, int]
    """Cubes on planets, by seat."""
    station: Station | None = None
    systems: tuple[System, ...] = ()

    def cubes(self, seat: str) -> int:
        """What counts for the majority: colonies, and the cubes of an own settle station."""
        settled = self.station == Station(seat, "settle")
        return self.colonies[seat] + (terms.TOWER if settled else 0)

    def unplaced(self, seat: str) -> int:
        """Cubes that nobody has said the space of."""
        known = sum(system.colonies[seat] for system in self.systems)
        return self.colonies[seat] - known


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is not finished: most of the time, a question."""

    do: str
    seat: str = ""
    card: str = ""
    galaxy: str = ""
    number: int | None = None
    """The space that a cube comes off, where somebody has said it; the level of a deck."""


@dataclass(frozen=True, slots=True)
class Outcome:
    winners: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class State:
    facts: Box | None = None
    cards: Mapping[str, Card] = field(default_factory=dict)
    """What the packs in force say of each card."""
    seats: tuple[str, ...] = ()
    detail: str = "cards"
    modules: Modules = field(default_factory=Modules)
    round: int = 0
    stage: str = "setup"
    step: str = "setup"
    turn: str | None = None
    order: tuple[str, ...] = ()
    throne: str | None = None
    outcome: Outcome | None = None
    players: Mapping[str, Player] = field(default_factory=dict)
    galaxies: Mapping[str, Galaxy] | None = None
    tasks: tuple[Task, ...] = ()
    arrivals: int = 0
    doubtful: tuple[str, ...] = ()
    """Paths of numbers that rest on a stand-in: they are shown with a mark."""

    @property
    def box(self) -> Box:
        """The box facts in force; there are some as soon as a game has been opened."""
        assert self.facts is not None
        return self.facts

    @property
    def automa(self) -> bool:
        """Is one of the seats the AI's?"""
        return any(player.automa for player in self.players.values())

    @property
    def without_leader(self) -> tuple[str, ...]:
        """Who has none yet: the highest order token chooses first."""
        seats = (seat for seat in reversed(self.order) if not self.players[seat].automa)
        return tuple(seat for seat in seats if self.players[seat].leader is None)

    @property
    def last_round(self) -> bool:
        return any(player.level >= terms.LAST_LEVEL for player in self.players.values())

    @property
    def in_play(self) -> tuple[str, ...]:
        return terms.in_play(len(self.seats))

    @property
    def side(self) -> str:
        """The group of facts that the side of the board in play prints."""
        return "back" if len(self.seats) == 2 else "galaxies"

    def tracks(self, detail: str) -> bool:
        """Is this level of detail followed?"""
        return LEVELS_OF_DETAIL.index(self.detail) >= LEVELS_OF_DETAIL.index(detail)

    def printed(self, galaxy: str, what: str) -> int:
        """What the side in play prints of a galaxy."""
        found: int = self.box.tree[self.side][galaxy][what]
        return found

    def owner(self, card: str) -> str | None:
        """Who has bought an AI card."""
        return next((seat for seat, player in self.players.items() if card in player.owned), None)

    def station_in(self, galaxy: str) -> Station | None:
        """Whoever has a station in a galaxy, at any level of detail."""
        return next(
            (
                Station(seat, kind)
                for seat, player in self.players.items()
                for kind, where in player.stations.items()
                if where == galaxy
            ),
            None,
        )

    def perpetual(self, seat: str) -> bool:
        """Does this seat's round cost no energy?"""
        since = self.players[seat].perpetual_from
        return since is not None and since <= self.round

    def cubes(self, seat: str) -> int | None:
        """Cubes on the game board, those of a settle station too."""
        if self.galaxies is None:
            return None
        return sum(galaxy.cubes(seat) for galaxy in self.galaxies.values())

    def with_player(self, seat: str, **changes: Any) -> "State":
        changed = replace(self.players[seat], **changes)
        return replace(self, players={**self.players, seat: changed})

    def with_galaxy(self, galaxy: str, **changes: Any) -> "State":
        assert self.galaxies is not None
        changed = replace(self.galaxies[galaxy], **changes)
        return replace(self, galaxies={**self.galaxies, galaxy: changed})

    def with_value(self, path: tuple[str, ...], value: object) -> "State":
        """This state with another value at a path of the state document."""
        changed: State = put(self, path, value)
        return changed

    def number(self, path: tuple[str, ...]) -> int:
        found: int = look_up(self, path)
        return found
