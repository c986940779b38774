"""Several rounds ahead, and what would help, against the rules played on."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.daybreak.model.inputs import RollDie
from companion.games.daybreak.model.state import Power, State
from companion.games.daybreak.model.terms import EFFECTS
from companion.games.daybreak.odds.later_rounds import RoundAhead, look_ahead
from companion.games.daybreak.odds.next_stage import forecast
from companion.games.daybreak.odds.what_helps import (
    Remedy,
    difference,
    distance,
    most_helpful,
    what_helps,
)
from companion.games.daybreak.rules.decisions import decide
from companion.games.shared.inputs import GoTo
from companion.games.shared.rules import fold
from tests.conftest import SetTable
from tests.games.daybreak.odds.test_next_stage import few, seen
from tests.support.games.every_roll import small_stages


def with_every_power(state: State, **changes: object) -> State:
    def changed(power: Power) -> Power:
        return replace(power, **changes)  # type: ignore[arg-type]

    return replace(state, powers={seat: changed(power) for seat, power in state.powers.items()})


def after_rounds(start: State, rounds: int) -> dict[tuple[str, int], Fraction]:
    """The rules played on for some rounds, in every way; nobody does anything."""
    ends: dict[tuple[str, int], Fraction] = defaultdict(Fraction)

    def play(state: State, odds: Fraction) -> None:
        if state.outcome:
            ends[("won" if state.outcome.won else state.outcome.reason, 0)] += odds
        elif state.dice.rolls_due:
            for face in EFFECTS:
                rolled = fold(state, decide(state, RollDie("planetary", face)))
                play(rolled, odds / len(EFFECTS))
        elif state.round == start.round + rounds - 1:
            ends[("won", 0) if state.drawdown else ("on", state.thermometer.bands)] += odds
        else:
            play(fold(state, decide(state, GoTo("crisis"))), odds)

    play(start, Fraction(1))
    return ends


def ends_of(ahead: RoundAhead) -> dict[tuple[str, int], Fraction]:
    ends = {("on", bands): odds for bands, odds in ahead.bands.items()}
    ends |= {(cause, 0): odds for cause, odds in ahead.lost.items()}
    ends[("won", 0)] = ahead.won
    return {end: odds for end, odds in ends.items() if odds}


@settings(few, max_examples=few.max_examples // 2)
@given(st.data())
def test_two_rounds_are_those_of_the_rules_played_on_in_every_way(
    daybreak: SetTable, data: st.DataObject
) -> None:
    state = data.draw(small_stages(daybreak))
    state = with_every_power(
        state,
        demand=0,
        emissions={"industry": data.draw(st.integers(0, 4))},
        dirty=data.draw(st.integers(0, 3)),
        growth=0,
    )
    # One roll now and few in the next round, or there would be too many ways to try.
    state = replace(
        state,
        dice=replace(state.dice, rolls_due=1),
        thermometer=replace(state.thermometer, bands=data.draw(st.integers(0, 1))),
        dac=data.draw(st.integers(0, 4)),
    )

    ahead = look_ahead(state, rounds=2)

    assert ends_of(ahead[-1]) == dict(after_rounds(state, len(ahead)))


def test_carbon_that_falls_each_round_leads_to_drawdown(daybreak: SetTable) -> None:
    state = daybreak().state

    steady, falling = look_ahead(state), look_ahead(state, falling=12)

    assert steady[0] == falling[0]
    assert falling[2].won > 0 == steady[2].won


def test_bands_that_were_only_borrowed_come_back(daybreak: SetTable) -> None:
    state = daybreak("to crisis", "set dice.rolls_due 0").state
    borrowed = replace(state, borrowed_bands=3)

    (_, cool), (_, warm) = look_ahead(state, rounds=2), look_ahead(borrowed, rounds=2)

    assert min(warm.bands) >= min(cool.bands) + 3


def test_a_game_that_is_certainly_over_is_followed_no_further(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 7", "set china.emissions.industry 40")

    (only,) = look_ahead(table.state)

    assert only.lost["temperature"] == 1


def test_rounds_that_lead_to_too_many_planets_are_not_told(
    daybreak: SetTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.daybreak.odds.later_rounds.EFFORT", 0)

    assert len(look_ahead(daybreak().state)) == 1


HOT = ("set thermometer.bands 7", "set trees 12", "set oceans 3", "crisis 1.415")


@pytest.mark.slow
@pytest.mark.parametrize("lines", [HOT, (*HOT, "set us.communities 8"), ("set round 6",)])
def test_what_helps_is_what_the_forecast_says_after_the_change(
    daybreak: SetTable, lines: tuple[str, ...]
) -> None:
    state = daybreak(*lines).state
    now = seen(state).loss
    for help in what_helps(state):
        if help.path.endswith(".emissions") or help.path == "carbon":
            continue
        table = daybreak(*lines)
        path = help.path.removeprefix("powers.")
        table.submit(f"set {path} {state.number(tuple(help.path.split('.'))) + help.by}")

        assert seen(table.state).loss == help.loss
        assert help.change == difference(help.loss, now)


def saved_band(state: State) -> Remedy:
    (help,) = (help for help in what_helps(state) if help.path == "carbon")
    return help


@pytest.mark.slow
def test_a_saved_band_is_tried_where_the_thermometer_is_still_empty(daybreak: SetTable) -> None:
    table = daybreak("set us.emissions.industry 60")
    help = saved_band(table.state)
    assert help.loss.least < seen(table.state).loss.least

    table.submit(f"set us.emissions.industry {60 + help.by}")
    assert seen(table.state).loss.least == help.loss.least


@pytest.mark.slow
def test_carbon_that_is_saved_may_bring_drawdown(daybreak: SetTable) -> None:
    table = daybreak("set round 6", "set thermometer.bands 2", "set trees 28", "set dac 2")
    assert seen(table.state).loss.sure == 1
    help = saved_band(table.state)

    table.submit(f"set dac {2 - help.by}")
    assert table.document["outlook"]["drawdown"]
    assert help.loss.least <= seen(table.state).loss.least <= seen(table.state).loss.most
    assert seen(table.state).loss.most <= help.loss.most < 1


def test_when_the_sinks_are_full_a_saved_band_is_carbon_that_waits(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 6", "to emissions", *["next"] * 3)
    recent = table.state.recent
    help = saved_band(table.state)

    table.submit(f"set recent {recent + help.by}")
    assert seen(table.state).loss == help.loss


def test_every_power_and_every_sink_is_tried_in_the_same_way(daybreak: SetTable) -> None:
    tried = {help.path for help in what_helps(daybreak("set us.communities 1").state)}

    for power in ("china", "us"):
        assert {f"powers.{power}.{total}" for total in ("clean", "dirty", "emissions")} <= tried
        assert f"powers.{power}.resilience.social" in tried
    assert {"trees", "oceans", "dac", "powers.us.communities"} <= tried
    assert "powers.china.communities" not in tried


def test_what_helps_most_comes_first(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 7", "set trees 34", "set us.emissions.industry 10")
    helps = what_helps(table.state)

    assert [help.worth for help in helps] == sorted(help.worth for help in helps)
    assert most_helpful(helps, 3) == helps[:3]
    assert helps[0].worth < 0


def test_drawdown_is_as_far_as_tokens_are_missing(daybreak: SetTable) -> None:
    table = daybreak("to local")
    missing = distance(table.state).drawdown
    sinks = table.state.trees

    table.submit(f"set trees {sinks + missing - 1}")
    assert not table.document["outlook"]["drawdown"]
    assert distance(table.state).drawdown == 1

    table.submit(f"set trees {sinks + missing}")
    assert table.document["outlook"]["drawdown"]
    assert distance(table.state).drawdown == 0


def test_a_band_is_as_far_as_carbon_has_to_be_less(daybreak: SetTable) -> None:
    table = daybreak("set recent 25")
    less = distance(table.state).band
    bands = table.document["outlook"]["bands_after"]
    assert less

    table.submit(f"set recent {25 - less + 1}")
    assert table.document["outlook"]["bands_after"] == bands
    table.submit(f"set recent {25 - less}")
    assert table.document["outlook"]["bands_after"] == bands - 1


@pytest.mark.parametrize("step", range(4))
def test_the_distance_to_drawdown_is_known_in_every_step_of_the_emissions_stage(
    daybreak: SetTable, step: int
) -> None:
    table = daybreak("to emissions", *["next"] * step)

    assert distance(table.state).drawdown == 38 + 1 - 18
    assert distance(table.state).band == 1


def test_there_is_no_help_where_there_is_no_forecast(daybreak: SetTable) -> None:
    over = daybreak("set round 6", "set trees 99", "to growth")

    assert forecast(over.state) is None
    assert what_helps(over.state) == ()
