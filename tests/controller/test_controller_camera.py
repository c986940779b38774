"""Cards shown to a browser's camera, at a whole table whose parts are simulated."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.simulator.board import made_up_uid
from companion.games.taps import Thing
from companion.match.taps.printed_codes import is_code
from companion.match.taps.tags import FILE, Tags
from tests.support.camera.frames import picture
from tests.support.camera.photographs import encoded
from tests.support.devices.simulated_controller import PlayedTable, sitting_at


@pytest.fixture
def table() -> Iterator[PlayedTable]:
    with sitting_at() as played:
        for line in ("seat china", "seat us", "start"):
            played.writer.ask(line)
        yield played


def show(table: PlayedTable, *texts: str, zone: str = "", times: int = 3) -> None:
    assert table.simulated.camera
    sent = encoded(picture(*texts).image)
    for _ in range(times):
        table.simulated.camera.show(sent, zone, "a page")
        table.wait(0.2)


def test_a_card_is_played_by_showing_it(table: PlayedTable) -> None:
    show(table, "https://example.org/c/1.415")

    assert table.document["crises"]["face_up"] == ["1.415"]


def test_a_new_code_is_asked_about_once_and_counts_then(table: PlayedTable) -> None:
    show(table, "a code that nobody knows")
    assert "Which card is it?" in table.says
    assert table.top.new_code == "code:a code that nobody knows"
    assert "which card it is" in table.faults[0]

    table.top.name_code(table.top.new_code, "1.415")
    table.wait(0.2)

    assert table.document["crises"]["face_up"] == ["1.415"]
    assert table.top.new_code == ""
    assert table.faults == []
    assert table.tags.find("code:a code that nobody knows") == Thing("card", "1.415")


def test_what_is_no_card_is_asked_about_once(table: PlayedTable) -> None:
    show(table, "a poster on the wall")
    table.top.name_code(table.top.new_code, "")
    show(table, times=8)
    table.wait(10)

    show(table, "a poster on the wall")

    assert table.top.new_code == ""
    assert "Which card" not in table.says


def test_a_name_that_is_no_card_asks_on(table: PlayedTable) -> None:
    show(table, "unknown")
    table.top.name_code(table.top.new_code, "9.999")
    table.wait(0.2)

    assert "There is no card 9.999." in table.says
    assert table.top.new_code == "code:unknown"


def test_an_answer_to_another_code_changes_nothing(table: PlayedTable) -> None:
    show(table, "unknown")
    table.top.name_code("code:another", "1.415")
    table.wait(0.2)

    assert table.tags.find("code:another") is None
    assert table.top.new_code == "code:unknown"


def test_where_no_game_is_chosen_a_code_means_nothing_yet(table: PlayedTable) -> None:
    table.top.taps._tap_handler = type(table.hands).__mro__[1](table.writer.match.game)
    show(table, "unknown")

    assert "Choose a game first" in table.says
    assert table.top.new_code == ""


def test_a_simulated_table_keeps_codes_and_forgets_made_up_tags(tmp_path: Path) -> None:
    def opened() -> Tags:
        return Tags(tmp_path / FILE, "daybreak", keeps=is_code)

    made_up, code = made_up_uid("card 1.035"), "code:xyz"
    tags = opened()
    tags.bind(made_up, Thing("card", "1.035"))
    assert not (tmp_path / FILE).exists()
    tags.bind(code, Thing("card", "1.133"))

    assert tags.find(made_up) == Thing("card", "1.035")
    assert opened().find(made_up) is None
    assert opened().find(code) == Thing("card", "1.133")
