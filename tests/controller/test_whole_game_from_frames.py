"""A whole game from pictures alone: every card, place and command is a code before a camera."""

from functools import cache
from pathlib import Path

import pytest

from companion.devices.simulator.typed_input import Keyboard
from companion.games import game
from companion.games.taps import Thing
from companion.match.match import Match
from companion.match.script import Script
from companion.match.taps.printed_codes import tag_of
from companion.storage.journal import MemoryJournal
from tests.support.camera.frames import picture
from tests.support.camera.photographs import encoded
from tests.support.devices.simulated_controller import PlayedTable, never, sitting_at
from tests.support.documents import without_revision
from tests.support.games.script_in_taps import Translator

GAME = Path(__file__).parents[1] / "taps" / "games" / "two_powers.table"
BOARD = """
simulated = true
[[readers]]
kind = "camera"
zone = "centre"
source = "page"
[oled]
[buzzer]
pin = 45
"""
SHOWN, AWAY = 3, 8
"""Pictures, five in a second, with a card and after it."""
AGAIN_S = 3.0
PERIOD_S = 0.2


@cache
def photographed(text: str) -> bytes:
    return encoded(picture(*([text] if text else [])).image)


class Shown(Keyboard):
    """Hands that hold cards before the camera, and touch nothing else."""

    table: PlayedTable
    last = ""

    def _bound(self, thing: Thing) -> str:
        """A card's code says its number; what else is shown is a label that somebody printed."""
        uid = tag_of(thing.name if thing.kind == "card" else f"{thing.kind} {thing.name}")
        assert uid
        if self._tags.find(uid) != thing:
            assert thing.kind != "card"
            self._tags.bind(uid, thing)
        return uid

    def _tap(self, uid: str, zone: str = "") -> None:
        if uid == self.last:
            self.table.wait(AGAIN_S)
        self.last = uid
        for text in [uid.removeprefix("code:")] * SHOWN + [""] * AWAY:
            assert self._table.camera
            self._table.camera.show(photographed(text), zone, "the page")
            self.table.wait(PERIOD_S)


@pytest.mark.slow
def test_a_game_shown_to_a_camera_is_the_same_as_the_game_that_is_told(tmp_path: Path) -> None:
    source = GAME.read_text(encoding="utf-8")
    board = tmp_path / "camera.toml"
    board.write_text(BOARD, encoding="utf-8")
    told = Script(source, GAME).play().document

    with sitting_at(
        str(board), Match(game("daybreak"), MemoryJournal()), never, stepwise=True
    ) as played:
        writer = played.writer
        hands = Shown(played.simulated, lambda: writer.current, played.tags)
        hands.table = played
        played.keyboard = hands
        for line in Translator(played, zones=True).play(source):
            assert played.shown, line

    assert told["outcome"]
    assert without_revision(played.document) == without_revision(told)
