"""The whole companion put together: with parts that are missing, and when something goes wrong."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.app import Companion, more_pages, running
from companion.devices.board import profile
from companion.devices.board.choice import Board
from companion.devices.panel.panel import Pressed
from companion.devices.readers.presence import CardArrived
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.match.taps.situations import Timeouts
from companion.match.taps.tags import FILE
from companion.splash import splash_screen
from companion.storage.saved_games import SavedGames
from companion.web.server import PortTaken

pytestmark = pytest.mark.usefixtures("compiled_templates")
ON_A_PI = Board(profile.load("full_table"), simulated=False, announcement=say("As on a Pi."))
"""A board whose parts are all missing: off a Pi, none of them can be opened."""
AT_ONCE = Timeouts(glance_s=0)
"""What is shown may be confirmed at once."""


@contextmanager
def companion(
    data: Path, board: Board = ON_A_PI, port: int = 0, game: str = "daybreak"
) -> Iterator[Companion]:
    with (
        splash_screen(board, Language("en", game)) as hardware,
        running(hardware, data, game, timeouts=AT_ONCE, port=port) as whole,
    ):
        yield whole


def press(whole: Companion, role: str) -> None:
    whole.controller.hear(Pressed(role))
    whole.controller.step()


def parts_at_work() -> set[str]:
    ours = {"writer", "readers", "panel", "screen", "server"}
    return ours & {thread.name for thread in threading.enumerate()}


def test_without_any_part_that_answers_phones_play_on(tmp_path: Path) -> None:
    with companion(tmp_path) as whole:
        whole.controller.step()
        whole.session.writer.ask("seat china")
        whole.controller.step()

        told = " ".join(map(str, whole.session.faults))
        assert "The buttons cannot be used" in told
        assert "The small screen does not answer" in told
        assert whole.session.writer.current.document["seats"] == ["china"]


def test_a_first_game_is_explained_on_the_small_screen_too(tmp_path: Path) -> None:
    def leafed() -> list[str]:
        return [page.name for page in more_pages(whole.session, whole.server)]

    with companion(tmp_path) as whole:
        assert "lesson" not in leafed()
        whole.session.teaching.switch(True)
        assert leafed()[:2] == ["lesson", "lesson why"]
        for line in ("seat china", "start", "set thermometer.bands 8"):
            whole.session.writer.ask(line)
        assert "lesson" not in leafed()  # it is over: there is nothing to explain


def test_a_second_phone_of_a_seat_is_let_in_by_next_on_the_page_that_names_it(
    tmp_path: Path,
) -> None:
    with companion(tmp_path, game="council_of_shadows") as whole:
        for line in ("set detail galaxies", "seat red", "seat violet", "start", "to plan"):
            whole.session.writer.ask(line)
        pairing = whole.server.pairing
        pairing.pair(pairing.code, "red", "10.0.0.1", guarded=True)
        second = pairing.pair(pairing.code, "red", "10.0.0.2", guarded=True)
        whole.controller.step()
        assert (
            str(whole.controller.taps.notice) == "A second phone for Red? INFO leads to its page."
        )

        for _ in range(30):
            if whole.controller.page().name != "second phone":
                press(whole, "info")
        assert whole.controller.page().name == "second phone"
        assert pairing.find(second) is None
        press(whole, "next")

        assert pairing.find(second)


def test_the_next_game_is_chosen_with_hands_only_and_the_parts_follow_it(tmp_path: Path) -> None:
    with companion(tmp_path) as whole:
        over = whole.session.active
        for line in ("seat china", "start", "set thermometer.bands 8"):
            over.writer.ask(line)
        whole.controller.step()
        press(whole, "next")
        press(whole, "next")

        lobby = whole.session.active
        assert whole.session.choosing
        whole.controller.move_to(lobby.writer)
        whole.controller.step()
        press(whole, "next")
        whole.session.after(lobby)

        assert whole.session.writer.current.document["seats"] == []
        assert whole.session.writer.match.game is over.writer.match.game
        assert [kept.over for kept in whole.session.kept()] == [False, True], "the newest first"


def test_a_damaged_file_of_tags_is_told_to_whoever_taps_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    with companion(tmp_path) as whole:
        whole.controller.step()

        whole.controller.hear(CardArrived("centre", "04a1b2c3d4e580"))
        whole.controller.step()
        assert str(whole.controller.taps.notice).startswith("The tags in")


def test_a_start_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortTaken), companion(tmp_path, port=port):
            pass

    assert parts_at_work() == set()
    with closing(SavedGames(tmp_path)) as saved_games:
        assert saved_games.warnings == []


def test_a_game_that_cannot_be_had_leaves_the_folder_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(SavedGames, "resume_or_begin", lambda saved_games, name: 1 / 0)
        with pytest.raises(ZeroDivisionError), companion(tmp_path):
            pass

    with closing(SavedGames(tmp_path)) as saved_games:
        assert saved_games.warnings == []


def test_when_it_ends_every_part_has_ended(tmp_path: Path) -> None:
    with companion(tmp_path):
        assert parts_at_work() == {"writer", "readers", "panel", "screen", "server"}

    assert parts_at_work() == set()
