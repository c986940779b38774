"""The odds on the small screen: the page is there at once, and the odds when they are known."""

from collections.abc import Callable

import pytest

from companion.games import game
from companion.games.display import Chance, Page
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.support.devices.simulated_controller import PlayedTable, sitting_at

DAYBREAK = game("daybreak")
HOT = ("seat china", "seat us", "start", "set thermometer.bands 7", "set trees 34")


Work = Callable[[], None]


@pytest.fixture
def thinking() -> list[Work]:
    """Whatever is to be worked out, until the test lets it be done."""
    return []


def table_after(*lines: str) -> Match:
    table = Match(DAYBREAK, MemoryJournal())
    for line in lines:
        table.take(line)
    return table


def shows(played: PlayedTable, page: Page) -> bool:
    """Is this what the people at the table see, once everything has come to rest?"""
    played.wait(0.5)
    return played.shows(page)


def home(played: PlayedTable, *, foreseen: bool) -> Page:
    assert DAYBREAK.odds
    state = played.writer.current.state
    page = DAYBREAK.page(state, "home")
    assert page
    return page.with_chance(DAYBREAK.odds.chance(state)) if foreseen else page


def test_the_page_is_shown_at_once_and_again_with_the_odds(
    thinking: list[Work],
) -> None:
    with sitting_at(table=table_after(*HOT), think=thinking.append) as played:
        assert shows(played, home(played, foreseen=False))
        thinking.pop()()

        assert shows(played, home(played, foreseen=True))


def test_people_go_on_while_the_odds_are_worked_out(thinking: list[Work]) -> None:
    with sitting_at(table=table_after(*HOT), think=thinking.append) as played:
        played.do("press next")

        assert played.document["step"] == "project"
        played.wait(20)  # for a while, NEXT shows what to do in the step it has led to
        assert shows(played, home(played, foreseen=False))
        assert len(thinking) == 1, "one at a time, and the newest next"
        thinking.pop()()
        assert shows(played, home(played, foreseen=True))


def test_a_change_that_does_not_matter_finds_the_odds_ready(
    thinking: list[Work],
) -> None:
    with sitting_at(table=table_after(*HOT), think=thinking.append) as played:
        played.wait(0.5)
        thinking.pop()()
        played.writer.ask("roll geoengineering 5")
        played.writer.ask("undo")

        assert shows(played, home(played, foreseen=True))
        assert thinking == []


@pytest.mark.parametrize("line", ["set outlook.shown false", "set thermometer.bands 8"])
def test_where_nobody_wants_to_know_nothing_is_worked_out(thinking: list[Work], line: str) -> None:
    with sitting_at(table=table_after(*HOT, line), think=thinking.append) as played:
        page = DAYBREAK.pages(played.writer.current.state)[0]

        assert shows(played, page)
        assert not any(isinstance(part, Chance) for part in page.parts)
        assert thinking == []
