"""What happens to people: energy, injuries, death, story tokens, objects; and away from camp:
expeditions, the track, the way home, those who are lost."""

from dataclasses import dataclass

from companion.games.naufragos.model.events import Event, leave
from companion.games.naufragos.model.state import Expedition, LostGroup, State
from companion.games.naufragos.model.terms import FIRE
from companion.games.shared.replace import replace


@dataclass(frozen=True, slots=True)
class EnergySpent(Event):
    """Somebody chose to use it."""

    seat: str
    energy: int
    why: str

    def after(self, state: State) -> State:
        if (self.why, state.step) == (FIRE, "resolve"):
            state = state.with_number_told(FIRE, self.energy)
        return state.with_more(self.seat, energy=-self.energy)


@dataclass(frozen=True, slots=True)
class EnergyLost(Event):
    seat: str
    energy: int
    why: str

    def after(self, state: State) -> State:
        return state.with_more(self.seat, energy=-self.energy)


@dataclass(frozen=True, slots=True)
class EnergyGained(Event):
    seat: str
    energy: int
    why: str

    def after(self, state: State) -> State:
        return state.with_more(self.seat, energy=self.energy)


@dataclass(frozen=True, slots=True)
class Injured(Event):
    """One more injury covers the highest free number of the scale."""

    seat: str
    why: str

    def after(self, state: State) -> State:
        return state.with_more(self.seat, injuries=1)


@dataclass(frozen=True, slots=True)
class InjuryWorsened(Event):
    """The topmost injury becomes a trauma, for ever."""

    seat: str
    why: str

    def after(self, state: State) -> State:
        return state.with_more(self.seat, injuries=-1, traumas=1)


@dataclass(frozen=True, slots=True)
class TraumaCame(Event):
    """A card gives a trauma: on a scale that is full it takes the place of an injury."""

    seat: str

    def after(self, state: State) -> State:
        one = state.castaways[self.seat]
        full = one.injuries + one.traumas >= one.max
        return state.with_more(self.seat, injuries=-full, traumas=1)


@dataclass(frozen=True, slots=True)
class Healed(Event):
    seat: str
    injuries: int

    def after(self, state: State) -> State:
        return state.with_more(self.seat, injuries=-self.injuries)


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
        return state.with_more(self.seat, story=self.tokens)


@dataclass(frozen=True, slots=True)
class StorySpent(Event):
    """A token repeats a roll."""

    seat: str

    def after(self, state: State) -> State:
        return state.with_more(self.seat, story=-1)


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
        state = replace(state, gone=tuple(card for card in state.gone if card != self.card))
        return state.with_castaway(self.seat, objects=held)


@dataclass(frozen=True, slots=True)
class CardGone(Event):
    card: str

    def after(self, state: State) -> State:
        return replace(without_card(state, self.card), gone=(*state.gone, self.card))


def without_card(state: State, card: str) -> State:
    for seat, one in state.castaways.items():
        if card in one.objects:
            held = tuple(each for each in one.objects if each != card)
            state = state.with_castaway(seat, objects=held)
    return state


def with_group(state: State, members: tuple[str, ...], **changes: object) -> State:
    """With the lost group of these members changed."""
    groups = tuple(
        replace(group, **changes) if group.members == members else group for group in state.lost
    )
    return replace(state, lost=groups)


def closer(state: State, group: LostGroup) -> int:
    """One space nearer to camp on the scale of difficulty."""
    return max(state.box.difficulty.min, group.difficulty - 1)


@dataclass(frozen=True, slots=True)
class WaySought(Event):
    """A lost group uses a pawn each, and is one space nearer."""

    members: tuple[str, ...]

    def after(self, state: State) -> State:
        (group,) = (each for each in state.lost if each.members == self.members)
        pawns = 0 if group.sought else 1
        for seat in self.members:
            left = min(state.castaways[seat].pawns, pawns)
            state = state.with_castaway(seat, pawns=left)
        return with_group(state, self.members, difficulty=closer(state, group), sought=True)


@dataclass(frozen=True, slots=True)
class NightFellOnTheLost(Event):
    """At the end of a turn a lost group is one space nearer."""

    members: tuple[str, ...]

    def after(self, state: State) -> State:
        (group,) = (each for each in state.lost if each.members == self.members)
        return with_group(state, self.members, difficulty=closer(state, group))


@dataclass(frozen=True, slots=True)
class CameHome(Event):
    """A group is in camp: out of the expedition, or not lost any more."""

    members: tuple[str, ...]

    def after(self, state: State) -> State:
        found = tuple(group for group in state.lost if group.members != self.members)
        return gone(replace(state, lost=found), self.members)


@dataclass(frozen=True, slots=True)
class StillLost(Event):
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GotLost(Event):
    """Nobody found the way: these are lost together, as far away as the expedition is."""

    members: tuple[str, ...]

    def after(self, state: State) -> State:
        assert state.expedition is not None
        group = LostGroup(self.members, state.expedition.difficulty, sought=True)
        return gone(replace(state, lost=(*state.lost, group)), self.members)


def gone(state: State, members: tuple[str, ...]) -> State:
    """These have left the expedition, if they were in it."""
    if state.expedition is None:
        return state
    left = tuple(seat for seat in state.expedition.members if seat not in members)
    return replace(state, expedition=replace(state.expedition, members=left))


@dataclass(frozen=True, slots=True)
class ExpeditionLeft(Event):
    members: tuple[str, ...]

    def after(self, state: State) -> State:
        start = state.box.difficulty.start
        party = Expedition(self.members, start, self.members[0], self.members)
        return replace(state, expedition=party)


@dataclass(frozen=True, slots=True)
class ExpeditionOver(Event):
    def after(self, state: State) -> State:
        return replace(state, expedition=None)


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A card of the island, and what its marks say; what they do follows in other events."""

    seat: str
    sector: str
    difficulty: int
    card: str | None = None
    pending: bool = False

    def after(self, state: State) -> State:
        return replace(state, turned=(*state.turned, turned_as(self.card or "", self.pending)))


def turned_as(card: str, pending: bool) -> str:
    """A card may be turned over once from its deck, and once where it was put aside."""
    return f"{card} pending" if pending else card


@dataclass(frozen=True, slots=True)
class MovedOn(Event):
    """A cube on the track."""

    seat: str
    to: int

    def after(self, state: State) -> State:
        return state.with_castaway(self.seat, track=self.to)


@dataclass(frozen=True, slots=True)
class WayBackGrew(Event):
    by: int

    def after(self, state: State) -> State:
        assert state.expedition is not None
        further = state.expedition.difficulty + self.by
        return state.with_value(("expedition", "difficulty"), further)


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """The next explorer explores or goes back."""

    to: str

    def after(self, state: State) -> State:
        return state.with_value(("expedition", "turn"), self.to)
