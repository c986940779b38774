"""What happens in camp: pawns, food, wood, the fire, constructions, the night."""

from dataclasses import dataclass

from companion.games.naufragos.model.events import Event
from companion.games.naufragos.model.state import Fire, State, Wreck
from companion.games.naufragos.model.terms import CAMP, MATERIALS, RAFT, REST, SHELTER, WHITE
from companion.games.shared.replace import replace


@dataclass(frozen=True, slots=True)
class PawnPlaced(Event):
    """A pawn goes onto a space. In the solo game the white one is lifted at once."""

    seat: str
    action: str
    space: int
    card: str | None = None
    white: bool = False

    def after(self, state: State) -> State:
        if self.white:
            state = replace(state, white=self.seat)
            if state.solo:
                return state
        else:
            state = state.with_more(self.seat, pawns=-1)
        pawn = WHITE if self.white else self.seat
        spaces = state.actions[self.action]
        if self.action == REST:
            spaces = (*spaces[: self.space], pawn, *spaces[self.space + 1 :])
        else:
            spaces = (*spaces, pawn)
        if self.action == CAMP:
            state = replace(state, cards_used=(*state.cards_used, self.card))
        return replace(state, actions={**state.actions, self.action: spaces})


@dataclass(frozen=True, slots=True)
class FoodFound(Event):
    """A tile of the supply is turned over: so many units for tonight."""

    seat: str
    supply: str
    units: int

    def after(self, state: State) -> State:
        left = getattr(state.supply, self.supply) - 1
        state = state.with_value(("supply", self.supply), left)
        state = state.with_number_told(self.supply, self.units)
        return state.with_goods(perishable=self.units)


@dataclass(frozen=True, slots=True)
class WoodFound(Event):
    seat: str

    def after(self, state: State) -> State:
        return state.with_goods(wood=1)


@dataclass(frozen=True, slots=True)
class NothingCame(Event):
    """An action without effect: nothing left in the supply, no wood, nothing that can be built."""

    seat: str
    action: str
    why: str


@dataclass(frozen=True, slots=True)
class WreckSalvaged(Event):
    seat: str

    def after(self, state: State) -> State:
        return replace(state, wreck=Wreck(state.wreck.left))


@dataclass(frozen=True, slots=True)
class FireLit(Event):
    seat: str

    def after(self, state: State) -> State:
        return replace(state.with_goods(wood=-1), fire=Fire(lit=True, wood=1))


@dataclass(frozen=True, slots=True)
class FireFed(Event):
    def after(self, state: State) -> State:
        return replace(state.with_goods(wood=-1), fire=Fire(lit=True, wood=1))


@dataclass(frozen=True, slots=True)
class WoodBurned(Event):
    def after(self, state: State) -> State:
        return replace(state, fire=Fire(lit=True))


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A shelter or the raft stands: its materials leave the store."""

    seat: str
    building: str

    def after(self, state: State) -> State:
        cost = state.cost_of(self.building)
        state = state.with_goods(**{name: -getattr(cost, name) for name in MATERIALS})
        if self.building == SHELTER:
            path, value = ("constructions", SHELTER), state.constructions.shelter + 1
            return state.with_value(path, value)
        return state.with_value(("constructions", RAFT, "done"), True)


@dataclass(frozen=True, slots=True)
class BuildingFailed(Event):
    """Too little energy came together: it is gone, and the materials stay."""

    seat: str
    building: str


@dataclass(frozen=True, slots=True)
class BuildingGrew(Event):
    """White cubes on the sign in the sand, or wood on the great bonfire."""

    seat: str
    building: str
    by: int
    wood: int = 0

    def after(self, state: State) -> State:
        grown = state.growing(self.building).progress + self.by
        state = state.with_value(("constructions", self.building, "progress"), grown)
        return state.with_goods(wood=-self.wood)


@dataclass(frozen=True, slots=True)
class BuildingFinished(Event):
    seat: str
    building: str

    def after(self, state: State) -> State:
        return state.with_value(("constructions", self.building, "done"), True)


# --- the night -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MealTold(Event):
    """People have said what somebody eats: that one is out of the proposal."""

    seat: str

    def after(self, state: State) -> State:
        return replace(state, told=(*state.told, self.seat))


@dataclass(frozen=True, slots=True)
class Ate(Event):
    seat: str
    perishable: int = 0
    food: int = 0
    own: int = 0

    @property
    def units(self) -> int:
        return self.perishable + self.food + self.own

    def after(self, state: State) -> State:
        state = state.with_goods(perishable=-self.perishable, food=-self.food)
        eaten = self.units
        return state.with_more(self.seat, food=-self.own, eaten=eaten, energy=eaten)


@dataclass(frozen=True, slots=True)
class WentHungry(Event):
    """Somebody ate nothing; what that does follows in other events."""

    seat: str


@dataclass(frozen=True, slots=True)
class FoodRotted(Event):
    units: int

    def after(self, state: State) -> State:
        return state.with_goods(perishable=-self.units)
