"""What the outlook says, sentence by sentence."""

from fractions import Fraction

import pytest

from companion.games.daybreak.model.card import Effect
from companion.games.daybreak.odds.crisis_cards.deck import Range
from companion.games.daybreak.odds.text import describe_outlook, finely, too_many
from companion.games.daybreak.rules.face_up_crises import certain
from companion.match.match import Match
from tests.conftest import SetTable
from tests.games.daybreak.odds.test_next_stage import seen

CLOSE = ("set thermometer.bands 7", "set trees 34", "set us.emissions.industry 10")
"""One carbon less, and the first loss of ice does not end the game."""


def said(table: Match, falling: int = 0) -> list[str]:
    return [
        str(line).replace("\N{NO-BREAK SPACE}", " ")
        for line in describe_outlook(table.state, falling)
    ]


@pytest.mark.slow
def test_in_the_crisis_stage_it_speaks_of_what_is_left(daybreak: SetTable) -> None:
    lines = said(daybreak("to crisis"))

    assert lines[0] == "What is left of the Crisis stage of round 1:"
    assert lines[1] == "2 rolls of the Planetary Effects die are certain."
    assert not any("Temperature Band less" in line for line in lines), "it is too late for that"


def test_each_temperature_has_a_bar_and_its_odds(daybreak: SetTable) -> None:
    table = daybreak("to crisis", "set thermometer.cubes 6", "set dice.rolls_due 1")

    drawn = [line.split() for line in said(table) if "█" in line]

    assert [(bar[0], bar[2].count("█"), bar[3]) for bar in drawn] == [
        ("83", 25, "1.4"),
        ("17", 5, "1.5"),
    ]


def test_a_game_that_is_being_won_says_so(daybreak: SetTable) -> None:
    lines = said(daybreak("set trees 99"))

    assert "Winning this round: 100 %" in lines
    assert "Drawdown is reached as things stand." in lines
    assert "  round 1: won 100 %" in lines


def test_the_most_helpful_tokens_are_told_by_their_names(daybreak: SetTable) -> None:
    lines = said(daybreak(*CLOSE))
    loss = seen(daybreak(*CLOSE).state).loss
    least, most = (f"{float(100 * odds):.1f} %" for odds in (loss.least, loss.most))
    start = lines.index(f"What would lower the odds of losing this round (now {least}–{most}):")

    helps = [line.split("  ")[-1] for line in lines[start + 1 : start + 6]]
    assert helps[0] == "carbon −7, and so one Temperature Band less"
    one_carbon_less = {"Trees +1", "Oceans +1", "Direct Air Capture +1"}
    for power in ("China", "United States"):
        one_carbon_less |= {f"{power}: Dirty Energy −1", f"{power}: any Emissions −1"}
    assert set(helps[1:]) < one_carbon_less
    assert "With 7 carbon less, there is one Temperature Band less." in lines


def test_bounds_say_how_wide_they_are() -> None:
    one, both = Range(Fraction(), Fraction(6, 100)), Range(Fraction(1, 1000), Fraction(6, 100))

    assert str(too_many(one)).endswith("the upper end may be up to 6\N{NO-BREAK SPACE}% too high.")
    assert "up to <1\N{NO-BREAK SPACE}% too low" in str(too_many(both))


NO_TOKEN = "No single token would lower the odds of losing this round."


def test_where_no_token_helps_it_says_so(daybreak: SetTable) -> None:
    assert NO_TOKEN in said(daybreak("set round 6"))


def test_where_nobody_can_lose_it_speaks_of_no_help(daybreak: SetTable) -> None:
    assert "Losing this round: <1 %" in said(daybreak())

    table = daybreak("to crisis", "set dice.rolls_due 0", "set crises.due 0")
    lines = said(table)
    assert "Losing this round: 0 %" in lines
    assert NO_TOKEN not in lines


def test_the_odds_after_one_token_are_told_with_a_decimal() -> None:
    odds = (Fraction(0), Fraction(1, 9000), Fraction(1, 16), Fraction(8999, 9000), Fraction(1))

    told = [str(finely(chance)).replace("\N{NO-BREAK SPACE}", " ") for chance in odds]

    assert told == ["0.0 %", "<0.1 %", "6.2 %", ">99.9 %", "100.0 %"]


def test_what_is_not_counted_is_told(daybreak: SetTable) -> None:
    table = daybreak("crisis 1.403", "project 1.318", "to local")
    for card in ("1.001", "1.002"):
        table.submit(f"tags {card} incentive")
        table.submit(f"tuck {card} under 1.318 by china")
    lines = said(table)

    assert "Face up, but not read: 1.403 Heatwaves." in lines
    assert not any(line.startswith("Being resolved") for line in lines)
    assert (
        "2 Crisis cards are face down: they are of 29 that nobody has seen in this game." in lines
    )
    assert "9 of those nobody has read: from no harm to the worst of any card read." in lines
    assert any(line.startswith("Could still soften this") and "1.318" in line for line in lines)


def test_the_assumption_stands_before_the_rounds_ahead(daybreak: SetTable) -> None:
    assert any("and nothing else changes" in line for line in said(daybreak()))
    assert any("emit 7 carbon less each round" in line for line in said(daybreak(), falling=7))


@pytest.mark.parametrize(
    ("effect", "foreseeable"),
    [
        (Effect(token="communities"), True),
        (Effect(token="communities", optional=True), False),
        (Effect(token="resilience.any", by=-1), False),
        (Effect(token="clean", board="any"), False),
        (Effect(do="discard"), True),
        (Effect(do="reveal"), False),
    ],
)
def test_what_somebody_has_to_decide_is_not_foreseen(effect: Effect, foreseeable: bool) -> None:
    assert certain(effect) is foreseeable


def test_a_crisis_in_the_midst_of_being_resolved_is_not_called_unread(
    daybreak: SetTable,
) -> None:
    lines = said(daybreak("to crisis", "set dice.rolls_due 0", "crisis 1.419"))

    assert "Being resolved, and not counted: 1.419 Droughts." in lines
    assert not any(line.startswith("Face up, but not read") for line in lines)
