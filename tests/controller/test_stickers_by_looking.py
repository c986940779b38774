"""A camera and an RFID reader: a new sticker is that of the card that lies before the camera."""

from collections.abc import Iterator

import pytest

from companion.games.taps import Thing
from tests.support.camera.frames import picture
from tests.support.camera.photographs import encoded
from tests.support.devices.simulated_controller import PlayedTable, sitting_at

STICKER = "04a1b2c3d4e5f6"


@pytest.fixture
def table() -> Iterator[PlayedTable]:
    with sitting_at() as played:
        for line in ("seat china", "seat us", "start"):
            played.writer.ask(line)
        yield played


def show(table: PlayedTable, *texts: str) -> None:
    assert table.simulated.camera
    for _ in range(3):
        table.simulated.camera.show(encoded(picture(*texts).image), "", "a page")
        table.wait(0.2)


def test_a_new_sticker_becomes_that_of_the_card_in_sight(table: PlayedTable) -> None:
    show(table, "1.035")
    table.do(f"tap uid:{STICKER}")

    assert table.tags.find(STICKER) == Thing("card", "1.035")
    assert "Enrolled: 1.035" in table.says


def test_a_sticker_that_is_bound_stays_so(table: PlayedTable) -> None:
    table.tags.bind(STICKER, Thing("card", "1.133"))
    show(table, "1.035")
    table.do(f"tap uid:{STICKER}")

    assert table.tags.find(STICKER) == Thing("card", "1.133")


@pytest.mark.parametrize("in_sight", [(), ("1.035", "1.133")])
def test_where_it_could_be_any_card_nobody_guesses(
    table: PlayedTable, in_sight: tuple[str, ...]
) -> None:
    show(table, *in_sight)
    table.do(f"tap uid:{STICKER}")

    assert table.tags.find(STICKER) is None
    assert "not enrolled" in table.says


def test_a_card_that_was_taken_away_gets_no_sticker(table: PlayedTable) -> None:
    show(table, "1.035")
    for _ in range(3):
        show(table)
    table.do(f"tap uid:{STICKER}")

    assert table.tags.find(STICKER) is None


def test_who_gives_tags_in_order_may_take_any_card(table: PlayedTable) -> None:
    table.do("hold next")
    show(table, "1.035")
    table.do(f"tap uid:{STICKER}")

    assert table.tags.find(STICKER) == Thing("card", "1.035")
