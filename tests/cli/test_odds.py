"""``companion outlook``, ``companion story``, and ``outlook.odds`` of the state document."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.i18n.catalogs import LANGUAGES
from companion.match.match import Match
from companion.match.writer import MatchWriter
from companion.storage.journal import MemoryJournal
from companion.storage.saved_games import SavedGames
from tests.benchmarks import odds_trials
from tests.benchmarks import outlook as bench
from tests.conftest import SetTable
from tests.support import tally
from tests.support.labels import undo_label

HOT = """game daybreak
seat china
seat us
start
set thermometer.bands 6
set trees 26
set oceans 2
crisis 1.415
"""


@pytest.fixture
def hot(tmp_path: Path) -> str:
    file = tmp_path / "hot.table"
    file.write_text(HOT, encoding="utf-8")
    return str(file)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words, catch_exceptions=False)


def test_the_outlook_of_a_script_in_words(hot: str) -> None:
    said = run("--lang", "en", "outlook", hot)

    assert said.exit_code == 0
    assert "The Crisis stage of round 1, if nobody changes anything before it:" in said.output
    assert "Counted in: 1.415 Storms." in said.output
    assert "Crisis cards are face down: they are of 29 that nobody has seen" in said.output
    assert "stand-ins" in said.output
    assert "Drawdown is 11 tokens away" in said.output
    assert "round 1: " in said.output


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["outlook", "story"])
def test_it_is_said_in_every_language(hot: str, command: str, lang: str) -> None:
    assert run("--lang", lang, command, hot).exit_code == 0


def test_the_outlook_as_data_is_that_of_the_document(hot: str) -> None:
    told = json.loads(run("outlook", hot, "--json").output)
    document = json.loads(run("play", hot, "--json").output)

    assert told["odds"] == document["outlook"]["odds"]
    odds = told["odds"]
    in_stage = [odds["lost"][cause] for cause in ("temperature", "communities", "crises")]
    survived = sum(Fraction(chance["most"]["odds"]) for chance in odds["bands"])
    assert survived + sum(Fraction(chance["least"]["odds"]) for chance in in_stage) == 1
    assert {"path", "by", "loss", "change"} <= set(told["more"]["helps"][0])
    assert told["more"]["drawdown_tokens"] == 11
    assert told["more"]["ahead"][0]["round"] == 1


def test_things_that_get_better_change_the_rounds_ahead(hot: str) -> None:
    steady = json.loads(run("outlook", hot, "--json").output)["more"]
    better = json.loads(run("outlook", hot, "--better", "15", "--json").output)["more"]

    assert better["falling"] == 15
    assert steady["ahead"][0] == better["ahead"][0]
    assert steady["ahead"][1] != better["ahead"][1]


def test_a_table_can_switch_it_off(hot: str) -> None:
    with Path(hot).open("a", encoding="utf-8") as file:
        file.write("set outlook.shown false\n")

    assert "set outlook.shown true" in run("--lang", "en", "outlook", hot).output
    assert json.loads(run("outlook", hot, "--json").output) == {"odds": None, "more": None}


def test_switched_off_nothing_is_worked_out(
    daybreak: SetTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = daybreak("set outlook.shown false")

    def refuse(*_: object) -> None:
        raise AssertionError("nobody wants to know")

    monkeypatch.setattr("companion.games.daybreak.odds.next_stage.foresee", refuse)

    shown = table.history[-1].with_odds()["outlook"]
    assert shown["odds"] is None
    assert shown["shown"] is False


def test_nothing_is_worked_out_to_take_an_input_or_to_see_how_things_stand(
    daybreak: SetTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nobody asked")

    monkeypatch.setattr("companion.games.daybreak.odds.next_stage.foresee", refuse)
    table = daybreak("to crisis")

    assert "odds" not in table.document["outlook"]


def test_inputs_are_taken_while_somebody_works_out_odds(
    daybreak: SetTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done = Event(), Event()

    def ponder(*_: object) -> None:
        begun.set()
        done.wait(timeout=60)

    monkeypatch.setattr("companion.games.daybreak.odds.next_stage.foresee", ponder)
    with closing(MatchWriter(daybreak())) as writer, ThreadPoolExecutor(1) as readers:
        change = writer.current
        reader = readers.submit(lambda: change.with_odds())
        assert begun.wait(timeout=60)

        assert writer.ask("set trees 3").document["trees"] == 3
        assert not reader.done()
        done.set()


def test_switching_it_off_is_a_step_that_can_be_undone(daybreak: SetTable) -> None:
    table = daybreak("set outlook.shown false")
    assert str(undo_label(table)) == "odds shown set from yes to no"

    table.submit("undo")

    assert table.history[-1].with_odds()["outlook"]["odds"] is not None


def test_a_script_can_expect_odds(play: Callable[[str], Match]) -> None:
    play(
        HOT
        + "to crisis\nset dice.rolls_due 0\nset china.communities 11\n"
        + "expect outlook.odds.loss.odds 1\nexpect outlook.odds.lost.crises.percent 100.0\n"
    )


def test_a_game_in_which_nothing_comes_says_so(tmp_path: Path) -> None:
    file = tmp_path / "empty.table"
    file.write_text("game daybreak\n", encoding="utf-8")

    assert "No Crisis stage lies ahead" in run("--lang", "en", "outlook", str(file)).output


@pytest.mark.slow
def test_a_kept_game_is_looked_at_by_its_number_or_as_the_last_one(tmp_path: Path) -> None:
    saved_games = SavedGames(tmp_path)
    table = saved_games.resume_or_begin("daybreak")
    for line in ("seat china", "start"):
        table.take(line)
    saved_games.close()

    last = run("outlook", "--data", str(tmp_path), "--json")
    first = run("outlook", "1", "--data", str(tmp_path), "--json")

    assert json.loads(last.output)["odds"]["round"] == 1
    assert last.output == first.output


def test_the_story_in_words_as_data_and_as_a_picture(hot: str, tmp_path: Path) -> None:
    picture = tmp_path / "story.svg"

    assert "Round 1: 1.8 °C" in run("--lang", "en", "story", hot).output
    assert json.loads(run("story", hot, "--json").output)["rounds"][0]["round"] == 1
    assert run("story", hot, "--svg", str(picture)).output == ""
    assert picture.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("command", ["outlook", "story"])
@pytest.mark.parametrize("which", ["nowhere.table", "7"])
def test_a_game_that_is_not_there_is_told_in_a_sentence(
    command: str, which: str, tmp_path: Path
) -> None:
    said = run("--lang", "en", command, which, "--data", str(tmp_path))

    assert said.exit_code == 2
    assert said.output.count("\n") == 1


@pytest.mark.parametrize("command", ["outlook", "story"])
def test_a_game_that_cannot_look_ahead_or_back_says_so(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Match(tally.TALLY, MemoryJournal())
    monkeypatch.setattr("companion.cli.play.find_match", lambda *_: table)

    said = run("--lang", "en", command)

    assert said.exit_code == 2
    assert "[no_outlook]" in said.output
    assert "outlook" not in table.history[-1].with_odds()


@pytest.mark.slow
def test_the_benchmark_compares_equal_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds_trials, "BANDS", 4)
    monkeypatch.setattr(bench, "TIMES", 1)
    figures = bench.figures()

    assert {"worst_ms", "enumeration_ms", "ratio"} <= set(figures)
    assert all(figure > 0 for figure in figures.values())
