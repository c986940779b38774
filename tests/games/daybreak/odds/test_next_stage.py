"""The forecast of a Crisis stage, against the rules themselves played in every way."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import game
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import EFFECTS, POWERS, RESILIENCES
from companion.games.daybreak.odds.later_rounds import look_ahead
from companion.games.daybreak.odds.next_stage import Forecast, forecast
from companion.storage.packs.load import load_cards
from tests.conftest import SetTable
from tests.support.effort import examples
from tests.support.games.every_roll import every_end, small_stages

few = examples(15, soak=200)
CRISES = load_cards(game("daybreak")).cards
CARDS = (
    *("1.402", "1.408", "1.415"),  # communities for all, by bands less one's resilience
    *("1.418", "1.419", "1.420"),  # the same for the lowest
    *("1.424", "1.432", "1.439", "1.443", "1.444"),
    *("1.401", "1.440"),  # cards are lost: somebody has to choose which
)


def seen(state: State) -> Forecast:
    found = forecast(state)
    assert found
    return found


def survival(told: Forecast) -> Fraction:
    return sum(told.bands.values(), Fraction())


def with_cards(state: State, *numbers: str) -> State:
    """The table with a pack that has these Crisis cards and no others."""
    others = {n: card for n, card in state.cards.items() if card.kind != "crisis"}
    return replace(state, cards={**others, **{n: CRISES[n] for n in numbers}})


def check_equal(told: Forecast, state: State, cards: tuple[str, ...] = ()) -> None:
    """Every number of the forecast is that of the enumeration, fraction for fraction."""
    ends = every_end(state, cards)
    survived = sum((odds for end, odds in ends.items() if not end.lost), Fraction())
    for cause in ("temperature", "communities", "crises"):
        lost = sum((odds for end, odds in ends.items() if end.lost == cause), Fraction())
        assert told.lost[cause] == lost, cause
    assert survival(told) == survived
    for name, odds in (
        ("bands", told.bands),
        ("trees", told.trees),
        ("oceans", told.oceans),
        ("cards", told.crisis_cards),
        ("waiting", told.waiting),
    ):
        found: dict[int, Fraction] = defaultdict(Fraction)
        for end, share in ends.items():
            if not end.lost:
                found[getattr(end, name)] += share / (1 if name == "bands" else survived)
        assert dict(odds) == dict(found), name


@few
@given(st.data())
def test_it_equals_every_sequence_of_rolls_one_by_one(
    daybreak: SetTable, data: st.DataObject
) -> None:
    state = data.draw(small_stages(daybreak))

    check_equal(seen(state), state)


@few
@given(st.data())
def test_known_crises_are_taken_in_exactly(daybreak: SetTable, data: st.DataObject) -> None:
    state = data.draw(small_stages(daybreak))
    state = replace(state, dice=replace(state.dice, rolls_due=min(2, state.dice.rolls_due)))
    # Different resiliences and dirty energy: nobody is tied with anybody.
    powers = {
        seat: replace(power, resilience=dict.fromkeys(RESILIENCES, at), dirty=at + 3)
        for at, (seat, power) in enumerate(state.powers.items())
    }
    cards = tuple(data.draw(st.lists(st.sampled_from(CARDS), max_size=2, unique=True)))
    crises = replace(state.crises, face_up=cards, forecast=cards[0] if cards else None, due=3)
    state = replace(with_cards(state, *cards), powers=powers, crises=crises)

    check_equal(seen(state), state, cards)


@few
@given(st.data())
def test_one_round_ahead_is_the_forecast_without_cards(
    daybreak: SetTable, data: st.DataObject
) -> None:
    state = data.draw(small_stages(daybreak))

    (this,) = look_ahead(state, rounds=1)

    assert dict(this.bands) == dict(seen(state).bands)
    assert dict(this.lost) == dict(seen(state).lost)


@few
@given(st.data())
def test_all_odds_add_up_to_one(daybreak: SetTable, data: st.DataObject) -> None:
    state = data.draw(small_stages(daybreak))
    told = seen(state)

    in_stage = sum(told.lost[cause] for cause in ("temperature", "communities", "crises"))
    assert survival(told) + in_stage == 1
    for odds in (told.trees, told.oceans, told.crisis_cards, told.waiting):
        assert sum(odds.values()) in (0, 1)
    for ahead in look_ahead(state, rounds=2):
        assert sum(ahead.bands.values()) + sum(ahead.lost.values()) + ahead.won == 1


@few
@given(st.data(), st.sampled_from(("trees", "oceans", "resilience", "communities")))
def test_one_token_more_never_hurts(daybreak: SetTable, data: st.DataObject, token: str) -> None:
    state = data.draw(small_stages(daybreak))
    crises = replace(state.crises, face_up=("1.415",), forecast="1.415", due=1)
    state = replace(with_cards(state, "1.415"), crises=crises)
    seat = data.draw(st.sampled_from(state.seats))
    paths = {
        "resilience": ("powers", seat, "resilience", "infrastructure"),
        "communities": ("powers", seat, "communities"),
    }
    path = paths.get(token, (token,))
    by = -1 if token == "communities" and state.powers[seat].communities else 1
    better = state.with_value(path, state.number(path) + by)

    before, after = seen(state).loss.least, seen(better).loss.least
    assert after >= before if by > 0 and token == "communities" else after <= before


def test_before_the_crisis_stage_the_stages_up_to_it_happen_first(daybreak: SetTable) -> None:
    local, crisis = daybreak("to local"), daybreak("to crisis")

    told = seen(local.state)

    assert told.after_emissions
    assert replace(told, after_emissions=False) == seen(crisis.state)


def test_after_each_roll_the_forecast_is_of_the_rolls_that_are_left(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 2", "to crisis")
    due = table.state.dice.rolls_due

    table.submit("roll planetary weather")

    assert seen(table.state).rolls == due - 1


def test_a_game_that_the_emissions_end_is_lost_for_certain(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 7", "set china.emissions.industry 60")

    assert seen(table.state).lost["temperature"] == 1


def test_energy_that_is_missing_can_lose_the_game(daybreak: SetTable) -> None:
    table = daybreak("set us.communities 10", "set us.clean 0")

    assert seen(table.state).lost["communities"] == 1


def test_the_last_round_is_lost_in_time_or_won(daybreak: SetTable) -> None:
    late = daybreak("set round 6")
    assert seen(late.state).lost["time"] == survival(seen(late.state)) > 0

    late.submit("set trees 200")
    assert seen(late.state).won.most == survival(seen(late.state)) > 0
    assert seen(late.state).lost["time"] == 0


def test_tied_powers_are_hit_with_the_same_odds(daybreak: SetTable) -> None:
    table = daybreak(
        "crisis 1.418",  # the lowest Social Resilience: a community for each band
        *("set thermometer.bands 3", "set china.communities 11", "set us.communities 0"),
        *("set trees 90", "set oceans 90"),
    )
    table.submit("to crisis")
    table.submit("set thermometer.bands 3")
    table.submit("set dice.rolls_due 0")

    alone = replace(table.state, crises=replace(table.state.crises, due=1))
    assert seen(alone).lost["crises"] == seen(alone).lost_at_worst["crises"] == Fraction(1, 2)


def test_cards_that_nobody_has_seen_or_can_read_are_told_as_such(daybreak: SetTable) -> None:
    table = daybreak("crisis 1.403")
    told = seen(table.state)
    assert (told.counted, told.uncounted, told.unknown) == ((), ("1.403",), 2)

    known = seen(daybreak("crisis 1.415").state)
    assert (known.counted, known.uncounted, known.unknown) == (("1.415",), (), 2)


def test_a_card_in_the_midst_of_being_resolved_is_not_counted(daybreak: SetTable) -> None:
    table = daybreak("crisis 1.401", "set thermometer.bands 2", "set trees 90", "to crisis")
    table.submit("set dice.rolls_due 0")
    table.submit("set thermometer.bands 2")
    table.submit("set dice.rolls_due 0")
    table.submit("crisis 1.401")
    assert table.state.tasks

    assert seen(table.state).uncounted == ("1.401",)
    assert survival(seen(table.state)) == 1


def test_a_pending_question_to_ignore_a_roll_counts_as_not_ignored(daybreak: SetTable) -> None:
    table = daybreak("project 1.318", "to local", "set trees 90")
    for card in ("1.001", "1.002"):
        table.submit(f"tags {card} incentive")
        table.submit(f"tuck {card} under 1.318 by china")
    table.submit("to crisis")
    table.submit("set dice.rolls_due 2")
    assert seen(table.state).helpers == ("1.318",)

    table.submit("roll planetary amazon")
    asked = seen(table.state)
    table.submit("choose no")

    assert asked == replace(seen(table.state), helpers=asked.helpers)


def test_there_is_no_forecast_without_a_stage_to_come(daybreak: SetTable) -> None:
    over = daybreak("set round 6", "set trees 99", "to growth")

    assert forecast(over.state) is None
    assert forecast(over.game.blank) is None
    assert look_ahead(over.state) == ()


def test_more_rolls_than_any_thermometer_calls_for_are_not_forecast(daybreak: SetTable) -> None:
    table = daybreak("to crisis", "set dice.rolls_due 99")

    assert forecast(table.state) is None
    assert look_ahead(table.state) == ()


def test_stand_ins_are_told_until_the_owner_has_entered_everything(daybreak: SetTable) -> None:
    state: State = daybreak().state

    assert seen(state).standins
    assert not seen(replace(state, standins=("facts.geoengineering",))).standins


@pytest.mark.parametrize("seats", ["china", " ".join(POWERS)])
def test_only_what_matters_is_worked_out_again(daybreak: SetTable, seats: str) -> None:
    table = daybreak(seats=seats)
    told = seen(table.state)
    assert seen(replace(table.state, challenges=())) is told
    assert seen(replace(table.state, project_chosen=True)) is told

    for path in ("trees", "recent", "china.dirty", *(f"planetary.{effect}" for effect in EFFECTS)):
        table.submit(f"set {path} 1")
        assert seen(table.state) is not told
