"""The small screen says that the table starts, before the rest of it is there."""

import sys
from threading import Event
from threading import enumerate as threads

import pytest
from click import Command
from click.testing import CliRunner

from companion.cli.main import COMMANDS, LazyCommands, main
from companion.devices.board.choice import Board, choose_board
from companion.devices.drawing.pages import draw, drawing
from companion.devices.screen.screen import Screen, ScreenLost
from companion.i18n.catalogs import LANGUAGES, Language
from companion.match.taps.common_pages import STARTING
from companion.splash import splash_screen
from tests.support.programs import run_program

HEAVY = ("flask", "sqlite3", "companion.app", "companion.web.server", "companion.hall")
SIMULATED = choose_board("simulator", None, safe=False)
BUSY = 20.0
"""Seconds after which even a busy machine has sent a picture."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_first_picture_says_so_in_every_language(code: str) -> None:
    assert drawing(STARTING, Language(code)).lost == ()
    assert draw(STARTING, Language(code)).getbbox()


def test_the_screen_is_lit_while_the_rest_is_not_there_and_dark_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step, sent = Screen.step, Event()

    def step_and_tell(screen: Screen) -> float:
        due = step(screen)
        sent.set()
        return due

    monkeypatch.setattr(Screen, "step", step_and_tell)
    with splash_screen(SIMULATED, Language("en")) as parts:
        assert parts.simulated
        assert parts.simulated.oled
        assert sent.wait(BUSY)
        glass = parts.simulated.picture().tobytes()
        assert glass == draw(STARTING, Language("en")).tobytes()

    assert not parts.simulated.oled.on
    assert not [thread for thread in threads() if thread.name == "screen"]


def test_what_happens_to_the_screen_meanwhile_is_kept_for_the_table() -> None:
    with splash_screen(SIMULATED, Language("en")) as parts:
        assert parts.simulated
        assert parts.screen
        parts.simulated.unplug("screen")
        parts.screen.show(draw(STARTING, Language("es")))

        assert isinstance(parts.events.get(timeout=BUSY), ScreenLost)


def test_a_table_without_any_part_has_nothing_to_wake() -> None:
    nothing: Board = choose_board(None, None, safe=True)
    with splash_screen(nothing, Language("en")) as parts:
        assert parts.screen is None
        assert parts.simulated is None


def test_nothing_else_is_imported_before_the_screen_says_so() -> None:
    told = run_program(
        [
            *(sys.executable, "-c"),
            "import sys, companion.cli.main, companion.cli.run; print(*sys.modules)",
        ],
        check=True,
    )

    assert set(HEAVY).isdisjoint(told.stdout.split())
    assert "companion.splash" in told.stdout.split()


def test_a_command_is_imported_when_it_is_wanted() -> None:
    told = run_program(
        [
            *(sys.executable, "-c"),
            "import sys, companion.cli.main; print(*sys.modules)",
        ],
        check=True,
    )

    modules = {place.partition(":")[0] for place in COMMANDS.values()}
    assert modules.isdisjoint(told.stdout.split())


def test_every_command_is_where_it_is_said_to_be_under_its_own_name() -> None:
    assert {name: command.name for name, command in main.commands.items()} == {
        name: name for name in COMMANDS
    }


def test_ctrl_c_while_a_command_is_imported_ends_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(commands: LazyCommands, name: str) -> Command:
        raise KeyboardInterrupt

    monkeypatch.setattr(LazyCommands, "__getitem__", interrupted)
    result = CliRunner().invoke(main, ["run"])

    assert (result.exit_code, result.output) == (130, "")
