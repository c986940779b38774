"""What happens to people: energy, injuries, traumas, death, story tokens, points, objects."""

from dataclasses import dataclass

from companion.games.naufragos.model.events import Event, leave
from companion.games.naufragos.model.state import State


@dataclass(frozen=True, slots=True)
class EnergySpent(Event):
    """Somebody chose to use it."""

    seat: str
    energy: int
    why: str

    def after(self, state: State) -> State:
        return state.with_castaway(
            self.seat, energy=state.castaways[self.seat].energy - self.energy
        )


@dataclass(frozen=True, slots=True)
class EnergyLost(Event):
    seat: str
    energy: int
    why: str

    def after(self, state: State) -> State:
        return state.with_castaway(
            self.seat, energy=state.castaways[self.seat].energy - self.energy
        )


@dataclass(frozen=True, slots=True)
class EnergyGained(Event):
    seat: str
    energy: int
    why: str

    def after(self, state: State) -> State:
        return state.with_castaway(
            self.seat, energy=state.castaways[self.seat].energy + self.energy
        )


@dataclass(frozen=True, slots=True)
class Injured(Event):
    """One more injury covers the highest free number of the scale."""

    seat: str
    why: str

    def after(self, state: State) -> State:
        return state.with_castaway(self.seat, injuries=state.castaways[self.seat].injuries + 1)


@dataclass(frozen=True, slots=True)
class InjuryWorsened(Event):
    """The topmost injury becomes a trauma, for ever."""

    seat: str
    why: str

    def after(self, state: State) -> State:
        one = state.castaways[self.seat]
        return state.with_castaway(self.seat, injuries=one.injuries - 1, traumas=one.traumas + 1)


@dataclass(frozen=True, slots=True)
class TraumaCame(Event):
    """A card gives a trauma: on a scale that is full it takes the place of an injury."""

    seat: str

    def after(self, state: State) -> State:
        one = state.castaways[self.seat]
        full = one.injuries + one.traumas >= one.max
        return state.with_castaway(self.seat, injuries=one.injuries - full, traumas=one.traumas + 1)


@dataclass(frozen=True, slots=True)
class Healed(Event):
    seat: str
    injuries: int

    def after(self, state: State) -> State:
        left = state.castaways[self.seat].injuries - self.injuries
        return state.with_castaway(self.seat, injuries=left)


@dataclass(frozen=True, slots=True)
class Died(Event):
    """The fourth trauma. What somebody carried who died alone out there is gone."""

    seat: str
    alone: bool

    def after(self, state: State) -> State:
        state = leave(state, self.seat)
        kept = () if self.alone else state.castaways[self.seat].objects
        return state.with_castaway(self.seat, alive=False, pawns=0, objects=kept)


@dataclass(frozen=True, slots=True)
class StoryGained(Event):
    seat: str
    tokens: int
    why: str

    def after(self, state: State) -> State:
        story = state.castaways[self.seat].story + self.tokens
        return state.with_castaway(self.seat, story=story)


@dataclass(frozen=True, slots=True)
class StorySpent(Event):
    """A token repeats a roll."""

    seat: str

    def after(self, state: State) -> State:
        return state.with_castaway(self.seat, story=state.castaways[self.seat].story - 1)


@dataclass(frozen=True, slots=True)
class Scored(Event):
    seat: str
    points: int

    def after(self, state: State) -> State:
        return state.with_castaway(self.seat, score=self.points)


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    card: str
    seat: str

    def after(self, state: State) -> State:
        state = without_card(state, self.card)
        held = (*state.castaways[self.seat].objects, self.card)
        return state.with_castaway(self.seat, objects=held)


@dataclass(frozen=True, slots=True)
class CardGone(Event):
    card: str

    def after(self, state: State) -> State:
        return without_card(state, self.card)


def without_card(state: State, card: str) -> State:
    for seat, one in state.castaways.items():
        if card in one.objects:
            held = tuple(each for each in one.objects if each != card)
            state = state.with_castaway(seat, objects=held)
    return state
