"""What happens on the boards: plans, tokens, gems, cards, levels, and cubes in the galaxies."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.council_of_shadows.model.changes import arrived, doubted, moved_cubes, upgraded
from companion.games.council_of_shadows.model.events import Event
from companion.games.council_of_shadows.model.state import Plan, Posting, State
from companion.games.shared.replace import replace


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
        player = state.players[self.seat]
        bonus = replace(player.bonus, light=player.bonus.light + self.kept)
        swapped = player.swapped or self.kept < self.cards
        return state.with_player(self.seat, bonus=bonus, swapped=swapped)


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
        if self.counted and player.purchases_left is not None:
            player = replace(player, purchases_left=player.purchases_left - 1)
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
