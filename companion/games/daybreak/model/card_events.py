"""What happens to cards, and what cards do to the table."""

from dataclasses import dataclass
from typing import Literal

from companion.games.daybreak.model.card import Card, Tag
from companion.games.daybreak.model.crisis_events import with_crises
from companion.games.daybreak.model.events import Event
from companion.games.daybreak.model.stacks import card_of, cards_of_projects
from companion.games.daybreak.model.state import Challenge, Roll, Slot, State, Task
from companion.games.daybreak.model.terms import ANY_CARD
from companion.games.shared.replace import replace


def with_stack(state: State, power: str, at: int, stack: tuple[str, ...]) -> State:
    stacks = state.powers[power].stacks
    return state.with_power(power, stacks=(*stacks[:at], stack, *stacks[at + 1 :]))


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A card goes in front of a stack."""

    power: str
    stack: int
    card: str

    def after(self, state: State) -> State:
        old = state.powers[self.power].stacks[self.stack]
        state = state.leaving_hand(self.card)
        return with_stack(state, self.power, self.stack, (self.card, *old))


@dataclass(frozen=True, slots=True)
class CardTucked(Event):
    """A card goes behind the first ``behind`` cards of a stack."""

    power: str
    stack: int
    card: str
    behind: int

    def after(self, state: State) -> State:
        old = state.powers[self.power].stacks[self.stack]
        new = (*old[: self.behind], self.card, *old[self.behind :])
        return with_stack(state.leaving_hand(self.card), self.power, self.stack, new)


@dataclass(frozen=True, slots=True)
class CardTuckedUnder(Event):
    """A card goes under a Global Project or a crisis."""

    power: str
    card: str
    under: str

    def after(self, state: State) -> State:
        state = state.leaving_hand(self.card)
        if self.under in {slot.number for slot in state.globals}:
            slots = tuple(
                replace(slot, tucked=(*slot.tucked, self.card))
                if slot.number == self.under
                else slot
                for slot in state.globals
            )
            return replace(state, globals=slots)
        there = (*state.crises.tucked.get(self.under, ()), self.card)
        return with_crises(state, tucked={**state.crises.tucked, self.under: there})


@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """A card leaves a hand, a stack or a Global Project; ``?`` is any card of the hand."""

    power: str
    card: str

    def after(self, state: State) -> State:
        state = state.leaving_hand(self.card)
        slots = tuple(
            replace(slot, tucked=tuple(card for card in slot.tucked if card != self.card))
            for slot in state.globals
        )
        powers = {
            seat: replace(
                power,
                stacks=tuple(
                    tuple(card for card in stack if card != self.card) for stack in power.stacks
                ),
            )
            for seat, power in state.powers.items()
        }
        without = replace(state, globals=slots, powers=powers)
        return without if self.card == ANY_CARD else without.discarding(self.card)


@dataclass(frozen=True, slots=True)
class HandTold(Event):
    """The cards that a power holds, as far as it says."""

    power: str
    cards: tuple[str, ...]

    def after(self, state: State) -> State:
        for card in self.cards:
            state = state.leaving_hand(card)
        return state.with_power(self.power, hand=self.cards)


@dataclass(frozen=True, slots=True)
class CardTagged(Event):
    """Somebody says which tags a card prints: all of them, or as many as were asked for."""

    card: str
    tags: tuple[Tag, ...]
    known: Literal["all", "part"] = "all"
    counted: tuple[Tag, ...] = ()
    """Of these kinds there are no more, where the others are not known."""

    def after(self, state: State) -> State:
        tagged = replace(
            card_of(state, self.card),
            tags=self.tags,
            tags_known=self.known,
            tags_counted=self.counted,
        )
        return replace(state, cards={**state.cards, self.card: tagged})


@dataclass(frozen=True, slots=True)
class CardTold(Event):
    """Somebody has a card in their hand and says what it prints, as a pack would."""

    card: Card
    fields: tuple[str, ...]
    """What was said of it; the rest is as it was."""

    def after(self, state: State) -> State:
        return replace(state, cards={**state.cards, self.card.number: self.card})


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """What waited for an answer cannot be done after all; why, the state says."""

    power: str
    card: str
    what: str
    """``act`` or ``support``."""
    under: str = ""


@dataclass(frozen=True, slots=True)
class ActionTaken(Event):
    power: str
    card: str

    def after(self, state: State) -> State:
        used = state.uses.get(self.card, 0) + 1
        return replace(state, uses={**state.uses, self.card: used})


@dataclass(frozen=True, slots=True)
class TokensChanged(Event):
    """A card adds or removes tokens; ``power`` is empty for the central board."""

    power: str
    token: str
    by: int
    card: str

    def after(self, state: State) -> State:
        path = tuple(self.token.split("."))
        if self.power:
            path = ("powers", self.power, *path)
        return state.with_value(path, state.number(path) + self.by)


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """Cards are drawn beside the usual ones; which of them stay, the card says."""

    power: str
    cards: int
    card: str
    keep: int | None = None
    keep_tags: tuple[str, ...] = ()

    def after(self, state: State) -> State:
        return replace(state, discards={})  # they may have been shuffled, and drawn again


@dataclass(frozen=True, slots=True)
class CardGiven(Event):
    power: str
    to: str


@dataclass(frozen=True, slots=True)
class DrawChanged(Event):
    """More or fewer cards in the next round's Local stage."""

    power: str
    by: int
    card: str

    def after(self, state: State) -> State:
        changed = state.powers[self.power].draw_next + self.by
        return state.with_power(self.power, draw_next=changed)


@dataclass(frozen=True, slots=True)
class TasksQueued(Event):
    tasks: tuple[Task, ...]
    first: bool = False
    """Before what waits already."""

    def after(self, state: State) -> State:
        if self.first:
            return replace(state, tasks=(*self.tasks, *state.tasks))
        return replace(state, tasks=(*state.tasks, *self.tasks))


@dataclass(frozen=True, slots=True)
class TaskChanged(Event):
    """The first task is done, or has become these, now that something was answered."""

    now: tuple[Task, ...] = ()

    def after(self, state: State) -> State:
        return replace(state, tasks=(*self.now, *state.tasks[1:]))


@dataclass(frozen=True, slots=True)
class CardDieRolled(Event):
    """The Geoengineering die, for a card."""

    power: str
    face: int
    total: int

    def after(self, state: State) -> State:
        last = Roll("geoengineering", self.face, self.power, free=False)
        return replace(state, dice=replace(state.dice, last=last))


@dataclass(frozen=True, slots=True)
class BandsRemoved(Event):
    """Bands leave the thermometer; temporary ones come back at the end of the round."""

    bands: int
    temporary: bool

    def after(self, state: State) -> State:
        cooler = state.thermometer.with_bands(state.thermometer.bands - self.bands)
        borrowed = state.borrowed_bands + (self.bands if self.temporary else 0)
        return replace(state, thermometer=cooler, borrowed_bands=borrowed)


@dataclass(frozen=True, slots=True)
class BandsReturned(Event):
    bands: int

    def after(self, state: State) -> State:
        warmer = state.thermometer.with_bands(state.thermometer.bands + self.bands)
        return replace(state, thermometer=warmer, borrowed_bands=0)


@dataclass(frozen=True, slots=True)
class EffectIgnored(Event):
    """A card lets people ignore what the Planetary Effects die showed."""

    effect: str
    card: str


@dataclass(frozen=True, slots=True)
class ProjectChosen(Event):
    card: str | None

    def after(self, state: State) -> State:
        slots = state.globals if self.card is None else (*state.globals, Slot(self.card))
        return replace(state, globals=slots, project_chosen=True)


@dataclass(frozen=True, slots=True)
class ProjectDiscarded(Event):
    """A Global Project leaves with whatever is tucked under it."""

    card: str

    def after(self, state: State) -> State:
        kept = tuple(slot for slot in state.globals if slot.number != self.card)
        tucked = (
            card for slot in state.globals if slot.number == self.card for card in slot.tucked
        )
        return drawing_again(state, replace(state, globals=kept)).discarding(*tucked)


@dataclass(frozen=True, slots=True)
class ProjectActivated(Event):
    card: str
    active: bool = True
    """False where somebody has put right what had made it active."""

    def after(self, state: State) -> State:
        slots = tuple(
            replace(slot, active=self.active) if slot.number == self.card else slot
            for slot in state.globals
        )
        return drawing_again(state, replace(state, globals=slots))


def drawing_again(before: State, after: State) -> State:
    """Before the Local stage, projects that come and go change what everybody is about to draw."""
    more = cards_of_projects(after) - cards_of_projects(before)
    if not more or after.stage != "global":
        return after
    powers = {
        seat: replace(power, draw_change=power.draw_change + more)
        for seat, power in after.powers.items()
    }
    return replace(after, powers=powers)


@dataclass(frozen=True, slots=True)
class ChallengeLaid(Event):
    sign: str
    text: str

    def after(self, state: State) -> State:
        return replace(state, challenges=(*state.challenges, Challenge(self.sign, self.text)))


@dataclass(frozen=True, slots=True)
class ChallengeJudged(Event):
    """People say whether the condition of a Challenge card is met."""

    text: str
    met: bool

    def after(self, state: State) -> State:
        return replace(state, judged={**state.judged, self.text: self.met})
