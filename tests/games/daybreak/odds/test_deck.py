"""Crisis cards that nobody has seen, against the rules played with every draw there is."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import game
from companion.games.daybreak.model.state import Dice, State
from companion.games.daybreak.model.terms import POWERS, RESILIENCES
from companion.games.daybreak.odds.crisis_cards.deck import (
    Deck,
    Range,
    StateKey,
    deck_of,
    read_cards,
    unseen,
)
from companion.games.daybreak.odds.crisis_cards.draw_orders import Bounds, Effort
from companion.games.daybreak.odds.crisis_cards.fast_effects import (
    Board,
    board_of,
    fast_crisis,
    totals_read,
)
from companion.games.daybreak.odds.document import between, odds_document
from companion.games.daybreak.odds.next_stage import forecast
from companion.games.daybreak.odds.text import percents
from companion.games.daybreak.rules.face_up_crises import harmless, resolve
from companion.storage.packs.load import load_cards
from tests.benchmarks.odds_trials import worst
from tests.benchmarks.outlook import opening
from tests.conftest import SetTable
from tests.support.effort import examples

CRISES = {
    n: card for n, card in load_cards(game("daybreak")).cards.items() if card.kind == "crisis"
}
READ = sorted(n for n, card in CRISES.items() if card.crisis and card.crisis.known == "all")
UNREAD = sorted(set(CRISES) - set(READ))
few = examples(40, soak=1_000)


@cache
def in_the_crisis_stage(set_table: SetTable, seats: str) -> State:
    state: State = set_table("to crisis", seats=seats).state
    return state


@st.composite
def tense(draw: st.DrawFn, set_table: SetTable, *cards: str) -> State:
    """Nothing is left to be rolled, and much may still be lost."""
    seats = draw(st.sampled_from(("china", "china us", "us europe china", " ".join(POWERS))))
    state = in_the_crisis_stage(set_table, seats)
    small = st.integers(0, 3)
    powers = {
        seat: replace(
            power,
            communities=draw(st.integers(0, 11)),
            dirty=draw(st.integers(0, 9)),
            resilience={kind: draw(small) for kind in RESILIENCES},
        )
        for seat, power in state.powers.items()
    }
    others = {n: card for n, card in state.cards.items() if card.kind != "crisis"}
    return replace(
        state,
        cards={**others, **{n: CRISES[n] for n in cards}},
        powers=powers,
        dice=Dice(),
        thermometer=replace(state.thermometer, bands=draw(st.integers(1, 7))),
        trees=draw(st.integers(0, 9)),
        crises=replace(state.crises, due=0, by_bands=9, resolved=(), seen=()),
    )


def after(state: State, card: str) -> list[tuple[State, Fraction]]:
    """A card by the rules, as if it were the only one of the round."""
    alone = replace(state.crises, due=1, face_up=(), resolved=(), forecast=None, ongoing=())
    return list(resolve(replace(state, crises=alone), (card,)))


@pytest.mark.parametrize("number", [n for n in READ if not harmless(CRISES[n].crisis)])
@few
@given(st.data())
def test_a_card_in_numbers_does_what_it_does_by_the_rules(
    daybreak: SetTable, number: str, data: st.DataObject
) -> None:
    state = data.draw(tense(daybreak, number))
    rules = CRISES[number].crisis
    assert rules
    totals = totals_read([rules])
    boards = fast_crisis(state, rules, totals, state.thermometer.bands).on(board_of(state, totals))

    by_rules: dict[object, Fraction] = {}
    for end, odds in after(state, number):
        board = None if end.outcome else board_of(end, totals)
        by_rules[board] = by_rules.get(board, Fraction()) + odds
    in_numbers: dict[object, Fraction] = {}
    for board in boards:
        in_numbers[board] = in_numbers.get(board, Fraction()) + Fraction(1, len(boards))
    assert in_numbers == by_rules


def every_draw(state: State, deck: tuple[str, ...], draws: int, *, worst: bool) -> Fraction:
    """All cards, one after the other, by the rules; of an unread one the best or the worst."""
    if state.outcome:
        return Fraction(1)
    if not draws or not deck:
        return Fraction()
    read = [n for n in state.cards if n in READ]
    odds = Fraction()
    for card in deck:
        rest = tuple(each for each in deck if each != card)

        def then(number: str, rest: tuple[str, ...] = rest) -> Fraction:
            return sum(
                (
                    share * every_draw(end, rest, draws - 1, worst=worst)
                    for end, share in after(state, number)
                ),
                Fraction(),
            )

        if card in READ:
            odds += then(card)
        else:
            nothing = every_draw(state, rest, draws - 1, worst=worst)
            odds += max(nothing, *map(then, read)) if worst and read else nothing
    return odds / len(deck)


@few
@given(st.data())
def test_unseen_cards_equal_every_draw_one_by_one(daybreak: SetTable, data: st.DataObject) -> None:
    known = data.draw(st.lists(st.sampled_from(READ), min_size=1, max_size=3, unique=True))
    unread = data.draw(st.lists(st.sampled_from(UNREAD), max_size=2, unique=True))
    deck = (*known, *unread)
    state = data.draw(tense(daybreak, *deck))
    draws = data.draw(st.integers(1, min(2, len(deck))))
    state = replace(state, crises=replace(state.crises, due=draws))

    told = forecast(state)

    assert told
    assert told.exact
    assert told.deck.cards == len(deck)
    assert told.lost["crises"] == every_draw(state, deck, draws, worst=False)
    assert told.lost_at_worst["crises"] == every_draw(state, deck, draws, worst=True)


@few
@given(st.data())
def test_a_face_up_card_that_nobody_has_read_may_do_the_worst(
    daybreak: SetTable, data: st.DataObject
) -> None:
    known = data.draw(st.lists(st.sampled_from(READ), min_size=1, max_size=3, unique=True))
    state = data.draw(tense(daybreak, *known, "1.403"))
    crises = replace(state.crises, due=1, face_up=("1.403",), seen=("1.403",))
    state = replace(state, crises=crises)

    told = forecast(state)

    assert told
    assert told.uncounted == ("1.403",)
    worst = max(sum(odds for end, odds in after(state, card) if end.outcome) for card in known)
    assert told.loss == Range(Fraction(), Fraction(worst))


def test_cards_that_were_seen_are_not_drawn_again(daybreak: SetTable) -> None:
    table = daybreak("set trees 31", "crisis 1.415")
    before = unseen(table.state)
    for line in ("to emissions", "to crisis", "crisis 1.415", "crisis 1.402"):
        table.submit(line)

    after_two = unseen(table.state)

    assert before.cards == len(CRISES) - 1
    assert after_two.cards == len(CRISES) - 2
    table.submit("to growth")
    table.submit("to global")
    assert unseen(table.state) == after_two


def test_in_the_solo_game_cards_with_the_mark_are_not_in_the_deck(daybreak: SetTable) -> None:
    state = daybreak(seats="china").state
    marked = {**state.cards, "1.402": replace(state.cards["1.402"], solo=False)}

    assert unseen(replace(state, cards=marked)).cards == unseen(state).cards - 1


def test_what_one_card_took_another_of_its_kind_finds_missing(daybreak: SetTable) -> None:
    """Fires with two Trees, six bands: the first costs 4 communities, one more like it 6."""
    state: State = daybreak("to crisis", seats="china").state
    cards = {n: c for n, c in state.cards.items() if c.kind != "crisis" or n in ("1.424", "1.403")}
    weak = replace(state.powers["china"], communities=2, resilience=dict.fromkeys(RESILIENCES, 0))
    stage = replace(
        state,
        cards=cards,
        powers={"china": weak},
        trees=2,
        dice=Dice(),
        thermometer=replace(state.thermometer, bands=6),
        crises=replace(state.crises, due=2, by_bands=9),
    )
    told = forecast(stage)

    assert told
    assert told.loss == Range(Fraction(), Fraction(1))


def test_more_cards_than_the_deck_has_are_as_good_as_unread(daybreak: SetTable) -> None:
    state = daybreak("set thermometer.bands 3", "set trees 90", "to crisis").state
    only = {n: card for n, card in state.cards.items() if card.kind != "crisis" or n == "1.402"}
    powers = {seat: replace(power, communities=9) for seat, power in state.powers.items()}
    crises = replace(state.crises, due=2)
    hot = replace(state.thermometer, bands=3)
    lonely = replace(state, cards=only, powers=powers, crises=crises, thermometer=hot)
    told = forecast(replace(lonely, dice=Dice()))

    assert told
    assert told.loss == Range(Fraction(), Fraction(1))


def test_with_too_many_ways_there_are_bounds_that_hold_the_exact_odds() -> None:
    deck, board = whole_deck()
    patient = deck.loss(board, 1, [3], Effort(10**6), Effort(10**6))[3]

    for effort in (0, 20, 300, 4_000):
        hasty = whole_deck()[0].loss(board, 1, [3], Effort(effort), Effort(0))[3]

        assert hasty.least <= patient.least <= hasty.least_at_most
        assert hasty.most_at_least <= patient.most <= hasty.most
    assert patient.least == patient.least_at_most
    assert patient.most == patient.most_at_least


@examples(15, soak=300)
@given(st.data())
def test_bounds_hold_the_exact_odds_however_little_effort_there_was(
    daybreak: SetTable, data: st.DataObject
) -> None:
    gone = data.draw(st.sets(st.sampled_from(sorted(CRISES))))
    state = data.draw(tense(daybreak, *(set(CRISES) - gone)))
    sure, draws = data.draw(st.integers(0, 1)), data.draw(st.integers(1, 2))
    bands, board = state.thermometer.bands, board_of(state, totals_read(read_cards(state)))

    def bounds(effort: int, worst_case_effort: int) -> Bounds:
        deck = deck_of.__wrapped__(StateKey((), state), bands)
        return deck.loss(board, sure, [draws], Effort(effort), Effort(worst_case_effort))[draws]

    exact = bounds(10**6, 10**6)
    assert (exact.least, exact.most) == (exact.least_at_most, exact.most_at_least)
    for effort in (0, 30, 300, 10**6):
        found = bounds(effort, 0)
        assert found.least <= exact.least <= found.least_at_most
        assert found.most_at_least <= exact.most <= found.most


def whole_deck() -> tuple[Deck, Board]:
    """A table on which much may happen, with every card unseen."""
    state = worst(opening(), 4)
    powers = {seat: replace(power, communities=8) for seat, power in state.powers.items()}
    state = replace(state, powers=powers)
    totals = totals_read(read_cards(state))
    return deck_of.__wrapped__(StateKey((), state), 4), board_of(state, totals)


def test_a_deck_of_which_nothing_was_read_may_do_anything_or_nothing() -> None:
    deck = Deck((), (), 3, 2)

    assert deck.loss((0, 0, ((11,),)), 1, [2], Effort(9), Effort(9)) == {
        2: Bounds(*[Fraction()] * 4)
    }


def test_a_range_is_one_number_where_it_is_one(daybreak: SetTable) -> None:
    sure = between(Range(Fraction(1, 4), Fraction(1, 4)))
    assert (sure["odds"], sure["percent"]) == ("1/4", 25.0)

    range_ = between(Range(Fraction(31, 100), Fraction(48, 100)))
    assert (range_["odds"], range_["percent"]) == (None, None)
    assert range_["least"] == {"odds": "31/100", "percent": 31.0}
    assert range_["most"]["percent"] == 48.0
    assert percents(Range(Fraction(31, 100), Fraction(48, 100))) == "31–48\N{NO-BREAK SPACE}%"
    assert percents(Range(Fraction(1, 3), Fraction(1, 3))) == "33\N{NO-BREAK SPACE}%"

    odds = odds_document(daybreak("to local").state)
    assert odds
    assert set(odds["loss"]) == {"odds", "percent", "least", "most"}
    assert odds["crises"]["deck"] == len(CRISES)
