"""Everything that can happen on the table: plain facts, each of which knows the state after it.

A journal keeps events for ever, so a class may gain a field with a default and never loses one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.council_of_shadows.model.box import Box
from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.galaxies import fitted
from companion.games.council_of_shadows.model.starting import starting_galaxies, starting_player
from companion.games.council_of_shadows.model.state import (
    Modules,
    Outcome,
    Plan,
    Player,
    Posting,
    State,
    Task,
)
from companion.games.council_of_shadows.model.terms import PURCHASES


class Event:  # no ABC: the words match events by class, and an ABC makes that slow
    __slots__ = ()

    def after(self, state: State) -> State:
        """The state once this has happened."""
        raise NotImplementedError


# --- before the start ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoxOpened(Event):
    box: Box
    cards: Mapping[str, Card] = field(default_factory=dict)

    def after(self, state: State) -> State:
        return replace(state, facts=self.box, cards=self.cards)


@dataclass(frozen=True, slots=True)
class Seated(Event):
    seat: str
    automa: bool = False

    def after(self, state: State) -> State:
        return replace(
            state,
            seats=(*state.seats, self.seat),
            order=(*state.order, self.seat),
            players={**state.players, self.seat: Player(automa=self.automa)},
        )


@dataclass(frozen=True, slots=True)
class DetailChosen(Event):
    detail: str

    def after(self, state: State) -> State:
        return replace(state, detail=self.detail)


@dataclass(frozen=True, slots=True)
class ModulesChosen(Event):
    """Which modules are played; without leaders nobody keeps one."""

    modules: Modules

    def after(self, state: State) -> State:
        kept = self.modules.leaders
        players = {
            seat: player if kept else replace(player, leader=None)
            for seat, player in state.players.items()
        }
        return replace(state, modules=self.modules, players=players)


@dataclass(frozen=True, slots=True)
class LeaderChosen(Event):
    seat: str
    leader: str

    def after(self, state: State) -> State:
        return state.with_player(self.seat, leader=self.leader)


@dataclass(frozen=True, slots=True)
class OrderDealt(Event):
    order: tuple[str, ...]

    def after(self, state: State) -> State:
        return replace(state, order=self.order)


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """Boards, tokens and gems lie as the set-up says; on 0 the highest token came first."""

    def after(self, state: State) -> State:
        came = {seat: at for at, seat in enumerate(reversed(state.order), start=1)}
        return replace(
            state,
            players={seat: starting_player(state, seat, came[seat]) for seat in state.seats},
            galaxies=starting_galaxies(state),
            arrivals=len(state.seats),
        )


# --- rounds, stages, turns -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int

    def after(self, state: State) -> State:
        return replace(state, round=self.round)


@dataclass(frozen=True, slots=True)
class StageBegan(Event):
    stage: str

    def after(self, state: State) -> State:
        return replace(state, stage=self.stage, step=self.stage, turn=None)


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """Whoever is on turn; in the stage ``buy`` with three purchases."""

    seat: str
    step: str

    def after(self, state: State) -> State:
        changed = replace(state, turn=self.seat, step=self.step)
        if state.stage == "buy":
            return changed.with_player(self.seat, purchases_left=PURCHASES)
        return changed.with_player(self.seat, final=0) if state.stage == "final" else changed


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    seat: str

    def after(self, state: State) -> State:
        return state.with_player(self.seat, purchases_left=None, scored=())


@dataclass(frozen=True, slots=True)
class StepBegan(Event):
    """Another step of the turn; what a Dark Tech card lets people do starts with nothing scored."""

    step: str

    def after(self, state: State) -> State:
        changed = replace(state, step=self.step)
        if self.step == "effect" and state.turn:
            return changed.with_player(state.turn, scored=())
        return changed


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    winners: tuple[str, ...]
    reason: str

    def after(self, state: State) -> State:
        outcome = Outcome(self.winners, self.reason)
        return replace(state, stage="end", step="end", turn=None, outcome=outcome)


@dataclass(frozen=True, slots=True)
class TasksChanged(Event):
    """The first task is done, and these come in its place; or more come after all the others."""

    tasks: tuple[Task, ...] = ()
    added: bool = False

    def after(self, state: State) -> State:
        if self.added:
            return replace(state, tasks=(*state.tasks, *self.tasks))
        return replace(state, tasks=(*self.tasks, *state.tasks[1:]))


# --- tokens, gems, cards -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnergyGained(Event):
    """The energy token moves, and comes to its new space now."""

    seat: str
    energy: int
    why: str = ""
    doubtful: bool = False
    """Does the number rest on a stand-in?"""

    def after(self, state: State) -> State:
        player = state.players[self.seat]
        changed = state.with_player(self.seat, energy=player.energy + self.energy)
        if player.final is not None:
            posted = (*player.account, Posting(self.why, self.energy))
            final = player.final + self.energy
            changed = changed.with_player(self.seat, final=final, account=posted)
        if self.doubtful:
            changed = doubted(changed, f"players.{self.seat}.energy")
        return arrived(changed, self.seat) if self.energy else changed


@dataclass(frozen=True, slots=True)
class GemsChanged(Event):
    """Gems come or go; where purses are not followed, people are only told."""

    seat: str
    gems: Mapping[str, int]
    why: str = ""

    def after(self, state: State) -> State:
        purse = state.players[self.seat].gems
        if purse is None:
            return state
        now = {gem: there + self.gems.get(gem, 0) for gem, there in purse.items()}
        return state.with_player(self.seat, gems=now)


@dataclass(frozen=True, slots=True)
class BonusTaken(Event):
    """Light bonus cards; ``kept`` of them raise the number held, the others are swapped or not."""

    seat: str
    cards: int
    kept: int
    why: str = ""

    def after(self, state: State) -> State:
        held = state.players[self.seat].bonus
        return state.with_player(self.seat, bonus=replace(held, light=held.light + self.kept))


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """An AI card, an upgrade or a station; ``id`` as ``upgrades`` or the hand spell it."""

    seat: str
    kind: str
    id: str
    paid: Mapping[str, int] | None = None
    """The gems, where purses are followed; None for a gift."""
    counted: bool = True
    galaxy: str = ""

    def after(self, state: State) -> State:
        player = state.players[self.seat]
        purchases = player.purchases_left
        if self.counted and purchases is not None:
            player = replace(player, purchases_left=purchases - 1)
        if self.paid is not None and player.gems is not None:
            left = {gem: there - self.paid.get(gem, 0) for gem, there in player.gems.items()}
            player = replace(player, gems=left)
        if self.kind == "ai":
            hand = None if player.hand is None else (*player.hand, self.id)
            owned = (*player.owned, self.id)
            player = replace(player, ai_cards=player.ai_cards + 1, owned=owned, hand=hand)
        elif self.kind == "station":
            player = replace(player, stations={**player.stations, self.id: self.galaxy})
        else:
            player = upgraded(player, self.id)
        changed = replace(state, players={**state.players, self.seat: player})
        if self.kind == "station" and changed.galaxies is not None:
            changed = changed.with_galaxy(self.galaxy, station=changed.station_in(self.galaxy))
        return changed


@dataclass(frozen=True, slots=True)
class ReachRaised(Event):
    """An upgrade of reach that a Dark Tech card gives."""

    seat: str
    upgrade: str

    def after(self, state: State) -> State:
        player = upgraded(state.players[self.seat], self.upgrade)
        return replace(state, players={**state.players, self.seat: player})


# --- planning ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Planned(Event):
    """A card on a slot, in secret; none takes back what was laid there in this planning."""

    seat: str
    slot: int
    card: str | None

    def after(self, state: State) -> State:
        plan = state.players[self.seat].plan
        cards = {slot: card for slot, card in plan.cards.items() if slot != str(self.slot)}
        if self.card is not None:
            cards[str(self.slot)] = self.card
        return state.with_player(self.seat, plan=replace(plan, cards=cards))


@dataclass(frozen=True, slots=True)
class NumberPlanned(Event):
    seat: str
    number: int | None

    def after(self, state: State) -> State:
        plan = replace(state.players[self.seat].plan, number=self.number)
        return state.with_player(self.seat, plan=plan)


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """The screens are lifted: laid cards lie on their slots, and the consumption token moves."""

    seat: str
    printed: int
    """What the cards add up to, or what was said."""
    moved: int
    doubtful: bool = False

    def after(self, state: State) -> State:
        player = state.players[self.seat]
        laid = player.plan.cards
        hand, slots = player.hand, player.slots
        if hand is not None and slots is not None and not player.automa:
            hand = tuple(card for card in hand if card not in laid.values())
            slots = tuple(
                (laid[str(at)], *pile) if str(at) in laid else pile
                for at, pile in enumerate(slots, start=1)
            )
        changed = state.with_player(
            self.seat,
            consumption=player.consumption + self.moved,
            round_consumption=self.moved,
            hand=hand,
            slots=slots,
            plan=Plan(),
        )
        return doubted(changed, f"players.{self.seat}.consumption") if self.doubtful else changed


@dataclass(frozen=True, slots=True)
class OrderFound(Event):
    """The order tokens of this round; for each seat why it stands where it does."""

    order: tuple[str, ...]

    def after(self, state: State) -> State:
        return replace(state, order=self.order)


@dataclass(frozen=True, slots=True)
class CardsSlid(Event):
    seat: str

    def after(self, state: State) -> State:
        player = state.players[self.seat]
        *stay, last = player.slots or ()
        return state.with_player(self.seat, slots=((), *stay), hand=(*(player.hand or ()), *last))


# --- the board -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Colonized(Event):
    seat: str
    cubes: int
    galaxy: str
    space: int | None = None

    def after(self, state: State) -> State:
        return moved_cubes(state, self.seat, self.cubes, self.galaxy, self.space)


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    tile: str
    galaxy: str
    space: int

    def after(self, state: State) -> State:
        path = ("galaxies", self.galaxy, "systems", str(self.space - 1), "tile")
        return state.with_value(path, self.tile)


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A galaxy pays; the energy and the card are told by what follows."""

    seat: str
    galaxy: str
    majority: bool

    def after(self, state: State) -> State:
        scored = state.players[self.seat].scored
        return state.with_player(self.seat, scored=(*scored, self.galaxy))


@dataclass(frozen=True, slots=True)
class CubeRemoved(Event):
    seat: str
    galaxy: str
    space: int | None = None

    def after(self, state: State) -> State:
        return moved_cubes(state, self.seat, -1, self.galaxy, self.space)


# --- levels and the end --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LevelReached(Event):
    """Energy minus consumption is left, one level higher."""

    seat: str
    level: int

    def after(self, state: State) -> State:
        player = state.players[self.seat]
        left = player.energy - player.consumption
        return arrived(state.with_player(self.seat, level=self.level, energy=left), self.seat)


@dataclass(frozen=True, slots=True)
class ThroneTaken(Event):
    seat: str

    def after(self, state: State) -> State:
        return replace(state, throne=self.seat)


@dataclass(frozen=True, slots=True)
class DarkTaken(Event):
    """A Dark Tech card; what it does at once follows."""

    seat: str
    card: str

    def after(self, state: State) -> State:
        player = state.players[self.seat]
        changed = state.with_player(self.seat, dark=(*player.dark, self.card))
        if self.card == "perpetual":
            return changed.with_player(self.seat, perpetual_from=state.round + 1)
        if self.card == "stargate":
            slots = None if player.slots is None else (*player.slots, ())
            return changed.with_player(self.seat, reach=(*player.reach, 3), slots=slots)
        return changed


@dataclass(frozen=True, slots=True)
class ConsumptionLowered(Event):
    seat: str
    by: int

    def after(self, state: State) -> State:
        now = state.players[self.seat].consumption - self.by
        return state.with_player(self.seat, consumption=now)


@dataclass(frozen=True, slots=True)
class BonusCounted(Event):
    """A bonus card of the final account is shown; its energy follows."""

    seat: str
    card: str
    number: int

    def after(self, state: State) -> State:
        played = state.players[self.seat].played
        return state.with_player(self.seat, played=(*played, self.card))


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    path: str
    value: str | int | bool | None

    def after(self, state: State) -> State:
        match self.path.split("."):
            case ["facts", *_] as path:
                box = state.box.corrected(
                    in_the_box(state, tuple(path)), self.value, both_sides=not state.round
                )
                return fitted(replace(state, facts=box))
            case path:
                known = tuple(each for each in state.doubtful if each != self.path)
                changed = replace(state.with_value(tuple(path), self.value), doubtful=known)
        if path[0] == "players" and path[2] == "energy":
            moved = changed.players[path[1]].energy != state.players[path[1]].energy
            return arrived(changed, path[1]) if moved else changed
        return fitted(changed, tuple(path)) if path[0] == "galaxies" else changed


# --- what several of them do ---------------------------------------------------------------------


def in_the_box(state: State, path: tuple[str, ...]) -> tuple[str, ...]:
    """A fact's path in the box: ``galaxies`` of the document are those of the side in play."""
    if state.round and path[1] == "galaxies":
        return ("facts", state.side, *path[2:])
    return path


def arrived(state: State, seat: str) -> State:
    """The energy token came to its space just now."""
    now = state.arrivals + 1
    return replace(state, arrivals=now).with_player(seat, arrived=now)


def doubted(state: State, path: str) -> State:
    """A number rests on a stand-in from here on."""
    return replace(state, doubtful=tuple(sorted({*state.doubtful, path})))


def upgraded(player: Player, upgrade: str) -> Player:
    """One more cube on the own board; ``range-2-3`` is slot 2 to parsec 3."""
    reach = player.reach
    match upgrade.split("-"):
        case ["range", slot, parsec]:
            at = int(slot) - 1
            reach = (*reach[:at], int(parsec), *reach[at + 1 :])
    upgrades = (*player.upgrades, upgrade)
    return replace(player, reach=reach, upgrades=upgrades, board_cubes=player.board_cubes + 1)


def moved_cubes(state: State, seat: str, cubes: int, galaxy: str, space: int | None) -> State:
    assert state.galaxies is not None
    there = state.galaxies[galaxy]
    colonies = {**there.colonies, seat: there.colonies[seat] + cubes}
    changed = state.with_galaxy(galaxy, colonies=colonies)
    if space is None:
        return changed
    path = ("galaxies", galaxy, "systems", str(space - 1), "colonies", seat)
    return changed.with_value(path, changed.number(path) + cubes)
