"""The Crisis stage played by the rules themselves: in every way there is, or in one by chance."""

import random
from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import strategies as st

from companion.games.daybreak.model.inputs import RollDie, ShowCrisis
from companion.games.daybreak.model.state import Dice, State
from companion.games.daybreak.model.terms import EFFECTS, POWERS, RESILIENCES
from companion.games.daybreak.rules.decisions import decide
from companion.games.daybreak.rules.prompts import question
from companion.games.shared.inputs import Choose, GoTo
from companion.games.shared.rules import fold
from tests.conftest import SetTable

Die = dict[str, tuple[bool, ...]]


@dataclass(frozen=True)
class End:
    """How a stage ended: why the game was lost, or what was left."""

    lost: str | None
    bands: int = 0
    trees: int = 0
    oceans: int = 0
    cards: int = 0
    waiting: int = 0


def end_of(start: State, state: State, cause: str | None) -> End:
    if cause:
        return End(cause)
    return End(
        None,
        state.thermometer.bands,
        start.trees - state.trees,
        start.oceans - state.oceans,
        state.crises.due,
        state.recent,
    )


def every_end(start: State, cards: tuple[str, ...] = ()) -> dict[End, Fraction]:
    """All sequences of faces, one by one; the cards must not tie."""
    ends: dict[End, Fraction] = defaultdict(Fraction)

    def play(state: State, odds: Fraction) -> None:
        if state.outcome:
            ends[End(state.outcome.reason)] += odds
        elif state.dice.rolls_due:
            for face in EFFECTS:
                rolled = fold(state, decide(state, RollDie("planetary", face)))
                play(rolled, odds / len(EFFECTS))
        else:
            after = resolve(state, cards, random.Random(0))
            ends[end_of(start, after, "crises" if after.outcome else None)] += odds

    play(start, Fraction(1))
    return ends


def one_end(start: State, cards: tuple[str, ...], chance: random.Random) -> End:
    """One stage, as the dice happen to fall."""
    state = start
    while state.dice.rolls_due:
        face = chance.choice(list(EFFECTS))
        state = fold(state, decide(state, RollDie("planetary", face)))
    if state.outcome:
        return End(state.outcome.reason)
    state = resolve(state, cards, chance)
    return end_of(start, state, "crises" if state.outcome else None)


def resolve(state: State, cards: tuple[str, ...], chance: random.Random) -> State:
    for card in cards:
        if state.outcome:
            return state
        state = fold(state, decide(state, ShowCrisis(card)))
        while not state.outcome and (state.dice.tie or state.tasks):
            if state.dice.tie:
                face = str(chance.choice(state.box.geoengineering))
                state = fold(state, decide(state, RollDie("geoengineering", face)))
            else:
                asked = question(state)
                assert asked
                state = fold(state, decide(state, Choose(asked[1][0])))
    return state


def with_deck(state: State, *crises: str) -> State:
    """The same table with a pack that has these Crisis cards and no others."""
    cards = {
        number: card
        for number, card in state.cards.items()
        if card.kind != "crisis" or number in crises
    }
    return replace(state, cards=cards)


@st.composite
def small_stages(draw: st.DrawFn, set_table: SetTable) -> State:
    """A Crisis stage with short tracks, few rolls and few tokens: close to every kind of end."""
    seats = draw(st.sampled_from(("china", "china us", "china us europe", " ".join(POWERS))))
    state: State = fold(started := set_table(seats=seats).state, decide(started, GoTo("crisis")))
    space = st.booleans()
    tracks = {effect: (*draw(st.lists(space, max_size=2)), True) for effect in EFFECTS}
    row = state.thermometer.row
    return replace(
        with_deck(state),
        facts=replace(state.box, tracks=tracks),
        planetary={effect: draw(st.integers(0, len(tracks[effect]))) for effect in EFFECTS},
        dice=Dice(rolls_due=draw(st.integers(0, 3))),
        thermometer=replace(
            state.thermometer, bands=draw(st.integers(4, 7)), cubes=draw(st.integers(0, row - 1))
        ),
        trees=draw(st.integers(0, 2 * len(state.seats))),
        oceans=draw(st.integers(0, 2 * len(state.seats))),
        recent=draw(st.integers(0, 3)),
        powers={
            seat: replace(
                power,
                communities=draw(st.integers(0, 11)),
                resilience={kind: at + draw(st.integers(0, 1)) * 4 for kind in RESILIENCES},
            )
            for at, (seat, power) in enumerate(state.powers.items())
        },
    )
