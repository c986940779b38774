"""The parts of a table around its match: what fails, what comes back, and which game is played."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event as Heartbeat
from threading import Thread

import pytest

from companion.devices.readers.presence import (
    CardArrived,
    Handled,
    ReaderButton,
    ReaderLost,
    ReaderPaired,
    ReaderSays,
)
from companion.games import game
from companion.games.daybreak import Daybreak
from companion.games.daybreak.taps.taps import Taps
from companion.games.display import Page, Prose
from companion.games.taps import TapHandler
from companion.i18n.message import say
from companion.match.match import Match
from companion.match.taps.common_pages import pairing
from companion.match.taps.prompts import Prompt
from companion.match.writer import MatchWriter
from companion.storage.journal import MemoryJournal
from companion.storage.packs.load import FOLDER
from tests.support.devices.simulated_controller import PlayedTable, sitting_at

DAYBREAK = game("daybreak")
JOIN = pairing("http://192.0.2.7:8080/s/ABC234", "ABC234")


@pytest.fixture
def table() -> Iterator[PlayedTable]:
    with sitting_at() as played:
        yield played


def test_a_reader_that_is_lost_is_reported_until_it_is_back(table: PlayedTable) -> None:
    table.simulated.unplug("seat:1")
    table.wait(3)
    assert [fault[:14] for fault in table.faults] == ["Reader Seat 1:"]
    assert "Reader Seat 1" in table.says

    table.wait(10)
    assert "Reader Seat 1" not in table.says
    assert len(table.faults) == 1

    table.simulated.plug_in("seat:1")
    table.wait(10)
    assert table.faults == []


def test_a_fault_can_be_looked_up_for_as_long_as_it_lasts(table: PlayedTable) -> None:
    pages = len(table.writer.match.game.pages(table.writer.current.state))
    table.simulated.unplug("seat:2")
    table.wait(10)
    table.do(*["press info"] * pages)

    assert table.page.name == "trouble"
    assert "Reader Seat 2" in table.says
    assert table.shown


def test_an_answer_that_cannot_be_kept_is_told_at_the_table_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    (tmp_path / FOLDER).write_text("a file where the folder of packs should be", encoding="utf-8")
    with sitting_at(table=Match(DAYBREAK, MemoryJournal(), packs=tmp_path, warnings=[])) as played:
        for line in ("seat china", "start", "tags 1.210 grid"):
            played.writer.ask(line)
        played.wait(0.5)
        assert "This counts, but is not kept" in played.says

        played.wait(10)
        assert "not kept" not in played.says
        played.do(*["press info"] * len(DAYBREAK.pages(played.writer.current.state)))
        assert played.page.name == "trouble"
        assert "not kept" in played.says
        assert played.writer.current.state.cards["1.210"].tags == ("grid",)
        played.writer.ask("next")


def test_hands_keep_a_card_on_a_reader_that_is_slow_to_look(table: PlayedTable) -> None:
    parts, looks = table.clock.parts, table.clock.now() + 1.0
    table.clock.parts = lambda: parts() if table.clock.now() > looks else None

    table.do("tap china")
    assert table.document["seats"] == ["china"]


def test_a_screen_that_is_lost_is_reported_and_play_goes_on(table: PlayedTable) -> None:
    table.simulated.unplug("screen")
    table.wait(5)
    assert ["small screen" in fault for fault in table.faults] == [True]

    table.do("tap china")
    assert table.document["seats"] == ["china"]

    table.simulated.plug_in("screen")
    table.wait(20)
    assert table.faults == []
    assert table.shown


def test_whoever_leafs_through_the_pages_finds_where_to_join(table: PlayedTable) -> None:
    pages = len(table.writer.match.game.pages(table.writer.current.state))
    table.more_pages = (JOIN,)

    table.do(*["press info"] * pages)

    assert table.page == JOIN
    assert table.shown


def test_holding_info_shows_where_to_join_at_once(table: PlayedTable) -> None:
    table.more_pages = (JOIN,)

    table.do("hold info")

    assert table.page == JOIN


def test_a_board_at_which_nobody_can_do_anything_invites_phones(table: PlayedTable) -> None:
    table.invitation = JOIN
    table.top.wake()
    table.wait(0.5)
    assert table.page == JOIN
    assert table.shown

    table.invitation = None
    table.top.wake()
    table.wait(0.5)
    assert table.shown
    assert table.page != JOIN


def test_a_card_from_a_virtual_deck_is_shown_for_a_moment_and_disturbs_no_question(
    table: PlayedTable,
) -> None:
    card = Page("drawn", "1.404 Floods", (Prose(say("Everybody loses 1 Tree.")),))
    table.do("tap china @ seat:1", "press next")
    table.wait(30)
    rest = table.page
    table.top.show(card)
    table.wait(0.1)
    assert table.shows(card)
    table.wait(30)
    assert table.page == rest

    table.do("press undo")
    asked = table.page
    table.top.show(card)
    table.wait(0.1)

    assert table.page == asked


def test_the_parts_follow_to_another_game(table: PlayedTable) -> None:
    table.do("tap china", "press tuck")
    other = MatchWriter(Match(game("daybreak"), MemoryJournal()))
    table.top.move_to(other)
    table.wait(0.5)

    table.do("tap us")

    assert table.document["seats"] == ["china"]
    assert other.current.document["seats"] == ["us"]
    other.close()


def test_what_is_asked_is_of_one_game_even_while_another_one_is_put_on_the_table(
    table: PlayedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do("tap china", "press tuck")
    before = table.top.prompt
    other = MatchWriter(Match(game("daybreak"), MemoryJournal()))
    seen: list[Prompt] = []

    def look_meanwhile(played: Daybreak) -> TapHandler:
        if not seen:
            seen.append(before)  # once: to look at a prompt asks for hands as well
            seen[:] = [table.top.prompt]
        return Taps(played)

    monkeypatch.setattr(Daybreak, "tap_handler", property(look_meanwhile))
    table.top.move_to(other)
    table.wait(0.5)

    assert seen == [before]
    assert table.top.prompt.revision == other.current.revision != before.revision
    other.close()


def test_a_phone_leads_through_the_enrolment(table: PlayedTable) -> None:
    assert table.top.enrolling is None
    table.top.enrol("skip")
    table.top.enrol("begin", "1.005")
    table.wait(0.5)
    assert "1.005" in str(table.top.enrolling)
    for _ in range(2):
        table.simulated.tap("04a1b2c3d4e580")
    assert "Enrolled" in str(table.top.notice)

    table.top.enrol("back")
    table.top.enrol("back")
    table.wait(0.5)
    assert "1.004" in str(table.top.enrolling)
    table.top.enrol("skip")
    table.top.enrol("end")
    table.wait(0.5)

    assert table.top.enrolling is None
    assert str(table.tags.find("04a1b2c3d4e580")) == "card 1.005"
    assert table.document["revision"] == 1


def test_a_pulse_is_answered_by_the_loop_itself(table: PlayedTable) -> None:
    waiting = Thread(target=table.top.pulse)
    waiting.start()
    assert waiting.is_alive()

    while waiting.is_alive():
        table.wait(0.1)


def test_a_light_that_cannot_be_used_is_reported_until_it_can(table: PlayedTable) -> None:
    board = table.simulated.profile
    [light] = [button.light for button in board.buttons if button.role == "next"]
    # Somebody else took the pin over: writing to it fails.
    table.simulated.pins.factory.pin(light).function = "input"
    table.do("tap china")
    [fault] = table.faults
    assert fault.startswith("A part of the panel cannot be used (light next)")

    table.wait(10)
    assert table.faults == []
    assert table.simulated.pins.lit("next")


def test_a_mistake_over_a_tap_is_logged_and_told_and_the_next_tap_counts(
    table: PlayedTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(type(table.hands), "meaning", lambda *_: 1 / 0)
        table.do("tap china")
    assert "could not count that" in table.says
    assert table.sounds[-1] == "refused"
    assert "ZeroDivisionError" in caplog.text
    assert "uid=" not in caplog.text, "which card it was may be somebody's secret"

    table.do("tap china")
    assert table.document["seats"] == ["china"]


def test_a_page_that_cannot_be_drawn_is_logged_once_and_reported_until_one_can(
    table: PlayedTable, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("companion.table_view.draw", lambda page, language: 1 / 0)
        table.writer.ask("seat china")
        for _ in range(3):
            assert table.top.turn() is not None
            table.clock.advance(1)
        assert [fault[:35] for fault in table.faults] == ["How the game stands cannot be shown"]

    table.top.turn()
    assert table.faults == []
    table.wait(6)
    assert table.shown
    assert caplog.text.count("ZeroDivisionError: division") == 1


def test_whoever_stops_the_table_in_the_midst_of_a_step_is_heard(table: PlayedTable) -> None:
    class Stopped(Heartbeat):
        def set(self) -> None:
            table.top.stop()

    table.top.hear(Stopped())
    running = Thread(target=table.top.run, daemon=True)
    running.start()
    running.join(timeout=20)

    assert not running.is_alive()


def test_a_gesture_that_comes_twice_counts_once_also_for_a_table_that_starts_anew() -> None:
    journal = MemoryJournal()
    with sitting_at(table=Match(DAYBREAK, journal)) as played:
        for line in ("seat china", "start"):
            played.writer.ask(line)
        played.wait(10)
        played.top.hear(ReaderButton("next", False, "seat-1/a/7"))
        played.wait(0.5)
        entries = len([*journal.entries()])
        assert entries == 4
    with sitting_at(table=Match(DAYBREAK, journal)) as anew:
        anew.top.hear(ReaderButton("next", False, "seat-1/a/7"))
        anew.wait(0.5)
        assert len([*journal.entries()]) == entries
        anew.top.hear(ReaderButton("next", False, "seat-1/a/8"))
        anew.wait(0.5)
        assert len([*journal.entries()]) == entries + 1


def test_a_reader_on_the_air_hears_that_its_tap_is_dealt_with_also_if_it_was_refused(
    table: PlayedTable,
) -> None:
    heard: list[str] = []
    table.top.hear(CardArrived("seat:1", "04a1b2c3", id="seat-1/a/1"))
    table.top.hear(Handled(lambda: heard.extend(table.refusals)))
    table.wait(0.5)
    assert len(heard) == 1
    assert "not enrolled" in heard[0]


def test_what_readers_on_the_air_say_is_shown_with_the_place_of_the_reader(
    table: PlayedTable,
) -> None:
    table.top.hear(ReaderLost("seat:1", say("No reader.")))
    table.wait(0.5)
    table.top.hear(ReaderPaired("seat:1", "reader-1f"))
    table.wait(0.5)
    assert table.faults == []
    assert "reader-1f lies at Seat 1 from now on." in table.says
    table.top.hear(ReaderSays("seat:1", say("Late.")))
    table.wait(0.5)
    assert "Reader Seat 1: Late." in table.says
    table.top.hear(ReaderSays("", say("Who is that?")))
    table.wait(0.5)
    assert "Who is that?" in table.says
    table.top.hear(ReaderButton("next", True, "seat-1/a/9"))
    table.wait(0.5)
    assert "Who is that?" not in table.says
