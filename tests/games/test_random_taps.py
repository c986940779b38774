"""Whole games by random taps, the same tags again and again: no card counts twice, no question is
lost without a word."""

from collections.abc import Callable
from random import Random

import pytest

from companion.games.council_of_shadows.model import terms as council
from companion.games.daybreak.model.terms import POWERS
from companion.games.naufragos.model.terms import ACTIONS, COLOURS, DECKS
from companion.match.match import Match
from tests.support.effort import many
from tests.support.games.card_laws import check_council, check_daybreak, check_naufragos
from tests.support.games.random_hands import RandomHands

MOVEMENTS = 2000
"""Most games have ended long before."""
HAND = ("1.035", "1.094", "1.112", "1.004")


def daybreak(random: Random) -> RandomHands:
    seats = random.sample(list(POWERS), random.randint(1, 4))
    on_table = ("1.205", "1.206", "1.207", "1.208", "1.210", "1.212", "1.213")
    projects = ("1.301", "1.302", "1.309", "1.315", "1.322")
    crises = ("1.415", "1.420", "1.426", "1.432", "1.444")
    places = [f"{seat} {stack}" for seat in seats for stack in (1, 3, 5)]
    tags = (*HAND, *on_table, *projects, *crises, *seats, *places, "global 1", "crisis 1")
    typed = ["set trees 40", "set recent 2", "set thermometer.bands 1"]
    for card in HAND:
        for seat in seats:
            typed += [f"play {card} {seat} 1", f"tuck {card} {seat} 4", f"discard {card} {seat}"]
            typed += [f"act {seat} {stack} paying {card}" for stack in (1, 2, 3)]
    lines = [*(f"seat {seat}" for seat in seats), "start"]
    return RandomHands(random, "daybreak", lines, tags, typed)


def naufragos(random: Random) -> RandomHands:
    seats = random.sample(list(COLOURS), random.randint(1, 4))
    events, island = ("E01", "E02", "E03"), ("C01", "C02", "I01", "H01", "T33", "T0a")
    objects, camp = ("W01", "W02", "W03"), ("B1", "B2")
    tags = (*seats, *events, *island, *objects, *camp, *ACTIONS, *DECKS)
    typed = ["gain store.food 9", "gain store.wood 3", "discard W01"]
    for seat in seats:
        typed += [f"gain {seat}.energy 4", f"lose {seat}.injuries 2", f"place {seat} camp B1"]
        typed += [f"place {seat} {action}" for action in ("explore", "forage", "rest", "build")]
    lines = [*(f"seat {seat}" for seat in seats), "start"]
    return RandomHands(random, "naufragos", lines, tags, typed)


def council_of_shadows(random: Random) -> RandomHands:
    seats = random.sample(["red", "violet", "green", "blue"], random.randint(2, 4))
    seated = [f"seat {seat}" for seat in seats]
    if random.random() < 0.25:
        seats, seated = ["red", "blue"], ["seat red", "seat blue automa"]
    detail = random.choice(list(council.DETAILS))
    stations = random.choice(("true", "false"))
    led = ["set modules.leaders true"] if random.random() < 0.25 else []
    for seat, leader in zip(seats, random.sample(list(council.LEADERS), len(seats)), strict=True):
        led += [f"set {seat}.leader {leader}"] if led and f"seat {seat}" in seated else []
    own = [card for card in council.STARTING if card.partition("-")[0] in seats]
    drawn = [
        card
        for deck in (council.AI_CARDS, council.TECHS, council.LIGHT, council.TILES)
        for card in random.sample(list(deck), 4)
    ]
    automa = random.sample(list(council.AUTOMA_CARDS), 2)
    places = [*(f"galaxy {galaxy}" for galaxy in council.GALAXIES), *(f"{it} 1" for it in seats)]
    lines = [f"set detail {detail}", *seated, f"set modules.stations {stations}", *led, "start"]
    typed = [f"gain {seat} energy {n}" for seat in seats for n in (5, 20)]
    typed += [f"buy {seat} {card} free" for seat in seats for card in drawn[:4]]
    typed += [f"play {card} {seat}" for seat in seats for card in drawn[8:12]]
    return RandomHands(
        random, "council_of_shadows", lines, (*seats, *own, *drawn, *automa, *places), typed
    )


Table = tuple[Callable[[Random], RandomHands], Callable[[Match], None]]
TABLES: dict[str, Table] = {
    "daybreak": (daybreak, check_daybreak),
    "naufragos": (naufragos, check_naufragos),
    "council_of_shadows": (council_of_shadows, check_council),
}


@pytest.mark.parametrize("seed", range(many(8, soak=3334)))
@pytest.mark.parametrize("game_id", TABLES)
def test_no_card_counts_twice_and_no_question_is_lost(game_id: str, seed: int) -> None:
    sit_down, check_cards = TABLES[game_id]
    hands = sit_down(Random(f"{game_id} {seed}"))

    hands.play(MOVEMENTS)

    check_cards(hands.table)
