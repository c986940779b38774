"""The small screen of a table at each level, on a clock that the test holds."""

from collections.abc import Iterator

import pytest

from companion.games.display import Figure, Page, Rows
from companion.match.levels.show import LONGEST_S, level_page
from tests.support.devices.simulated_controller import PlayedTable, sitting_at

MOVES = 5
"""Carbon of two powers, the sinks, then the Thermometer: recent emissions four times, the bands."""


@pytest.fixture
def table() -> Iterator[PlayedTable]:
    with sitting_at() as played:
        yield played


def emitted(table: PlayedTable, level: str) -> None:
    for line in (level, "seat china", "seat us", "start", "to emissions", "to crisis"):
        table.writer.ask(line)
    table.wait(0.05)


def figure(page: Page) -> str:
    return next((str(part.value) for part in page.parts if isinstance(part, Figure)), "")


def rows(page: Page) -> list[str]:
    found = next(part.rows for part in page.parts if isinstance(part, Rows))
    return [f"{row.label} {row.value}" for row in found]


def test_totals_move_by_themselves_one_after_the_other(table: PlayedTable) -> None:
    emitted(table, "level all 2")
    seen = []
    for _ in range(MOVES):
        table.wait(0.4)
        assert table.shown
        seen.append((figure(table.page), str(table.page.corner)))
        table.wait(1.6)

    assert seen[0] == ("0 → 22", "1/5")
    assert seen[-1] == ("0 → 2", "5/5")
    assert table.page.name != "moving", "it is over"


def test_next_hurries_what_moves_and_does_nothing_else(table: PlayedTable) -> None:
    emitted(table, "level all 2")
    revision = table.writer.current.revision

    table.do("press next")

    assert table.page.name != "moving"
    assert table.writer.current.revision == revision


def test_however_slow_the_table_is_it_is_over_in_time(table: PlayedTable) -> None:
    emitted(table, "level all 60")
    table.wait(LONGEST_S)

    assert table.page.name != "moving"


def test_step_by_step_next_goes_from_total_to_total(table: PlayedTable) -> None:
    emitted(table, "level steps")
    revision = table.writer.current.revision
    table.wait(600)
    assert figure(table.page) == "0 → 22", "nothing moves without a press"

    for _ in range(MOVES - 1):
        table.do("press next")
    assert figure(table.page) == "0 → 2"
    table.do("press next")

    assert table.page.name != "moving"
    assert table.writer.current.revision == revision


def test_a_phone_goes_on_for_the_small_screen_as_well(table: PlayedTable) -> None:
    emitted(table, "level steps")

    table.show.press(table.writer.match)
    table.wait(0.05)

    assert str(table.page.corner) == "2/5"
    assert table.shown


def test_people_count_say_that_it_is_done_and_compare(table: PlayedTable) -> None:
    emitted(table, "level check")
    assert rows(table.page) == ["Temperature Bands 0 → ?"]

    table.do("press next")
    assert rows(table.page) == ["Temperature Bands 2"]
    table.do("press next")

    assert table.page.name not in ("counting", "compared")


def test_what_a_phone_has_counted_otherwise_is_marked(table: PlayedTable) -> None:
    emitted(table, "level check")
    match = table.writer.match
    table.show.count(match, match.revision, {"thermometer.bands": 3})
    table.wait(0.05)

    (part,) = table.page.parts
    assert isinstance(part, Rows)
    assert part.rows[0].alarm


def test_a_die_has_stopped_before_what_it_did_moves(table: PlayedTable) -> None:
    emitted(table, "level steps")
    for _ in range(MOVES):
        table.do("press next")
    table.keyboard.obey("press die:1")
    table.wait(0.3)
    assert table.page.name != "moving", "it rolls"

    table.wait(1.5)
    assert table.page.name == "moving"


def test_next_on_the_page_of_levels_takes_the_next_one(table: PlayedTable) -> None:
    for line in ("seat china", "seat us", "start"):
        table.writer.ask(line)
    table.more_pages = (level_page(table.writer.match.level),)
    table.do("turn -1")
    assert table.page.name == "levels"

    table.do("press next")

    assert table.writer.match.level.kind == "steps"
    assert table.writer.current.step.line == "level steps"
