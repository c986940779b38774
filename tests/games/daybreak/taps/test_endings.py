"""What NEXT would end for everybody in Daybreak, and what is still open then."""

from collections.abc import Sequence

import pytest

from companion.games.daybreak.taps.taps import MOST_ROWS
from companion.games.display import Rows
from companion.games.taps import Ending
from tests.conftest import SetTable

FOUR = "china us europe majority_world"


def ending(daybreak: SetTable, *lines: str, seats: str = "china us") -> Ending | None:
    table = daybreak(*lines, seats=seats)
    return table.game.tap_handler.ending(table.state)


def rows(found: Ending | None) -> Sequence[str]:
    assert found
    shown = [part for part in found.parts if isinstance(part, Rows)]
    return [f"{row.label} {row.value}" for part in shown for row in part.rows]


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("next", "project none"),
        ("to local",),
        ("to emissions",),
        ("set trees 60", "to growth"),
        ("set thermometer.bands 8",),
    ],
)
def test_next_that_only_goes_on_is_pressed_once(daybreak: SetTable, lines: tuple[str, ...]) -> None:
    assert ending(daybreak, *lines) is None


def test_a_project_that_nobody_kept_is_asked_about(daybreak: SetTable) -> None:
    found = ending(daybreak, "next")

    assert found
    assert str(found.words) == "NEXT again goes on without a Global Project."


def test_dice_and_questions_come_first(daybreak: SetTable) -> None:
    assert ending(daybreak, "to crisis", "set dice.rolls_due 1") is None
    assert ending(daybreak, "to local", "act us 5") is None


def test_unused_actions_and_missing_energy_are_open(daybreak: SetTable) -> None:
    unused = ("tags 1.207 grid", "play 1.034 china 1")
    found = ending(daybreak, "crisis 1.415", "set us.demand 20", "to local", *unused)

    assert found
    assert list(map(str, found.open)) == [
        "Not used yet: China, 1.034 Women & Girls' Education.",
        "United States is 11 energy short: 11 Communities in Crisis.",
    ]
    assert rows(found) == ["Actions not used 1", "US: energy short 11"]


def test_where_everything_is_done_only_cards_in_hand_are_open(daybreak: SetTable) -> None:
    found = ending(daybreak, "crisis 1.415", "to local", "next", "set us.clean 40")

    assert found
    assert list(map(str, found.open)) == ["Cards in hand can still be played, tucked or pay."]
    assert found.parts == ()


def test_a_small_screen_has_room_for_three_lines(daybreak: SetTable) -> None:
    short = (f"set {seat}.demand 30" for seat in FOUR.split())
    shown = rows(ending(daybreak, "to local", "next", *short, seats=FOUR))

    assert len(shown) == MOST_ROWS
    assert shown[-1] == "and others +2"


def test_crises_that_are_left_are_open(daybreak: SetTable) -> None:
    assert rows(ending(daybreak, "set trees 60", "to crisis")) == ["Crisis cards left 3"]
    assert rows(ending(daybreak, "set trees 60", "to crisis", "crisis 1.415")) == [
        "Crisis cards left 2"
    ]
