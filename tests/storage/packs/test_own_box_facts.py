"""What somebody reads on a component while people play is kept for every game to come."""

import tomllib
from pathlib import Path

from companion.games import game
from companion.match.session import Session
from companion.storage.packs.box_facts import OwnBox
from companion.storage.saved_games import SavedGames

GAME = "council_of_shadows"
STARTED = ("seat red", "seat violet", "start")


def told(folder: Path, *lines: str) -> Session:
    session = Session(SavedGames(folder), GAME)
    for line in lines:
        session.writer.ask(line)
    return session


def test_a_fact_that_is_set_is_in_force_in_the_next_game(tmp_path: Path) -> None:
    session = told(tmp_path, *STARTED, "set facts.ai.ai-07.consumption 6")
    session.begin(GAME)
    document = session.writer.current.document
    session.close()

    assert document["facts"]["ai"]["ai-07"]["consumption"] == 6
    assert "facts.ai.ai-07.consumption" not in document["facts"]["standins"]
    assert "facts.ai.ai-11.consumption" in document["facts"]["standins"]


def test_it_is_kept_of_the_side_of_the_board_that_was_read(tmp_path: Path) -> None:
    told(tmp_path, *STARTED, "set facts.galaxies.blue.less 3").close()
    kept = tomllib.loads((tmp_path / f"{GAME}-box.toml").read_text(encoding="utf-8"))

    assert kept == {"facts": {"back": {"blue": {"less": 3}}}}


def test_what_was_said_before_stays(tmp_path: Path) -> None:
    told(tmp_path, *STARTED, "set facts.actions.gems 2", "set facts.actions.refine 1").close()

    assert OwnBox(game(GAME), tmp_path).said() == {
        "facts.actions.gems": 2,
        "facts.actions.refine": 1,
    }


def test_a_number_of_the_game_is_no_fact(tmp_path: Path) -> None:
    told(tmp_path, *STARTED, "set red.energy 4", "undo", "redo").close()

    assert OwnBox(game(GAME), tmp_path).line() == ""


def test_a_box_file_that_cannot_be_used_is_told_and_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / f"{GAME}-box.toml").write_text("facts.nothing = 3\n", encoding="utf-8")
    session = told(tmp_path, *STARTED)
    warnings = [str(warning) for warning in session.writer.match.warnings]
    session.close()

    assert any("it was put aside as" in warning for warning in warnings)


def test_a_fact_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / f"{GAME}-box.toml.new").mkdir(parents=True)
    session = told(tmp_path, *STARTED, "set facts.actions.gems 2")
    document = session.writer.current.document
    session.close()

    assert document["facts"]["actions"]["gems"] == 2
