"""Everything that can happen on the table: plain facts, each of which knows the state after it.

A journal keeps events for ever, so a class may gain a field with a default and never loses one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.daybreak.model.box import SOLO, Box
from companion.games.daybreak.model.card import Card
from companion.games.daybreak.model.stacks import cards_of_projects, starting_stacks
from companion.games.daybreak.model.state import (
    CUBES_PER_COLUMN,
    Crises,
    Dice,
    Outcome,
    Power,
    Roll,
    State,
    Thermometer,
    Tie,
    setup_for,
)
from companion.games.daybreak.model.terms import COMMUNITIES_TO_LOSE
from companion.games.shared.events import Event as Event
from companion.games.shared.events import StepBegan as StepBegan
from companion.games.shared.replace import replace


@dataclass(frozen=True, slots=True)
class BoxOpened(Event):
    box: Box
    cards: Mapping[str, Card] = field(default_factory=dict)

    def after(self, state: State) -> State:
        return replace(state, facts=self.box, standins=self.box.standins, cards=self.cards)


@dataclass(frozen=True, slots=True)
class Seated(Event):
    power: str

    def after(self, state: State) -> State:
        return replace(state, seats=(*state.seats, self.power))


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """The boards are laid out as the set-up and the Reference cards say."""

    def after(self, state: State) -> State:
        setup = setup_for(state.seats)
        card = {seat: SOLO if state.players == 1 else seat for seat in state.seats}
        printed = {seat: state.box.references[card[seat]] for seat in state.seats}
        seat_of = {card[seat]: seat for seat in state.seats}

        def in_document(path: str) -> str | None:
            """Where a fact's path is found once these powers sit at the table."""
            head, power, *rest = path.split(".")
            if head != "powers":
                return path
            return ".".join((head, seat_of[power], *rest)) if power in seat_of else None

        return replace(
            state,
            standins=tuple(path for old in state.standins if (path := in_document(old))),
            difficulty=setup.difficulty,
            trees=setup.trees,
            oceans=setup.oceans,
            thermometer=Thermometer(row=CUBES_PER_COLUMN * state.players),
            powers={
                seat: Power(
                    demand=reference.demand,
                    dirty=reference.dirty,
                    clean=reference.clean,
                    emissions=reference.emissions,
                    resilience=reference.resilience,
                    communities=reference.communities,
                    growth=reference.growth,
                    stacks=starting_stacks(state.cards, card[seat]),
                )
                for seat, reference in printed.items()
            },
        )


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int

    def after(self, state: State) -> State:
        more = cards_of_projects(state)
        fresh = {
            seat: replace(power, draw_change=power.draw_next + more, draw_next=0)
            for seat, power in state.powers.items()
        }
        stay = {card: state.crises.tucked.get(card, ()) for card in state.crises.ongoing}
        return replace(
            state,
            round=self.round,
            powers=fresh,
            crises=Crises(ongoing=state.crises.ongoing, tucked=stay, seen=state.crises.seen),
            thermometer=replace(state.thermometer, peak=state.thermometer.bands),
            judged={},
            project_chosen=False,
            uses={},
            emitted=0,
            absorbed=0,
        )


@dataclass(frozen=True, slots=True)
class StageBegan(Event):
    stage: str

    def after(self, state: State) -> State:
        return replace(state, stage=self.stage, dice=replace(state.dice, spare=0))


@dataclass(frozen=True, slots=True)
class CrisisCardsCalled(Event):
    """The thermometer calls for this many Crisis cards in all this round."""

    cards: int

    def after(self, state: State) -> State:
        due = state.crises.due + self.cards - state.crises.by_bands
        return replace(
            state, crises=replace(state.crises, due=due, by_bands=self.cards, called=True)
        )


@dataclass(frozen=True, slots=True)
class CrisisCardsAdded(Event):
    """More Crisis cards, whatever the thermometer says."""

    cards: int

    def after(self, state: State) -> State:
        return replace(state, crises=replace(state.crises, due=state.crises.due + self.cards))


@dataclass(frozen=True, slots=True)
class CommunitiesAdded(Event):
    power: str
    communities: int
    why: str

    def after(self, state: State) -> State:
        now = min(COMMUNITIES_TO_LOSE, state.powers[self.power].communities + self.communities)
        return state.with_power(self.power, communities=now)


@dataclass(frozen=True, slots=True)
class CarbonEmitted(Event):
    """A power's carbon of this round goes to Recent Emissions."""

    power: str
    cubes: int

    def after(self, state: State) -> State:
        return replace(state, recent=state.recent + self.cubes, emitted=state.emitted + self.cubes)


@dataclass(frozen=True, slots=True)
class CarbonReleased(Event):
    """The planet itself puts carbon into Recent Emissions."""

    cubes: int
    why: str

    def after(self, state: State) -> State:
        return replace(state, recent=state.recent + self.cubes)


@dataclass(frozen=True, slots=True)
class CarbonSequestered(Event):
    """Trees, Oceans and Direct Air Capture take carbon out of Recent Emissions."""

    cubes: int

    def after(self, state: State) -> State:
        return replace(
            state, recent=state.recent - self.cubes, absorbed=state.absorbed + self.cubes
        )


@dataclass(frozen=True, slots=True)
class DrawdownReached(Event):
    """The round marker is flipped."""

    def after(self, state: State) -> State:
        return replace(state, drawdown=True)


@dataclass(frozen=True, slots=True)
class ThermometerCooled(Event):
    """Sinks that are still uncovered take carbon from the thermometer, breaking bands."""

    cubes: int

    def after(self, state: State) -> State:
        cooler = state.thermometer.with_carbon(state.thermometer.carbon - self.cubes)
        return replace(state, thermometer=cooler, absorbed=state.absorbed + self.cubes)


@dataclass(frozen=True, slots=True)
class EmissionsMoved(Event):
    """What is left in Recent Emissions goes onto the thermometer."""

    cubes: int

    def after(self, state: State) -> State:
        warmer = state.thermometer.with_carbon(state.thermometer.carbon + self.cubes)
        return replace(state, thermometer=warmer, recent=state.recent - self.cubes)


@dataclass(frozen=True, slots=True)
class ThermometerHeated(Event):
    """Carbon that goes straight onto the thermometer."""

    cubes: int
    why: str

    def after(self, state: State) -> State:
        warmer = state.thermometer.with_carbon(state.thermometer.carbon + self.cubes)
        return replace(state, thermometer=warmer)


@dataclass(frozen=True, slots=True)
class RollsChanged(Event):
    """More (or, after a correction, fewer) rolls of the Planetary Effects die are due."""

    by: int
    credited: bool = False
    """Rolls that were made already count, if the band for which they were made comes again."""

    def after(self, state: State) -> State:
        dice = state.dice
        owed = dice.rolls_due + self.by - dice.spare
        spare = max(0, -owed) if self.credited else 0
        return replace(state, dice=replace(dice, rolls_due=max(0, owed), spare=spare))


@dataclass(frozen=True, slots=True)
class EffectRolled(Event):
    """The Planetary Effects die: a roll that was due."""

    effect: str

    def after(self, state: State) -> State:
        last = Roll("planetary", self.effect, None, free=False)
        return replace(
            state, dice=replace(state.dice, rolls_due=state.dice.rolls_due - 1, last=last)
        )


@dataclass(frozen=True, slots=True)
class FreelyRolled(Event):
    """A die was rolled when no roll was due: it shows a face and changes nothing."""

    die: str
    face: str | int

    def after(self, state: State) -> State:
        return replace(
            state, dice=replace(state.dice, last=Roll(self.die, self.face, None, free=True))
        )


@dataclass(frozen=True, slots=True)
class TrackAdvanced(Event):
    effect: str

    def after(self, state: State) -> State:
        moved = state.planetary[self.effect] + 1
        return replace(state, planetary={**state.planetary, self.effect: moved})


@dataclass(frozen=True, slots=True)
class Tipped(Event):
    """A token entered, or stays on, a Tipping Point; what it does follows in other events."""

    effect: str


@dataclass(frozen=True, slots=True)
class SinksLost(Event):
    sink: str
    tokens: int

    def after(self, state: State) -> State:
        return state.with_value((self.sink,), getattr(state, self.sink) - self.tokens)


@dataclass(frozen=True, slots=True)
class ResilienceLost(Event):
    power: str
    resilience: str
    tokens: int

    def after(self, state: State) -> State:
        path = ("powers", self.power, "resilience", self.resilience)
        left = state.powers[self.power].resilience[self.resilience] - self.tokens
        return state.with_value(path, left)


@dataclass(frozen=True, slots=True)
class TieArose(Event):
    powers: tuple[str, ...]

    def after(self, state: State) -> State:
        crises = replace(state.crises, target=None)
        return replace(state, crises=crises, dice=replace(state.dice, tie=Tie(self.powers)))


@dataclass(frozen=True, slots=True)
class TieRolled(Event):
    power: str
    face: int

    def after(self, state: State) -> State:
        assert state.dice.tie is not None
        tie = replace(state.dice.tie, rolls=(*state.dice.tie.rolls, self.face))
        last = Roll("geoengineering", self.face, self.power, free=False)
        return replace(state, dice=replace(state.dice, tie=tie, last=last))


@dataclass(frozen=True, slots=True)
class Targeted(Event):
    power: str

    def after(self, state: State) -> State:
        crises = replace(state.crises, target=self.power)
        return replace(state, crises=crises, dice=replace(state.dice, tie=None))


@dataclass(frozen=True, slots=True)
class DemandGrew(Event):
    power: str
    by: int

    def after(self, state: State) -> State:
        return state.with_power(self.power, demand=state.powers[self.power].demand + self.by)


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """Somebody at the table set a number by hand."""

    path: str
    value: int | bool | tuple[int | bool | str, ...]

    def after(self, state: State) -> State:
        path = tuple(self.path.split("."))
        value = self.value
        if path[-1] == "draw":
            assert isinstance(value, int)
            path = (*path[:-1], "draw_change")
            value -= state.powers[path[1]].usual_draw
        if path == ("thermometer", "bands"):
            assert isinstance(value, int)
            state = replace(state, thermometer=state.thermometer.corrected(value))
        changed = state.with_value(path, value)
        if self.path not in state.standins:
            return changed
        verified = tuple(standin for standin in state.standins if standin != self.path)
        return replace(changed, standins=verified)


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    won: bool
    reason: str

    def after(self, state: State) -> State:
        return replace(
            state, outcome=Outcome(self.won, self.reason), dice=Dice(last=state.dice.last), tasks=()
        )
