"""The forecast of a round's Crisis stage: exact odds, not samples.

Before the Crisis stage, everything up to it is taken to happen as things stand: NEXT is pressed and
nobody changes anything. Then the Planetary Effects die falls in every possible way, the Crisis
cards that lie face up are resolved, and the others are drawn from those that nobody has seen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import Dice, State
from companion.games.daybreak.model.terms import EFFECTS, LAST_ROUND
from companion.games.daybreak.odds.crisis_cards.deck import (
    EFFORT,
    NEVER,
    WORST_CASE_EFFORT,
    Range,
    StateKey,
    Unseen,
    unseen,
)
from companion.games.daybreak.odds.dice import MOST_ROLLS, StageDistribution
from companion.games.daybreak.rules.consequences import carry_out
from companion.games.daybreak.rules.crisis_dice import helpers_against
from companion.games.daybreak.rules.crisis_stage import advance_track
from companion.games.daybreak.rules.decisions import decide
from companion.games.daybreak.rules.face_up_crises import face_down, foreseen, unforeseen
from companion.games.shared.inputs import GoTo
from companion.games.shared.odds import total
from companion.games.shared.replace import replace
from companion.games.shared.rules import fold

Probabilities = Mapping[int, Fraction]
CAUSES = ("temperature", "communities", "crises", "time")
UNDECIDED = ("ignore", "help")
"""Tasks about a result of the die that somebody may still ignore."""
UNVERIFIED = ("facts.tracks.", "facts.crisis_cards.", "powers.")


@dataclass(frozen=True, slots=True)
class Forecast:
    """One Crisis stage. ``bands`` and the causes of a loss within the stage add up to 1.

    What the Crisis cards do that nobody has read is a range: ``lost`` and ``bands`` are as if they
    did nothing, ``lost_at_worst`` and ``bands_at_worst`` as if each did the worst of any card read.
    """

    round: int
    after_emissions: bool
    """The stages up to the Crisis stage were taken to happen first, as things stand."""
    rolls: int
    """Rolls of the Planetary Effects die that are certain."""
    bands: Probabilities
    """The odds of surviving the stage with that many Temperature Bands."""
    bands_at_worst: Probabilities
    lost: Mapping[str, Fraction]
    """By cause: the ``temperature``, ``communities`` (energy and planetary effects), ``crises``
    (communities, by Crisis cards) and ``time`` (the last round ends without Drawdown)."""
    lost_at_worst: Mapping[str, Fraction]
    won: Range
    """Drawdown is reached, and the stage survived."""
    trees: Probabilities
    """Lost Trees, where the rolls and the face-up cards are survived; so are all that follow."""
    oceans: Probabilities
    crisis_cards: Probabilities
    """Crisis cards to resolve in this round, all in all."""
    waiting: Probabilities
    """Carbon in Recent Emissions at the end of the stage."""
    counted: tuple[str, ...]
    """Face-up Crisis cards that are taken in."""
    uncounted: tuple[str, ...]
    """Face-up Crisis cards that are not: their text is not known, or somebody has to decide."""
    unknown: int
    """Crisis cards that are due already and that nobody has seen."""
    deck: Unseen
    """The cards from which those are drawn."""
    before_unseen: Fraction
    """The odds that the game is lost without any of those, nor of those that nobody has read."""
    margin: Range
    """By how much the least of the odds of losing may be too low, and the most too high, because
    there are too many ways to follow all of them."""
    helpers: tuple[str, ...]
    """Cards that could still soften this; the forecast takes it that nobody uses them."""
    standins: bool
    """Numbers in it are stand-ins that nobody has verified."""

    @property
    def exact(self) -> bool:
        """All ways could be followed."""
        return self.margin == NEVER

    @property
    def loss(self) -> Range:
        """The odds that the game is lost in this round."""
        return Range(total(self.lost), total(self.lost_at_worst))


def forecast(
    state: State, effort: int = EFFORT, worst_case_effort: int = WORST_CASE_EFFORT
) -> Forecast | None:
    """The next Crisis stage that is not over; None where there is none to come."""
    if state.outcome or not state.round:
        return None
    return foresee(StateKey(cache_key(state), state), effort, worst_case_effort)


@lru_cache(maxsize=128)
def foresee(seen: StateKey, effort: int, worst_case_effort: int) -> Forecast | None:
    state = seen.state
    rolling = up_to_the_rolls(state)
    if rolling.dice.rolls_due > MOST_ROLLS:
        return None
    spread = StageDistribution(rolling, effort, worst_case_effort)
    if rolling.outcome:
        spread.lost[rolling.outcome.reason] = Fraction(1)
    else:
        spread.add_rolls()
    survived = Range(total(spread.bands_at_worst), total(spread.bands))
    last = rolling.round == LAST_ROUND and not rolling.drawdown
    return Forecast(
        round=rolling.round,
        after_emissions=state.stage != "crisis",
        rolls=rolling.dice.rolls_due,
        bands=ordered(spread.bands),
        bands_at_worst=ordered(spread.bands_at_worst),
        lost=losses(spread, spread.unseen.least, survived.most if last else Fraction()),
        lost_at_worst=losses(spread, spread.unseen.most, survived.least if last else Fraction()),
        won=survived if rolling.drawdown else NEVER,
        trees=ordered(spread.trees, spread.survived),
        oceans=ordered(spread.oceans, spread.survived),
        crisis_cards=ordered(spread.cards, spread.survived),
        waiting=ordered(spread.waiting, spread.survived),
        counted=foreseen(rolling),
        uncounted=unforeseen(rolling),
        unknown=face_down(rolling),
        deck=unseen(rolling),
        before_unseen=total(spread.lost),
        margin=spread.margin,
        helpers=tuple(helpers(rolling)),
        standins=any(path.startswith(UNVERIFIED) for path in state.standins),
    )


def losses(spread: StageDistribution, unseen: Fraction, time: Fraction) -> Mapping[str, Fraction]:
    """By cause, with the share of the cards that nobody has seen."""
    lost = {cause: spread.lost.get(cause, Fraction()) for cause in CAUSES}
    return {**lost, "crises": lost["crises"] + unseen, "time": time}


def cache_key(state: State) -> tuple[Any, ...]:
    """Everything on which a forecast depends."""
    crises = state.crises
    return (
        *(state.round, state.stage, state.step, state.drawdown, state.seats),
        *(state.trees, state.oceans, state.dac, state.recent, state.thermometer),
        *(state.dice.rolls_due, state.borrowed_bands, state.globals),
        *(crises.due, crises.by_bands, crises.face_up, crises.resolved, crises.resolving),
        *(frozenset(crises.seen), crises.ongoing),
        *(frozenset(crises.tucked.items()), frozenset(state.uses.items())),
        tuple(state.planetary.values()),
        tuple(task.card for task in state.tasks if task.do in UNDECIDED),
        *(
            (
                *(power.demand, power.dirty, power.clean, power.communities, power.growth),
                *power.emissions.values(),
                *power.resilience.values(),
                power.stacks,
            )
            for power in state.powers.values()
        ),
        *(state.standins, id(state.facts), id(state.cards)),
    )


def up_to_the_rolls(state: State) -> State:
    """The table with the rolls of the Crisis stage due, or the end of the game on the way there."""
    while state.tasks and state.tasks[0].do in UNDECIDED:
        unhelped = replace(state, tasks=state.tasks[1:])
        state = fold(unhelped, carry_out(advance_track(unhelped, state.tasks[0].card), unhelped))
    if state.stage == "crisis":
        return replace(state, dice=replace(state.dice, tie=None), tasks=())
    undecided = replace(state, dice=Dice(), tasks=())
    return fold(undecided, decide(undecided, GoTo("crisis")))


def ordered(odds: Mapping[int, Fraction], whole: Fraction = Fraction(1)) -> Probabilities:
    return {value: odds[value] / whole for value in sorted(odds)}


def helpers(state: State) -> Iterable[str]:
    """Cards that could ignore a result of the die, shield a power or soften a crisis."""
    against = (card for effect in EFFECTS for card in helpers_against(state, effect))
    softening = (
        slot.number
        for slot in state.globals
        if slot.active
        and not state.uses.get(slot.number)
        and (project := card_of(state, slot.number).project)
        and (project.shields or (project.relief and slot.tucked))
    )
    return dict.fromkeys((*against, *softening))
