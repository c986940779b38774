"""What happens to Crisis cards: seen, begun, ignored, relieved, resolved, over."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.daybreak.model.events import Event
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import Crises, State
from companion.games.shared.replace import replace


def with_crises(state: State, **changes: object) -> State:
    crises: Crises = replace(state.crises, **changes)
    return replace(state, crises=crises)


@dataclass(frozen=True, slots=True)
class CrisisSeen(Event):
    """A crisis lies face up: the forecast, or one that a card turned over."""

    card: str
    forecast: bool

    def after(self, state: State) -> State:
        forecast = self.card if self.forecast else state.crises.forecast
        lying = (*state.crises.face_up, self.card)
        return with_crises(
            state, forecast=forecast, face_up=lying, seen=once_more(state.crises.seen, self.card)
        )


@dataclass(frozen=True, slots=True)
class CrisisBegan(Event):
    card: str

    def after(self, state: State) -> State:
        return with_crises(
            state,
            resolving=self.card,
            target=None,
            spared=(),
            relief=0,
            seen=once_more(state.crises.seen, self.card),
        )


@dataclass(frozen=True, slots=True)
class CrisisIgnored(Event):
    """Nothing of a crisis happens: to anybody, or to one power."""

    card: str
    why: str
    power: str = ""

    def after(self, state: State) -> State:
        if not self.power:
            return state
        return with_crises(state, spared=(*state.crises.spared, self.power))


@dataclass(frozen=True, slots=True)
class CrisisRelieved(Event):
    """The crisis being resolved does less to everybody it hits."""

    card: str
    by: int

    def after(self, state: State) -> State:
        return with_crises(state, relief=state.crises.relief + self.by)


@dataclass(frozen=True, slots=True)
class CrisisResolved(Event):
    """A crisis leaves with whatever is tucked under it, unless it goes on."""

    card: str
    ongoing: bool

    def after(self, state: State) -> State:
        crises = state.crises
        tucked = () if self.ongoing else crises.tucked.get(self.card, ())
        return with_crises(
            state.discarding(*tucked),
            resolving=None,
            resolved=(*crises.resolved, self.card),
            face_up=tuple(card for card in crises.face_up if card != self.card),
            ongoing=(*crises.ongoing, self.card) if self.ongoing else crises.ongoing,
            tucked=crises.tucked if self.ongoing else without(crises.tucked, self.card),
        )


@dataclass(frozen=True, slots=True)
class CrisisLifted(Event):
    """An ongoing crisis ends: enough cards were tucked under it."""

    card: str

    def after(self, state: State) -> State:
        crises = state.crises
        rules = card_of(state, self.card).crisis
        return with_crises(
            state.discarding(*crises.tucked.get(self.card, ())),
            ongoing=tuple(card for card in crises.ongoing if card != self.card),
            tucked=without(crises.tucked, self.card),
            hidden=crises.hidden or bool(rules and rules.ongoing == "no_forecast"),
        )


def once_more(seen: tuple[str, ...], card: str) -> tuple[str, ...]:
    return seen if card in seen else (*seen, card)


def without(tucked: Mapping[str, tuple[str, ...]], crisis: str) -> Mapping[str, tuple[str, ...]]:
    return {card: under for card, under in tucked.items() if card != crisis}
