"""The outlook as a phone draws it, from its documents."""

from fractions import Fraction
from typing import Any

import pytest

from companion.games.daybreak.odds.page import OutlookPage, line
from companion.games.shared.odds import chance
from companion.i18n.message import say
from companion.match.match import Match
from tests.conftest import SetTable

CLOSE = ("set thermometer.bands 7", "set trees 34", "set us.emissions.industry 10")
SPACE = "\N{NO-BREAK SPACE}"


def told(table: Match, better: int = 0) -> tuple[OutlookPage, Any, Any]:
    odds = table.game.odds
    assert odds
    state = table.state
    return OutlookPage(state), odds.document(state), odds.more(state, better)


def test_every_end_of_the_stage_has_a_bar_and_together_they_are_all(daybreak: SetTable) -> None:
    page, odds, _ = told(daybreak(*CLOSE))
    bars = list(page.bars(odds))

    assert [str(bar.label) for bar in bars] == [
        "1.9 °C",
        "lost by the temperature",
        "lost by Communities in Crisis (energy and Planetary Effects)",
        "lost by Communities in Crisis (Crisis cards)",
    ]
    assert [bar.lost for bar in bars] == [False, True, True, True]
    survived = sum(each["most"]["percent"] for each in odds["bands"])
    lost = sum(each["least"]["percent"] for each in odds["lost"].values())
    assert survived + lost == pytest.approx(100, abs=0.01)


@pytest.mark.slow
def test_a_cause_that_cannot_be_is_left_out_but_for_the_two_that_people_ask_for(
    daybreak: SetTable,
) -> None:
    page, odds, _ = told(daybreak())

    temperature, communities, crises = [bar for bar in page.bars(odds) if bar.lost]
    assert (temperature.width, communities.width) == (0, 0)
    assert crises.percent == f"<1{SPACE}%"


def test_what_is_hardly_possible_can_be_seen(daybreak: SetTable) -> None:
    page, odds, _ = told(daybreak())
    odds["lost"]["crises"] = chance(Fraction(1, 46656))
    bar = list(page.bars(odds))[-1]

    assert (bar.width, bar.percent) == (1, f"<1{SPACE}%")


def test_only_what_helps_is_told_the_most_helpful_first(daybreak: SetTable) -> None:
    page, odds, more = told(daybreak(*CLOSE))
    helps = page.helps(more)
    changes = [
        sum(Fraction(each["change"][end]["odds"]) for end in ("least", "most"))
        for each in more["helps"]
    ]

    assert str(helps[0][0]) == "carbon −7, and so one Temperature Band less"
    assert changes == sorted(changes)
    assert more["helps"][0]["loss"]["most"]["percent"] < odds["loss"]["most"]["percent"]
    assert len(helps) < len(more["helps"])


@pytest.mark.parametrize(
    ("odds", "said"),
    [
        (Fraction(0), "0.0"),
        (Fraction(1, 46656), "<0.1"),
        (Fraction(1, 6), "16.7"),
        (Fraction(1), "100.0"),
    ],
)
def test_small_differences_are_told_with_a_decimal(
    daybreak: SetTable, odds: Fraction, said: str
) -> None:
    page, _, _ = told(daybreak())

    assert str(page.finely(chance(odds))) == f"{said}{SPACE}%"


@pytest.mark.slow
def test_the_rounds_ahead_are_a_table_from_hot_to_cool(daybreak: SetTable) -> None:
    page, _, more = told(daybreak("set thermometer.bands 5", "set trees 30"))
    lines = page.ahead(more)

    assert next(line.kind for line in lines) == "lost"
    heats = [str(line.label) for line in lines if line.kind == "hot"]
    assert heats == sorted(heats, reverse=True)
    assert all(len(line.squares) == len(more["ahead"]) for line in lines)
    assert all(any(square.shade for square in line.squares) for line in lines)


def test_the_shade_grows_with_the_odds() -> None:
    shares = [Fraction(0), Fraction(1, 1000), Fraction(1, 2), Fraction(1)]
    squares = line(say("lost"), "lost", ([chance(share)] for share in shares)).squares

    assert [square.shade for square in squares] == [0, 1, 3, 5]
    assert next(square.percent for square in squares) == ""
