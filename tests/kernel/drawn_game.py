"""A whole game by hands, played on simulated parts: each movement, and what is drawn then.

In the virtual machine the same movements are made at the kernel's devices, and the glass has to
show the same pictures.
"""

import base64
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from companion.devices.board import profile
from companion.devices.drawing.pages import draw
from companion.games import game
from companion.match import worker
from companion.match.match import Match
from companion.match.script_syntax import lines
from companion.match.taps.screen_page import page_of
from companion.match.taps.situations import Idle, ShowingResult, Timeouts
from companion.match.taps.tags import Tags
from companion.match.taps.tap_state import TapState
from companion.match.writer import MatchWriter
from companion.storage.journal import MemoryJournal
from firmware_config import release
from tests.kernel.guest.companion_program import GAME
from tests.support.devices.simulated_controller import LoadedDice, PlayedTable, never
from tests.support.games.council_of_shadows_in_taps import movements

BY_TAPS = Path(__file__).parents[1] / "games" / GAME / "by_taps.table"
"""Whose movements need no reader but the one in the middle."""
SEATS = re.compile(r"\[\[readers\]\]\n(?:\w+ = \d+\n)*zone = \"seat:\d\"\n")


def draw_game(board: Path, tags: Path, file: Path) -> None:
    """Writes a board, the tags of all that is tapped, and the movements with their pictures."""
    full = release.ROOT / "firmware_config/full_table.toml"
    board.write_text(SEATS.sub("", full.read_text(encoding="utf-8")), encoding="utf-8")
    told = lines(BY_TAPS.read_text(encoding="utf-8"))
    with sitting_at(board, tags) as (table, done):
        steps = [step_at(table, "", [])]
        writer = table.writer
        for line in (each.text for each in told if each.words[0] not in ("game", "expect")):
            for movement in movements(writer.current.state, line):
                table.do(movement)
                steps.append(step_at(table, movement, done.copy()))
                done.clear()
        assert writer.match.game.over(writer.current.state), "the game is played to its end"
    file.write_text(json.dumps(steps), encoding="utf-8")


def step_at(table: PlayedTable, line: str, moves: list[tuple[str, ...]]) -> dict[str, object]:
    """A movement with the pictures that may be there then: the page, the same without what was just
    done, which goes away by itself, and, where nothing is half said, how the game stands.

    A table rests then: neither time nor a new start of the program changes anything.
    """
    assert table.shown, table.page
    taps, current = table.top.taps, table.writer.current
    rests = taps.situation == Idle() or isinstance(taps.situation, ShowingResult)
    pages = [table.page, replace(table.page, notice="")]
    if rests:
        new = TapState(current, Timeouts(), clears=taps.clears)
        pages.append(page_of(table.writer.match.game, current, new, 0.0))
    glass = [base64.b64encode(draw(each, table.language).tobytes()).decode() for each in pages]
    return {"line": line, "moves": moves, "glass": glass, "rests": rests}


@contextmanager
def sitting_at(board: Path, tags: Path) -> Iterator[tuple[PlayedTable, list[tuple[str, ...]]]]:
    """A table, and a list of what hands do there."""
    done: list[tuple[str, ...]] = []
    with ExitStack() as stack:
        stack.enter_context(patch.object(worker, "in_a_thread", never))
        writer = MatchWriter(Match(game(GAME), MemoryJournal()))
        stack.callback(writer.close)
        table = PlayedTable(
            profile.load(str(board)), writer, Tags(tags, GAME), LoadedDice(), stepwise=False
        )
        stack.enter_context(table.simulated.installed())
        stack.callback(table.close)
        parts, pins = table.simulated, table.simulated.pins
        for place, name in ((parts, "tap"), (pins, "press"), (pins, "turn")):
            stack.enter_context(patch.object(place, name, noting(done, place, name)))
        table.wait(0.5)
        yield table, done


def noting(done: list[tuple[str, ...]], place: object, name: str) -> object:
    move = getattr(place, name)

    def note(*how: object) -> None:
        done.append((name, *map(str, how)))
        move(*how)

    return note
