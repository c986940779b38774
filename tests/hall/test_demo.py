"""``companion hall``, and tables that play by themselves."""

import random
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.games import game
from companion.hall import mosquitto
from companion.hall.demo import Player, SimulatedSession, demo_lines, demonstration
from companion.hall.mosquitto import NoMosquitto, find_mosquitto
from tests.support.hall.brokers import Around, eventually
from tests.support.programs import started_program


@pytest.mark.parametrize("by_script", [True, False])
def test_a_pretended_table_plays_to_the_end_and_again(by_script: bool) -> None:
    session = SimulatedSession(game("daybreak"))
    player = Player(session, random.Random(7), by_script)
    for _ in range(2 * len(demo_lines("daybreak"))):
        player.move()
        if session.active.writer.current.over:
            break
    assert session.active.writer.current.over
    for _ in range(20):
        player.move()

    assert session.active.number == 2
    session.close()


def test_a_demonstration_fills_the_hall(around: Around) -> None:
    hall = around.hall()
    with demonstration(4, around.broker, pace=0.05):
        eventually(lambda: len(hall.registry.tiles()) == 4)
        eventually(lambda: all(tile.online and tile.state for tile in hall.registry.tiles()))
        eventually(lambda: any(tile.news for tile in hall.registry.tiles()))

    eventually(lambda: not any(tile.online for tile in hall.registry.tiles()))


def test_without_mosquitto_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mosquitto, "SEARCH_PATH", ())
    monkeypatch.setenv("PATH", "")

    with pytest.raises(NoMosquitto, match="apt install mosquitto"):
        find_mosquitto()


def test_a_hall_wants_to_know_its_broker(tmp_path: Path) -> None:
    said = CliRunner().invoke(main, ["hall", "--data", str(tmp_path)], env={"COMPANION_BROKER": ""})

    assert said.exit_code == 2
    assert "Which broker?" in said.output
    assert "bad_broker" in said.output


@pytest.mark.usefixtures("other_programs")
def test_the_command_shows_its_addresses_and_leaves_in_good_order() -> None:
    start = "from companion.cli.main import main; main()"
    command = [sys.executable, "-c", start, "hall", "--demo", "2", "--port", "0"]
    told = []
    with started_program(command) as running:
        assert running.stdout
        for line in running.stdout:
            told.append(line)
            if "code:" in line:
                break
        running.terminate()

    assert running.returncode == 0
    assert "For the wall: http://" in "".join(told)
