"""The most expensive odds there are: the worst Crisis stage, and every sequence of its rolls.

The enumeration is the straightforward one: plain numbers, one sequence of faces after the other.
Its answer is compared with the exact odds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from companion.games.daybreak.model.state import Dice, State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, COMMUNITIES_TO_LOSE, EFFECTS
from companion.games.daybreak.odds.crisis_cards.deck import deck_of
from companion.games.daybreak.odds.dice import crisis_outcomes, ends_of_stage
from companion.games.daybreak.odds.later_rounds import look_ahead
from companion.games.daybreak.odds.next_stage import forecast, foresee
from companion.games.daybreak.odds.what_helps import what_helps
from companion.games.shared.replace import replace

BANDS = 7
MOST_TO_FOLLOW = 5
"""Bands with which cards hurt, and end the game only after several: so most draws are followed."""
FOREST_FIRES = "1.424"
"""A face-up card that hits one of the tied powers and takes Trees: the dearest to take in."""


def nothing_cached() -> None:
    """Where nothing is cached that a second run could use."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One thing to measure; whoever runs it holds the clock."""

    work: Callable[[], object]
    forget: Callable[[], None] = nothing_cached
    """Empties the caches, so that the next run is as the first."""
    once: bool = False
    """Is it too slow to be repeated?"""


def trials(opening: State) -> Mapping[str, Trial]:
    """From a game of four that has just begun."""
    dearest = tied(worst(opening, MOST_TO_FOLLOW))
    state = without_deck(worst(opening, BANDS))
    card = replace(state.crises, forecast=FOREST_FIRES, face_up=(FOREST_FIRES,))
    fires = replace(state, crises=card)
    return {
        "worst": Trial(lambda: forecast(state), forget),
        "enumeration": Trial(lambda: compared(state), once=True),
        "worst_with_a_card": Trial(lambda: forecast(fires), forget),
        "worst_with_deck": Trial(lambda: forecast(dearest), forget),
        "again": Trial(lambda: forecast(state)),
        "what_helps": Trial(lambda: what_helps(fires), forget),
        "rounds_ahead": Trial(lambda: look_ahead(opening), forget),
    }


def forget() -> None:
    for kept in (foresee, ends_of_stage, crisis_outcomes, deck_of):
        kept.cache_clear()


def compared(state: State) -> None:
    """Every sequence; it must come to the same odds."""
    told = forecast(state)
    assert told is not None
    assert (told.lost["temperature"], told.lost["communities"]) == every_sequence(state)


def worst(state: State, bands: int) -> State:
    """Many bands, and tokens so few that everything may run out."""
    return replace(
        state,
        stage="crisis",
        step="crises",
        dice=Dice(rolls_due=bands),
        thermometer=replace(state.thermometer, bands=bands, cubes=7),
        trees=7,
        oceans=5,
        crises=replace(state.crises, due=5, by_bands=5),
    )


def tied(state: State) -> State:
    """With a card face up that hits one of four tied powers: many boards to draw on."""
    crises = replace(state.crises, forecast=FOREST_FIRES, face_up=(FOREST_FIRES,))
    return replace(state, crises=replace(crises, seen=(*crises.seen, FOREST_FIRES)))


def without_deck(state: State) -> State:
    """The rolls alone, with no card to draw but the one that lies face up."""
    cards = {
        number: card
        for number, card in state.cards.items()
        if card.kind != "crisis" or number == FOREST_FIRES
    }
    seen = (*state.crises.seen, FOREST_FIRES)
    return replace(state, cards=cards, crises=replace(state.crises, seen=seen, due=1, by_bands=9))


def every_sequence(state: State) -> tuple[Fraction, Fraction]:
    """The odds of losing by temperature and by communities: all sequences, one by one."""
    longest = state.dice.rolls_due + BANDS_TO_LOSE - 1 - state.thermometer.bands
    hot = hurt = 0
    for faces in product(EFFECTS, repeat=longest):
        match play(state, faces):
            case "temperature":
                hot += 1
            case "communities":
                hurt += 1
    return Fraction(hot, len(EFFECTS) ** longest), Fraction(hurt, len(EFFECTS) ** longest)


def play(state: State, faces: tuple[str, ...]) -> str | None:
    """One Crisis stage's rolls with plain numbers: why it ends the game, if it does."""
    players, row = state.players, state.thermometer.row
    at = dict(state.planetary)
    due, carbon = state.dice.rolls_due, state.thermometer.carbon
    sinks = {"trees": state.trees, "oceans": state.oceans}
    communities = max(power.communities for power in state.powers.values())
    for rolled, face in enumerate(faces):
        if rolled == due:
            return None
        track = state.box.tracks[face]
        at[face] = min(at[face] + 1, len(track))
        if not track[at[face] - 1]:
            continue
        if face == "arctic":
            due += (carbon + 2 * players) // row - carbon // row
            carbon += 2 * players
            if carbon >= BANDS_TO_LOSE * row:
                return "temperature"
        elif face in ("desertification", "amazon", "acidification"):
            sink = "oceans" if face == "acidification" else "trees"
            communities += max(0, players - sinks[sink])
            sinks[sink] = max(0, sinks[sink] - players)
            if communities >= COMMUNITIES_TO_LOSE:
                return "communities"
    return None
