"""A Crisis stage with plain numbers, from the printed rules and cards alone: for large samples.

It knows nothing of the companion's rules nor of its odds, which are compared with it.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.games.daybreak.model.state import State

ALL_LOSE = {
    "1.402": "social",
    "1.405": "social",
    "1.408": "ecological",
    "1.415": "infrastructure",
    "1.416": "infrastructure",
    "1.421": "social",
}
"""Everybody: a community in crisis for each band, less this resilience."""
LOWEST_LOSES = {"1.418": "social", "1.419": "ecological", "1.420": "infrastructure"}
"""The same for whoever has the least of it."""
FIRES, POLLUTION, COLLUSION, SABOTAGE = "1.424", "1.432", "1.433", "1.439"
ACTING = (*ALL_LOSE, *LOWEST_LOSES, FIRES, POLLUTION, COLLUSION, SABOTAGE)
IDLE = ("1.401", "1.440", "1.443", "1.444", "1.445", "1.446", "1.447")
"""They cost cards, or forbid something: nobody loses by them."""
LOST_AT, TOO_HOT = 12, 8
FACES = ("weather", "desertification", "amazon", "arctic", "permafrost", "acidification")


@dataclass
class Power:
    communities: int
    demand: int
    dirty: int
    clean: int
    resilience: dict[str, int]


@dataclass
class Stage:
    """What one stage changes; a new one for each time that it is played."""

    chance: random.Random
    powers: list[Power]
    trees: int
    oceans: int
    carbon: int
    row: int
    tokens: dict[str, int]
    tracks: dict[str, tuple[bool, ...]]
    rolls: int
    due: int
    by_bands: int
    cards_at: tuple[int, ...]
    deck: list[str]
    unread: list[str] = field(default_factory=list)

    @property
    def bands(self) -> int:
        return self.carbon // self.row

    @property
    def lost(self) -> bool:
        hurt = any(power.communities >= LOST_AT for power in self.powers)
        return hurt or self.carbon >= TOO_HOT * self.row

    def roll(self) -> None:
        self.rolls -= 1
        face = self.chance.choice(FACES)
        at, track = self.tokens[face], self.tracks[face]
        self.tokens[face] = min(at + 1, len(track))
        if at < len(track) and not track[at]:
            return
        players = len(self.powers)
        if face == "weather":
            self.due += 2
        elif face in ("desertification", "amazon"):
            self.take_trees(players)
        elif face == "acidification":
            self.hit_all(max(0, players - self.oceans))
            self.oceans = max(0, self.oceans - players)
        elif face == "arctic":
            before = self.bands
            self.carbon += 2 * players
            self.rolls += self.bands - before
            if self.bands > before:
                called = self.cards_at[min(self.bands, len(self.cards_at) - 1)]
                self.due += max(0, called - self.by_bands)
                self.by_bands = max(self.by_bands, called)

    def take_trees(self, number: int) -> None:
        self.hit_all(max(0, number - self.trees))
        self.trees = max(0, self.trees - number)

    def hit_all(self, communities: int) -> None:
        for power in self.powers:
            power.communities += communities

    def one_of(self, worst: Callable[[Power], int]) -> Power:
        """Who is worst off, or one of them by the die."""
        least = min(map(worst, self.powers))
        return self.chance.choice([power for power in self.powers if worst(power) == least])

    def lowest(self, kind: str) -> Power:
        return self.one_of(lambda power: power.resilience[kind])

    def resolve(self, card: str) -> None:
        bands = self.bands
        oil = 1 if len(self.powers) == 1 else 2
        if kind := ALL_LOSE.get(card):
            for power in self.powers:
                power.communities += max(0, bands - power.resilience[kind])
        elif kind := LOWEST_LOSES.get(card):
            hit = self.lowest(kind)
            hit.communities += max(0, bands - hit.resilience[kind])
        elif card == FIRES:
            self.take_trees(max(0, bands - self.lowest("ecological").resilience["ecological"]))
        elif card == POLLUTION:
            lose(self.lowest("infrastructure"), "ecological", oil)
        elif card == COLLUSION:
            lose(self.one_of(lambda power: -power.communities), "social", oil)
        elif card == SABOTAGE:
            hit = self.one_of(lambda power: -power.dirty)
            hit.dirty = max(0, hit.dirty - 2)
            hit.communities += max(0, hit.demand - hit.dirty - hit.clean)


def lose(power: Power, kind: str, number: int) -> None:
    missing = max(0, number - power.resilience[kind])
    power.resilience[kind] -= number - missing
    power.communities += missing


def stage_of(state: State, chance: random.Random) -> Stage:
    """The stage that is due at this table, with the Crisis cards that nobody has seen."""
    gone = {*state.crises.seen, *state.crises.face_up, *state.crises.resolved}
    here = [n for n, card in state.cards.items() if card.kind == "crisis" and n not in gone]
    if state.players == 1:
        here = [n for n in here if state.cards[n].solo]
    return Stage(
        chance=chance,
        powers=[
            Power(p.communities, p.demand, p.dirty, p.clean, dict(p.resilience))
            for p in state.powers.values()
        ],
        trees=state.trees,
        oceans=state.oceans,
        carbon=state.thermometer.carbon,
        row=state.thermometer.row,
        tokens=dict(state.planetary),
        tracks=dict(state.box.tracks),
        rolls=state.dice.rolls_due,
        due=state.crises.due,
        by_bands=state.crises.by_bands,
        cards_at=tuple(state.box.crisis_cards),
        deck=[n for n in here if n in (*ACTING, *IDLE)],
        unread=[n for n in here if n not in (*ACTING, *IDLE)],
    )


def is_lost(state: State, face_up: tuple[str, ...], chance: random.Random, unread: str) -> bool:
    """One stage by chance; unread cards do ``nothing``, what ``another`` does, or the ``worst``."""
    stage = stage_of(state, chance)
    while stage.rolls and not stage.lost:
        stage.roll()
    cards = [*stage.deck, *stage.unread]
    chance.shuffle(cards)
    for card in [*face_up, *cards][: stage.due]:
        if stage.lost:
            break
        if card not in stage.unread:
            stage.resolve(card)
        elif unread == "another":
            stage.resolve(chance.choice(ACTING))
        elif unread == "worst":
            stage.resolve(worst_now(stage))
    return stage.lost


def worst_now(stage: Stage) -> str:
    """The card that brings whoever is nearest to the end the nearest to it."""

    def harm(kind: str) -> int:
        return max(p.communities + max(0, stage.bands - p.resilience[kind]) for p in stage.powers)

    return max(ALL_LOSE, key=lambda card: harm(ALL_LOSE[card]))
