"""The three levels: the same game in all of them, and what each shows of the totals that move."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from companion.errors import Malformed
from companion.games import game, playable
from companion.match.levels.level import Level, after, read_level
from companion.match.levels.moved import as_totals, compare, moves_of, totals
from companion.match.levels.show import LONGEST_S, Run, Show, state_shown
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from companion.testing.walks import walk
from tests.support.effort import many

LEVELS = ("level all 1", "level steps", "level check")
GAMES = many(2, soak=340)
"""Random games of each game and level."""
SLIPS = many(30, soak=1_000)
"""Of people who count, in each game."""
STEPS = 45
CORRECTED = 0.12


def lines_of(name: str, seed: int) -> list[str]:
    """A game at random, as its journal has it."""
    made = walk(game(name), seed, STEPS, CORRECTED)
    assert not made.crashes
    return [change.line for change in made.match.history][1:]


def daybreak(*lines: str) -> Match:
    match = Match(game("daybreak"), MemoryJournal())
    for line in ("seat china", "seat us", "start", *lines):
        match.take(line)
    return match


def happened(match: Match) -> Iterator[tuple[str, Any]]:
    """What every input brought about, without those that chose a level."""
    for change in match.history:
        if not change.step.line.startswith("level "):
            yield change.line, tuple(change.step.events)


# --- one game in all of them ------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", list(playable()))
def test_random_games_agree_event_for_event_at_every_level(name: str) -> None:
    for seed in range(GAMES):
        lines, random = lines_of(name, seed), Random(seed)
        tables = [played(name, level, lines, random) for level in LEVELS]
        told = [list(happened(table)) for table in tables]
        assert told[0] == told[1] == told[2], (name, seed)
        assert tables[0].state == tables[1].state == tables[2].state, (name, seed)


def played(name: str, level: str, lines: Sequence[str], random: Random) -> Match:
    """The same inputs, while people press, count and change the level in between as they like."""
    match, show = Match(game(name), MemoryJournal()), Show()
    match.take(level)
    for line in lines:
        match.take(line)
        shown = show.of(match)
        if shown and shown.phase == "counting" and random.random() < 0.5:
            show.count(match, shown.revision, {it.path: it.after + 1 for it in shown.totals})
        for _ in range(random.randrange(4)):
            show.press(match)
    return match


# --- people who count ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(playable()))
def test_every_slip_of_people_is_named_and_none_is_invented(name: str) -> None:
    random, slips, seed = Random(name), 0, 0
    while slips < SLIPS:
        match = Match(game(name), MemoryJournal())
        show = Show()
        match.take("level check")
        for line in lines_of(name, seed):
            change = match.take(line)
            shown = show.of(match)
            if shown is None:
                continue
            there = totals(match.game, change.state)
            truth = {
                it.path: there[it.path].value if it.path in there else 0 for it in shown.totals
            }
            wrong = {path for path in truth if random.random() < 0.4}
            counted = {
                path: value + (random.choice((-3, -2, -1, 1, 2, 3)) if path in wrong else 0)
                for path, value in truth.items()
            }
            show.count(match, shown.revision, counted)
            found = show.of(match)
            assert found is not None
            assert {each.total.path for each in found.differences} == wrong, (name, seed, line)
            slips += len(wrong)
        seed += 1
    assert slips >= SLIPS


def test_what_differs_is_told_with_both_numbers_and_what_moved_it() -> None:
    match = daybreak("to emissions", "to crisis")
    (recent, bands) = (move.path for move in moves_of(match.history[-1].step)[-2:])
    (difference,) = compare(moves_of(match.history[-1].step), {bands: 7, recent: 0})

    assert str(difference.words) == "Central board, Temperature Bands: you have 7, I count 2."
    assert [str(line) for line in difference.because] == ["+2: 20 carbon to the Thermometer."]


def test_a_total_of_which_nobody_says_anything_is_no_difference() -> None:
    assert compare(moves_of(daybreak("to emissions", "to crisis").history[-1].step), {}) == ()


# --- which totals moved --------------------------------------------------------------------------


def test_each_total_moves_by_itself_with_the_number_before_and_after() -> None:
    step = daybreak("to emissions", "to crisis").history[-1].step

    told = [(str(move.name), move.before, move.after) for move in moves_of(step)]
    assert told == [
        ("Recent Emissions", 0, 22),
        ("Recent Emissions", 22, 38),
        ("Recent Emissions", 38, 20),
        ("Recent Emissions", 20, 0),
        ("Temperature Bands", 0, 2),
    ]
    assert [move.path for move in as_totals(moves_of(step))] == ["thermometer.bands"]


def test_a_number_of_something_that_has_several_moves_as_well() -> None:
    match = Match(game("naufragos"), MemoryJournal())
    explores = ("event none none", "next", "place red explore", "next")
    for line in ("seat red", "seat blue", "start", *explores, "explore coast 2 advance"):
        match.take(line)

    moved = {move.path: (move.before, move.after) for move in moves_of(match.history[-1].step)}
    assert moved["expedition.difficulty"] == (4, 6)
    assert moved["castaways.red.track"] == (0, 1)


def test_what_people_only_put_right_is_shown_to_nobody() -> None:
    assert moves_of(daybreak("set trees 3").history[-1].step) == ()


# --- the level of a table ------------------------------------------------------------------------


def test_a_level_is_kept_with_the_game_and_can_be_undone() -> None:
    journal = MemoryJournal()
    match = Match(game("naufragos"), journal)
    for line in ("seat red", "level steps", "start", "level all 1.5"):
        match.take(line)
    assert Match(game("naufragos"), journal).level == Level("all", 1.5)

    match.take("undo")
    assert match.level == Level("steps")
    match.take("undo")
    match.take("undo")
    assert match.level == Level()
    match.take("redo")
    assert match.level == Level("steps")


def test_no_game_sees_a_level() -> None:
    match = daybreak()
    before = match.state
    change = match.take("level check")

    assert (change.state, change.step.events) == (before, ())
    assert str(change.label) == "Level: You count, it checks"


@pytest.mark.parametrize(
    "line", ["level", "level none", "level all fast", "level all 99", "level steps 2"]
)
def test_what_is_no_level_is_refused(line: str) -> None:
    with pytest.raises(Malformed):
        daybreak().take(line)


def test_one_button_goes_through_all_levels() -> None:
    assert [after(Level(kind)).kind for kind in ("all", "steps", "check")] == [
        "steps",
        "check",
        "all",
    ]
    assert read_level(Level("all", 0.7).line) == Level("all", 0.7)


# --- the show ------------------------------------------------------------------------------------


def test_step_by_step_takes_a_press_for_each_total_and_two_people_press_once() -> None:
    match, show = daybreak("level steps", "to emissions", "to crisis"), Show()
    shown = show.of(match)
    assert shown is not None
    assert state_shown(match.history[-1], shown).recent == 22

    at = (shown.revision, shown.at)
    assert show.press(match, at)
    assert not show.press(match, at), "somebody else was quicker"
    for _ in shown.moves[1:]:
        assert show.press(match)
    assert show.of(match) is None
    assert not show.press(match)


def test_while_people_count_everything_stands_as_before() -> None:
    match, show = daybreak("level check", "to emissions", "to crisis"), Show()
    shown = show.of(match)
    assert shown is not None
    assert state_shown(match.history[-1], shown) == match.history[-1].step.before

    assert show.press(match)
    compared = show.of(match)
    assert compared is not None
    assert (compared.phase, compared.counted, compared.differences) == ("compared", False, ())
    assert show.press(match)
    assert show.of(match) is None


def test_what_runs_by_itself_is_over_in_time_however_much_there_is() -> None:
    match, show = daybreak("level all 60", "to emissions", "to crisis"), Show()
    shown = show.of(match)
    assert shown is not None
    run = Run(shown, since=100.0)

    assert [run.at(now) for now in (100.0, 103.9, 104.0, 119.9)] == [0, 0, 1, 4]
    assert run.at(100.0 + LONGEST_S) == len(shown.moves)


def test_where_nobody_has_said_how_long_the_table_decides() -> None:
    match, show = daybreak("to emissions", "to crisis"), Show()
    assert show.of(match) is None
    slower = Show()
    slower.pace_s = 2.0
    shown = slower.of(match)
    assert shown is not None
    assert shown.pace_s == 2.0


def test_what_somebody_enters_moves_at_once_and_only_what_goes_on_by_itself_runs() -> None:
    match, show = Match(game("naufragos"), MemoryJournal()), Show()
    for line in ("seat red", "seat blue", "level all 1", "start", "event sun 3"):
        match.take(line)
    assert len(moves_of(match.history[-1].step)) > 1
    assert show.of(match) is None

    match.take("to survival")
    match.take("next")
    assert show.of(match) is not None


def test_an_undo_ends_what_is_shown() -> None:
    match, show = daybreak("level steps", "to emissions", "to crisis"), Show()
    match.take("undo")
    assert show.of(match) is None
