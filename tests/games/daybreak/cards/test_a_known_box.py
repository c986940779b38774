"""With a box that was walked through, the next game asks nothing that a card prints."""

from contextlib import suppress
from pathlib import Path

import pytest

from companion.errors import Refusal
from companion.games import game
from companion.match.match import Match
from companion.match.script import read_script
from companion.match.script_syntax import lines
from companion.storage.journal import MemoryJournal
from tests.support.phone import Room

GOLDEN = Path(__file__).parents[3] / "golden" / "four_powers_by_cards.table"
ASKED_THERE = ("tuck 1.116 under 1.432 by china", "choose 0")
"""The one card of that game whose tags nobody tells: it is asked for them."""


def told() -> list[str]:
    return [line.text for line in lines(GOLDEN.read_text(encoding="utf-8"))]


@pytest.mark.slow
def test_after_a_walk_the_golden_game_asks_nothing_and_goes_as_it_went(tmp_path: Path) -> None:
    room = Room(tmp_path)
    phone = room.paired()
    for _, number, *tags in (line.split() for line in told() if line.startswith("tags ")):
        assert phone.post(f"/box/{number}", tags=tags, save="1").status_code == 303
    phone.post("/box/1.116", tags="society", save="1")
    room.session.close()

    table = Match(game("daybreak"), MemoryJournal(), packs=tmp_path)
    for before, line in zip(told(), told()[1:], strict=False):
        if line.split()[0] in ("tags", "expect", "refused") or (before, line) == ASKED_THERE:
            continue
        assert table.document["prompt"]["kind"] != "tags", line
        with suppress(Refusal):  # the game itself tries what may not be done
            table.take(line)

    assert {**table.document, "revision": 0} == {
        **read_script(GOLDEN).play().document,
        "revision": 0,
    }
