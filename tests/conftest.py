"""What every test may ask for, and what is the same for all of them."""

import gc
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from unittest.mock import patch

import pytest
from coverage import Coverage
from hypothesis import settings

from companion.games import game
from companion.table.keeping.journal import MemoryJournal
from companion.table.script import Script
from companion.table.table import Table
from tests.effort import examples

TESTS = Path(__file__).parent
COUNTED = (
    *("games/*", "cards/*", "test_game_contract.py*", "test_scripts.py*"),
    *("table/test_prompts.py*", "table/test_taps.py*", "table/test_taps_scripts.py*"),
    *("server/test_*_pages.py*", "server/test_acting.py*", "server/test_outlook_panel.py*"),
    *("test_boxes.py*", "test_cards_command.py*", "test_packs*", "test_bench_effort.py*"),
)
"""The tests of the games and of their pages, which alone are asked to cover the lines: to count
lines makes a test take more than twice the time, and one of a reader proves no rule."""
REPEATED = (
    *("*laws*", "*samples*", "*random*", "*docs*", "*golden_game*", "*naufragos/test_events.py*"),
    *("cards/test_a_known_box.py*", "cards/test_kept_answers.py*"),
    *("games/test_daybreak_outlook_*", "games/test_daybreak_forecast*"),
    *("games/test_daybreak_deck.py*", "server/test_outlook_panel.py*"),
    *(f"server/test_{page}_pages.py*" for page in ("box", "card", "fact", "tag", "virtual")),
    *("*::test_nothing_leaves_its_drawing*", "*::test_all_carbon_of_the_game_is_told*"),
    *("*::test_a_game_that_was_lost_did_not_turn*", "*::test_a_game_without_a_turn_says_so*"),
    *("*::test_a_secret_looks_like*", "*::test_undo_redo*", "*::test_what_is_exported*"),
    "*::test_a_walk_of_offers*",
)
"""Among them those that go over the same lines again and again, which others have proved. Odds are
the dearest of all: each of their loops takes four times as long when it is counted."""
PROVING = (
    *("*_outlook_*::*_being_won_*", "*_outlook_*::*_not_counted_*", "*_outlook_*::*_a_decimal"),
    *("*_outlook_*::*_has_to_decide_*", "*_outlook_*::*_do_not_wait_*"),
    *("*_forecast*::*_tied_*", "*_forecast*::*_after_each_roll_*", "*_forecast*::*_known_crises_*"),
    *("*_forecast*::*_no_*", "*_forecast*::*_more_*", "*_forecast*::*_sinks_are_full_*"),
    *("*_forecast*::*_certainly_over_*", "*_deck.py::*_too_many_*", "*_deck.py::*_solo_*"),
    "*_virtual_pages.py::*_stacks_*",
)
"""And among those the few that reach a line which no other one does."""
settings.register_profile("usual", examples(30))
settings.load_profile("usual")

SetTable = Callable[..., Table]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write the golden files anew")


def pytest_collection_finish() -> None:
    """What was imported and collected stays: nobody need look through it for garbage again.

    Nor need anybody look as often as usual: what a test leaves behind is gone with its last name.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Lines are counted where they are to be covered; everywhere, to learn which test runs them."""
    if not item.config.getoption("cov_context", None):
        test = item.nodeid.removeprefix(f"{TESTS.name}/")
        repeated = matches(test, REPEATED) and not matches(test, PROVING)
        proves_lines = matches(test, COUNTED) and not repeated
        STILL.count(proves_lines and not item.get_closest_marker("no_cover"))


def matches(test: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(test, pattern) for pattern in patterns)


class Still:
    """Coverage that rests. A worker of xdist has two, one within the other."""

    def __init__(self) -> None:
        self._resting: list[Coverage] = []

    def count(self, wanted: bool) -> None:
        if wanted and not self._resting:
            return
        while running := Coverage.current():
            running.stop()
            if running not in self._resting:
                self._resting.append(running)
        while wanted and self._resting:
            self._resting.pop().start()


STILL = Still()


@pytest.fixture
def daybreak() -> SetTable:
    """A table of Daybreak on which these powers have started, and these lines were played."""

    def set_table(*lines: str, seats: str = "china us") -> Table:
        table = Table(game("daybreak"), MemoryJournal())
        for line in (*(f"seat {seat}" for seat in seats.split()), "start", *lines):
            table.submit(line)
        return table

    return set_table


@pytest.fixture(scope="session")
def compiled_templates() -> Iterator[None]:
    """Templates are compiled once for all: that is most of what the start of a server costs.

    Only who asks for it imports a server.
    """
    from companion.server import serving
    from tests.server.phone import take_compiled

    with patch.object(serving, "compile_all", take_compiled):
        yield


@pytest.fixture
def play(tmp_path: Path) -> Callable[[str], Table]:
    """Plays a table script that the test holds as text."""
    return lambda source: Script(source, tmp_path / "test.table").play()
