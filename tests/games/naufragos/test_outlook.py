"""Odds of Náufragos: exact, compared with every way in which dice can fall."""

from fractions import Fraction
from itertools import product

import pytest

from companion.games import game
from companion.games.naufragos.odds.document import (
    home_at,
    lighting,
    more_document,
    odds_document,
    trauma,
    ways_to_reach,
    with_paid_tries,
)
from companion.games.naufragos.odds.text import describe_outlook, main_chance
from companion.games.shared.odds import chance
from companion.games.shared.text import percent
from companion.match.match import Match
from companion.storage.journal import MemoryJournal

NAUFRAGOS = game("naufragos")
FACES = range(1, 7)
AWAY = ("event none none", "next", "place red explore", "place yellow explore", "next")


def played(*lines: str) -> Match:
    table = Match(NAUFRAGOS, MemoryJournal())
    for line in ("seat red", "seat yellow", "start", *lines):
        table.submit(line)
    return table


@pytest.mark.parametrize("least", range(-3, 20))
def test_two_dice_reach_a_sum_in_as_many_ways_as_they_fall(least: int) -> None:
    assert ways_to_reach(least) == sum(a + b >= least for a, b in product(FACES, FACES))


@pytest.mark.parametrize("injuries", range(5))
def test_a_trauma_is_a_one_among_the_dice(injuries: int) -> None:
    throws = list(product(FACES, repeat=injuries))
    assert trauma(injuries) == Fraction(sum(1 in throw for throw in throws), len(throws))


@pytest.mark.parametrize("energy", range(8))
def test_the_fire_burns_with_as_many_faces_as_energy(energy: int) -> None:
    assert lighting(energy) == Fraction(sum(face <= energy for face in FACES), 6)


def test_paid_tries_are_independent() -> None:
    assert with_paid_tries(Fraction(1, 3), 0) == Fraction(1, 3)
    assert with_paid_tries(Fraction(1, 3), 2) == 1 - Fraction(2, 3) ** 3


def test_the_document_has_the_whole_expedition_and_the_lost() -> None:
    table = played(*AWAY, "set expedition.difficulty 6", "set red.return_bonus 1")
    table.submit("set yellow.injuries 2")
    found = odds_document(table.state)
    assert found is not None
    assert found["return"] == chance(home_at(6, 1)) == {"odds": "5/6", "percent": 83.333}
    assert found["trauma"] == {"red": chance(Fraction(0)), "yellow": chance(Fraction(11, 36))}
    table.submit("set red.place lost")
    table.submit("set lost.0.difficulty 9")
    found = odds_document(table.state)
    assert found is not None
    both = 1 - (1 - home_at(8, 1)) * (1 - home_at(7, 1))
    assert found["lost"] == [chance(both)]


def test_there_are_no_odds_before_the_game_after_it_or_switched_off() -> None:
    blank = Match(NAUFRAGOS, MemoryJournal())
    off = played("set outlook.shown false")
    for table in (blank, off, played("gain red.traumas 4", "gain yellow.traumas 4")):
        assert NAUFRAGOS.odds is not None
        assert NAUFRAGOS.odds.cache_key(table.state) is None
        assert odds_document(table.state) is None
        assert more_document(table.state, 2) is None
        assert describe_outlook(table.state, 0)


def test_more_is_what_paid_tries_and_energy_would_bring() -> None:
    more = more_document(played(*AWAY, "set expedition.difficulty 9").state, 0)
    assert more is not None
    assert [each["paid"] for each in more["tries"]] == list(range(6))
    assert more["tries"][1]["odds"] == str(with_paid_tries(Fraction(10, 36), 1))
    assert more["fire"][2] == {
        "energy": 3,
        **chance(Fraction(1, 2)),
        "with_token": chance(Fraction(3, 4)),
    }
    nobody = more_document(played().state, 0)
    assert nobody is not None
    assert nobody["tries"] == []


def test_the_odds_are_told_in_words() -> None:
    table = played(*AWAY, "set expedition.difficulty 9", "set yellow.injuries 1")
    told = [str(line) for line in describe_outlook(table.state, 1)]
    assert told[0] == "Home now, Red, Yellow: 28\N{NO-BREAK SPACE}%"
    assert told[1] == "with 1 more paid try: 48\N{NO-BREAK SPACE}%"
    assert "A trauma tonight, Yellow: 17\N{NO-BREAK SPACE}%" in told
    assert told[-1].startswith("Campfire with 5 energy")
    table.submit("set red.place lost")
    assert any(line.text.startswith("Lost, home") for line in describe_outlook(table.state, 0))
    calm = played("set store.wood 0")
    assert [str(line) for line in describe_outlook(calm.state, 0)] == [
        "Everybody is in camp and unhurt."
    ]


def test_the_one_line_of_the_small_screen() -> None:
    assert main_chance(played().state).text == "–"
    assert main_chance(played(*AWAY).state).odds == Fraction(33, 36)


def test_what_is_possible_is_not_nothing_and_what_is_uncertain_not_sure() -> None:
    assert percent(Fraction(1, 999)) == "<1\N{NO-BREAK SPACE}%"
    assert percent(Fraction(998, 999)) == ">99\N{NO-BREAK SPACE}%"
    assert percent(Fraction(1)) == "100\N{NO-BREAK SPACE}%"
