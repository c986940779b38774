"""A whole game with hands only: simulated tags on simulated readers, fingers on simulated pins.

The drivers are the real ones. What the table counts is what the same game's script counts.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.games import game
from companion.games.display import Choice
from companion.match.match import Match
from companion.match.script import Script
from companion.match.script_syntax import lines
from companion.match.taps.script_gestures import read_movement
from companion.storage.journal import MemoryJournal
from tests.support.devices.simulated_controller import GOLDEN, PlayedTable, sitting_at
from tests.support.documents import without_revision
from tests.support.games.naufragos_in_taps import movements

TWO = Path(__file__).parents[2] / "taps" / "games" / "naufragos_two.table"
MOST_MOVEMENTS = 20


def play(played: PlayedTable, line: str) -> int:
    """A line with hands; how many movements it took."""
    made = movements(played.writer.current.state, line)
    for movement in made:
        if read_movement(movement):
            played.do(movement)
        elif movement.startswith("roll dice"):
            roll(played, movement.split()[2:])
        else:
            played.writer.ask(movement)
            played.wait(0.5)
    return len(made)


def roll(played: PlayedTable, faces: list[str]) -> None:
    def shown(choices: Sequence[Choice]) -> Choice:
        face = faces.pop(0)
        return next(choice for choice in choices if choice.answer == face)

    played.dice.throw = shown
    played.do("press dice")
    played.wait(1.5)


@pytest.mark.slow
def test_a_whole_game_is_played_with_hands_only() -> None:
    source = TWO.read_text(encoding="utf-8")
    told = Script(source, TWO).play().document
    with sitting_at("full_table", Match(game("naufragos"), MemoryJournal())) as played:
        for line in lines(source):
            if line.words[0] != "game":
                play(played, line.text)
                assert played.refusals == [], line
                assert played.shown, line

        assert without_revision(played.document) == without_revision(told)
    assert told["outcome"]["reason"] == "rescue"


def test_a_turn_of_four_takes_at_most_twenty_movements() -> None:
    """All eight pawns: an action tapped at somebody's own reader is that one's pawn."""
    placed = {
        "red": ("forage", "diary"),
        "yellow": ("wood", "rest 2"),
        "green": ("diary", "rest 3"),
        "blue": ("rest 4", "camp"),
    }
    turn = (
        *("tap E01", "press next"),
        *(f"tap {action} @ {seat}" for seat, actions in placed.items() for action in actions),
        *("press next", "turn +3", "press next", "press next", "press next", "press next"),
    )
    table = Match(game("naufragos"), MemoryJournal())
    marks = {"number": "E01", "kind": "event", "name": {"en": "?"}, "weather": "sun", "wreck": 3}
    table.submit(f"cards {json.dumps([marks])}")
    for line in ("seat red", "seat yellow", "seat green", "seat blue", "start", "set store.food 9"):
        table.submit(line)
    with sitting_at("full_table", table) as played:
        played.do(*turn)

        assert played.refusals == []
        assert (played.document["stage"], played.document["step"]) == ("end", "done")
    assert len(turn) <= MOST_MOVEMENTS
    assert tokens_moved(table) > len(turn)


def tokens_moved(table: Match) -> int:
    """Cubes, counters, tiles and markers that people would have moved in the same turn."""
    kept = ("StageBegan", "StepBegan", "TasksAdded", "TasksChanged", "EventSeen")
    moved = 0
    for step in table.steps:
        if step.line.split()[0] in ("seat", "start", "set", "cards", "game"):
            continue
        for event in step.events:
            energy = getattr(event, "energy", 1)
            moved += 0 if type(event).__name__ in kept else energy
    return moved


@pytest.mark.parametrize("name", ["four_rescued", "three_die", "solo_out_of_time"])
def test_the_golden_games_end_as_their_names_say(name: str) -> None:
    file = GOLDEN / f"naufragos_{name}.table"
    outcome = Script(file.read_text(encoding="utf-8"), file).play().document["outcome"]

    wanted = {"four_rescued": "rescue", "three_die": "dead", "solo_out_of_time": "time"}
    assert outcome["reason"] == wanted[name]
