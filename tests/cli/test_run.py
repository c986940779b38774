"""``companion run``: which parts there are, what it says about them, and how it ends."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.cli.run import obey_typed_lines, shutdown_on_signals
from companion.cli.tags import enrol_deck
from companion.devices.board import profile
from companion.devices.board.choice import Board, choose_board
from companion.devices.panel.panel import Panel
from companion.devices.readers.presence import CardArrived, ReaderLost, Report, TwoCards
from companion.games import game
from companion.games.display import Choice, Rows
from companion.games.taps import Thing
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.match.match import Match
from companion.match.taps.enrolment import Enrolment
from companion.match.taps.tags import Tags
from companion.storage.journal import MemoryJournal
from tests.support.devices.simulated_controller import sitting_at
from tests.support.programs import LIMIT_S, ordinary_signals

pytestmark = pytest.mark.usefixtures("compiled_templates")
PI = "Raspberry Pi Zero 2 W Rev 1.0"
ON_A_PI = choose_board("single_reader", PI, safe=False)
UID, OTHER = "04a1b2c3d4e580", "04a1b2c3d4e581"


def test_on_a_pi_the_parts_are_real() -> None:
    board = choose_board("full_table", PI, safe=False)

    assert board.profile == profile.load("full_table")
    assert not board.simulated
    assert PI in str(board.announcement)


def test_on_a_pi_the_first_board_is_the_one_with_one_reader() -> None:
    assert choose_board(None, PI, safe=False).profile == profile.load(profile.DEFAULT)


@pytest.mark.parametrize(("name", "loaded"), [(None, "simulator"), ("full_table", "full_table")])
def test_on_any_other_computer_the_parts_are_simulated_and_it_says_so(
    name: str | None, loaded: str
) -> None:
    board = choose_board(name, None, safe=False)

    assert board.profile == profile.load(loaded)
    assert board.simulated
    assert "simulated" in str(board.announcement)


@pytest.mark.parametrize("model", [PI, None])
def test_a_safe_start_has_no_part_at_all(model: str | None) -> None:
    board = choose_board("full_table", model, safe=True)

    assert board.profile is None
    assert "without any part" in str(board.announcement)


def test_the_simulator_plays_what_is_typed_and_ends_when_told_to(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main,
        ["--lang", "en", "run", "--port", "0", "--data", str(tmp_path)],
        input="dance\npress info\nquit\n",
    )

    assert result.exit_code == 0, result.output
    assert "simulated" in result.output
    assert "⠀" in result.output
    assert "[malformed]" in result.output
    assert (tmp_path / "journal.sqlite3").exists()
    assert not (tmp_path / "tags.json").exists()


def test_typed_lines_move_hands_and_show_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    ended: list[bool] = []
    with sitting_at() as table:
        lines = ["tap china\n", "press next\n", "turn\n", "quit\n", "press next\n"]
        obey_typed_lines(
            table.keyboard, lines, Language("en", "daybreak"), lambda: ended.append(True)
        )

    assert table.document["stage"] == "global"
    assert ended == [True]
    said = capsys.readouterr().out
    assert sum(len(line) == 64 for line in said.splitlines()) == 2 * 16
    assert "This is no movement of a hand: turn [malformed]" in said


def test_a_board_without_readers_says_what_it_cannot_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with sitting_at("minimal") as table:
        obey_typed_lines(table.keyboard, ["tap 1.035", "quit"], Language("en"), lambda: None)

    assert "This board has no reader" in capsys.readouterr().out


def test_a_board_without_a_screen_moves_hands_and_shows_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (profile.folder() / "simulator.toml").read_text(encoding="utf-8")
    before, _, after = text.partition("[oled]")
    blind = tmp_path / "blind.toml"
    blind.write_text(before + after[after.index("[") :], encoding="utf-8")
    with sitting_at(str(blind)) as table:
        obey_typed_lines(table.keyboard, ["tap china", "quit"], Language("en"), lambda: None)

    assert table.document["seats"] == ["china"]
    assert capsys.readouterr().out == ""


@pytest.fixture
def terminal() -> Iterator[None]:
    """As where somebody types: whatever ran the tests ignores no signal."""
    with ordinary_signals():
        yield


def test_a_service_that_is_stopped_ends_in_good_order() -> None:
    stopped: list[bool] = []
    before = signal.getsignal(signal.SIGTERM)
    with shutdown_on_signals(lambda: stopped.append(True)):
        os.kill(os.getpid(), signal.SIGTERM)

    assert stopped == [True]
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.usefixtures("terminal")
def test_a_second_signal_hurries_nobody_and_a_closed_terminal_ends_it_too() -> None:
    stopped: list[bool] = []
    with shutdown_on_signals(lambda: stopped.append(True)):
        for each in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            os.kill(os.getpid(), each)

    assert stopped == [True]


@pytest.mark.usefixtures("terminal")
def test_a_signal_in_the_midst_of_the_start_ends_it_in_good_order() -> None:
    stopped: list[bool] = []
    with shutdown_on_signals() as shutdown:
        os.kill(os.getpid(), signal.SIGINT)
        assert shutdown.requested  # and nothing was raised: a lock may just be taken
        shutdown.calls(lambda: stopped.append(True))

    assert stopped == [True]


def test_a_signal_that_does_not_wake_the_main_thread_is_heeded_all_the_same() -> None:
    """One that comes in the moment before that thread falls asleep: no handler runs for it."""
    stopped: SimpleQueue[bool] = SimpleQueue()
    with shutdown_on_signals(lambda: stopped.put(True)):
        descriptor = signal.set_wakeup_fd(-1)
        os.write(descriptor, bytes([signal.SIGTERM]))
        assert stopped.get(timeout=LIMIT_S)


def test_a_start_that_is_not_wanted_any_more_opens_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def interrupted(board: Board, language: Language) -> Iterator[None]:
        os.kill(os.getpid(), signal.SIGTERM)
        yield

    monkeypatch.setattr("companion.cli.run.splash_screen", interrupted)
    told = CliRunner().invoke(main, ["run", "--data", str(tmp_path / "games")])

    assert (told.exit_code, told.output) == (0, "")
    assert not (tmp_path / "games").exists()


def test_patience_that_is_no_number_is_told_in_a_sentence() -> None:
    told = CliRunner().invoke(main, ["--lang", "en", "run", "--patience", "nan"])

    assert told.exit_code == 2
    assert "'--patience' must be a number from 2 to 120." in told.output


def test_a_deck_is_enrolled_with_taps_and_keys(capsys: pytest.CaptureFixture[str]) -> None:
    table, tags = Match(game("daybreak"), MemoryJournal()), Tags(game="daybreak")
    enrolment = Enrolment(table.game, table.state, tags, first="1.205")
    card = CardArrived("centre", UID)
    heard: list[Report | str] = [
        *(card, card),  # 1.205
        card,  # is 1.205 already
        *("", "", "b"),  # on to 1.208, and back to 1.207
        *(TwoCards("centre"), ReaderLost("us", say("gone")), "?"),
        *[CardArrived("centre", OTHER)] * 2,
        "q",
    ]
    enrol_deck(enrolment, iter(heard).__next__, Language("en", "daybreak"))

    assert tags.find(UID) == Thing("card", "1.205")
    assert tags.find(OTHER) == Thing("card", "1.207")
    said = capsys.readouterr().out
    for words in ("once more", "This tag is 1.205", "Two cards?", "Reader us: gone"):
        assert words in said


def test_enrolment_without_a_reader_says_what_to_do_instead(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["--lang", "en", "tags", "enrol", "--data", str(tmp_path)])

    assert result.exit_code == 2
    assert "companion tags bind" in result.output


def test_the_command_ends_when_told_to_and_leaves_the_folder_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.tags.choose_board", lambda *_, safe: ON_A_PI)
    command = ["--lang", "en", "tags", "enrol", "--data"]

    for _ in range(2):
        result = CliRunner().invoke(main, [*command, str(tmp_path / "data")], input="b\nq\n")
        assert result.exit_code == 0, result.output
        assert "Tap it." in result.output

    (tmp_path / "file").touch()
    result = CliRunner().invoke(main, [*command, str(tmp_path / "file" / "data")])
    assert (result.exit_code, result.output[-15:]) == (2, "[cannot_write]\n")


def test_the_lights_follow_what_is_due_and_how_hot_it_is() -> None:
    table = Match(game("daybreak"), MemoryJournal())
    for line in ("seat china", "seat us", "start", "to crisis"):
        table.take(line)
    with sitting_at(table=table) as played:
        pins = played.simulated.pins
        bands = played.document["thermometer"]["bands"]
        assert pins.lit("die:1")
        assert not pins.lit("next")
        assert pins.bar().count(True) == bands

        played.writer.ask("set thermometer.bands 4")
        played.wait(0.2)
        assert pins.bar().count(True) == 4
        assert played.sounds == ["alarm"]


def test_a_phone_may_play_in_the_same_second(tmp_path: Path) -> None:
    with sitting_at() as table:
        table.do("tap china")
        table.writer.ask("seat us")
        table.wait(1)
        table.do("press next")

    assert table.document["seats"] == ["china", "us"]
    assert table.document["round"] == 1


def test_in_a_first_game_next_leads_through_a_round_step_by_step() -> None:
    table = Match(game("daybreak"), MemoryJournal())
    for line in ("seat china", "seat us", "start", "set trees 30"):  # as much as is emitted
        table.take(line)
    steps = []
    with sitting_at(table=table, stepwise=True) as played:
        for _ in range(10):
            played.do("press next")
            if played.page.name == "leaving":  # something is left: NEXT says so, and then goes on
                played.do("press next")
            document = played.document
            steps.append((document["stage"], document["step"]))
            assert played.page.name == "now", steps
            assert played.shown

        played.wait(16)
        assert played.page.name == "home"
        assert played.sounds.count("ended") == 0

    assert steps == [
        ("global", "project"),
        ("local", "draw"),
        ("local", "play"),
        ("emissions", "demand"),
        ("emissions", "emit"),
        ("emissions", "sequester"),
        ("emissions", "temperature"),
        ("crisis", "crises"),
        ("growth", "demand"),
        ("global", "crises"),
    ]


def test_in_the_crisis_stage_next_shows_what_lies_face_up_and_then_applies_it() -> None:
    table = Match(game("daybreak"), MemoryJournal())
    for line in ("seat china", "seat us", "start", "crisis 1.416", "set trees 90", "to crisis"):
        table.take(line)
    with sitting_at(table=table) as played:
        played.do("press next")
        assert played.page.name == "crisis 1.416"
        assert played.says.startswith("NEXT resolves it.")
        assert played.document["crises"]["resolved"] == []

        played.do("press next")
        assert played.document["crises"]["resolved"] == ["1.416"]
        played.do("press next")
        assert played.document["stage"] == "crisis", "two cards are left"
        played.do("press next")
        assert played.document["stage"] == "growth"


def showing(*faces: str) -> Callable[[Sequence[Choice]], Choice]:
    """Dice that show these faces, one after the other."""
    left = list(faces)

    def throw(choices: Sequence[Choice]) -> Choice:
        wanted = left.pop(0)
        return next(each for each in choices if each.answer == wanted)

    return throw


def in_the_crisis_stage(*lines: str) -> Match:
    table = Match(game("daybreak"), MemoryJournal())
    for line in ("seat china", "seat us", "start", "to crisis", *lines):
        table.take(line)
    return table


def test_one_press_rolls_all_that_are_due_and_the_screen_says_where_each_effect_stands() -> None:
    with sitting_at(table=in_the_crisis_stage("set dice.rolls_due 3")) as played:
        played.dice.throw = showing("arctic", "permafrost", "arctic")
        played.do("press planetary")
        played.wait(1.5)

        assert played.document["dice"]["rolls_due"] == 0
        (listed,) = played.page.parts
        assert isinstance(listed, Rows)
        assert {str(row.label): row.value for row in listed.rows} == {
            "Arctic": "2/5",
            "Permafrost": "1/5",
        }
        assert played.shown


def test_a_roll_that_is_not_due_changes_nothing_and_says_so() -> None:
    with sitting_at(table=in_the_crisis_stage("set dice.rolls_due 1")) as played:
        played.do("press planetary")
        played.wait(1.5)
        assert played.page.name == "die"
        assert str(played.page.corner) == "0 to go"
        played.do("press planetary")
        played.wait(1.5)

        assert "No roll is due, so nothing changes." in played.says


def test_all_who_are_tied_roll_by_one_press() -> None:
    tied = in_the_crisis_stage("set dice.rolls_due 0", "target lowest communities")
    with sitting_at(table=tied) as played:
        played.dice.throw = showing("4", "2")
        played.do("press geoengineering")
        played.wait(1.5)

        assert played.writer.current.state.dice.tie is None
        assert "China rolls 4. United States rolls 2." in played.says


def test_undo_says_what_it_would_undo_and_a_hold_does_it_again() -> None:
    with sitting_at() as played:
        played.do("tap china", "tap us", "press undo")
        assert played.says == "UNDO again takes it back. United States takes a seat"

        played.do("press undo")
        assert played.document["seats"] == ["china"]
        assert played.says.startswith("Undone: United States takes a seat")
        played.do("hold undo")
        assert played.document["seats"] == ["china", "us"]
        assert played.says.startswith("Redone: United States takes a seat")


def test_a_table_can_be_started_without_any_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(Panel, "mute", lambda _, muted: asked.append(muted))
    for option in ([], ["--mute"]):
        words = ["run", "--port", "0", "--data", str(tmp_path), *option]
        assert CliRunner().invoke(main, words, input="quit\n").exit_code == 0

    assert asked == [False, True]
