"""A phone of a seat that is laid down or changes hands, in a game with secrets."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.phone import Phone, Room

STARTED = ("set detail galaxies", "seat red", "seat violet", "start", "to plan")


@pytest.fixture
def red(tmp_path: Path) -> Iterator[Phone]:
    room = Room(tmp_path, "council_of_shadows")
    for line in STARTED:
        room.session.writer.ask(line)
    yield room.paired("red")
    room.session.close()


def test_a_seat_hides_its_page_with_one_touch(red: Phone) -> None:
    assert 'href="/hidden"' in red.get("/").text

    hidden = red.get("/hidden").text
    assert "Red" not in hidden
    assert "Your plan" not in hidden
    assert 'href="/"' in hidden


def test_the_secret_is_behind_a_touch_of_its_own(red: Phone) -> None:
    plan = re.search(r'<section[^>]*id="plan".*?</section>', red.board(), re.S)

    assert plan
    assert re.search(r'<details class="fold secret" id="plan-fold">\s*<summary>', plan[0])
    assert plan[0].index("<summary>") < plan[0].index("consumption") < plan[0].index("</details>")


def test_where_nothing_is_secret_there_is_nothing_to_hide(room: Room) -> None:
    assert 'href="/hidden"' not in room.played().paired("china").get("/").text
