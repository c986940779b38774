"""A person's mistakes at a whole table: nothing changes by surprise, and the screen says what next.

Everything goes through the real drivers on simulated chips and pins.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.simulator.rfid.spi import Unplugged
from companion.games import Document, game
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from companion.storage.recovery.power_cut import PowerCutStore
from tests.support.devices.simulated_controller import PlayedTable, sitting_at

OPENING = ("seat china", "seat us", "start", "to local")


def in_the_local_stage(journal: object = None) -> Match:
    table = Match(game("daybreak"), journal or MemoryJournal())  # type: ignore[arg-type]
    for line in OPENING:
        table.take(line)
    return table


@pytest.fixture
def table() -> Iterator[PlayedTable]:
    with sitting_at(table=in_the_local_stage()) as played:
        yield played


def stack(document: Document, power: str, number: int) -> list[str]:
    cards: list[str] = document["powers"][power]["stacks"][number - 1]["cards"]
    return cards


def test_the_wrong_card_is_refused_in_one_line_and_the_right_one_still_counts(
    table: PlayedTable,
) -> None:
    table.do("tap 1.133", "tap 1.309")
    before = table.document

    assert table.says.startswith("Not now: that waits for the Global stage.")
    assert table.says.endswith("tap where it goes.")

    table.do("tap 1.206")
    assert table.document != before
    assert stack(table.document, "china", 2) == ["1.133", "1.206"]


def test_a_card_that_is_tapped_twice_still_waits_for_its_place(table: PlayedTable) -> None:
    before = table.document
    table.do("tap 1.133", "tap 1.133")

    assert table.document == before
    assert "tap where it goes" in table.says


def test_a_card_that_stays_on_the_reader_counts_once(table: PlayedTable) -> None:
    before = table.document
    table.simulated.lay(table.keyboard.tag("1.206"))
    table.wait(10)

    assert table.sounds == ["accepted"]
    assert table.document == before


def test_two_cards_at_once_are_asked_to_come_one_after_the_other(table: PlayedTable) -> None:
    before = table.document
    uids = [table.keyboard.tag("1.133"), table.keyboard.tag("1.206")]
    for uid in uids:
        table.simulated.lay(uid)
    table.wait(0.3)

    assert "Two cards?" in table.says
    assert "Play, tuck, act" in table.says or "Draw Local cards" in table.says
    for uid in uids:
        table.simulated.lift(uid)
    table.wait(1)
    assert table.document == before


def test_half_a_tap_ends_with_a_sound_and_without_a_trace(table: PlayedTable) -> None:
    before = table.document
    table.do("tap 1.133")
    table.wait(16)

    assert table.sounds[-1] == "ended"
    assert table.document == before
    assert table.page.name == "home"
    assert table.shown

    table.do("tap 1.206")
    assert stack(table.document, "china", 2) == ["1.206"]


def test_a_card_that_is_only_half_on_the_reader_says_nothing(table: PlayedTable) -> None:
    uid = table.keyboard.tag("1.133")
    table.simulated.lay(uid)
    table.clock.advance(0.004)
    table.simulated.lift(uid)
    table.wait(1)

    assert table.sounds == []


def test_a_card_that_nobody_enrolled_says_so_and_how_to(table: PlayedTable) -> None:
    before = table.document
    table.do("tap uid:04a1b2c3d4e580")

    assert "is not enrolled: hold NEXT" in table.says
    assert table.sounds == ["refused"]
    assert table.document == before


def test_a_press_while_the_die_rolls_neither_rolls_again_nor_goes_on(table: PlayedTable) -> None:
    table.simulated.pins.press("die:1")
    table.wait(0.2)
    rolled = table.document
    for role in ("die:1", "next"):
        table.simulated.pins.press(role)
        table.wait(0.1)

    assert table.document == rolled
    assert table.page.name == "die"
    assert "No roll is due" in table.says


def test_a_tap_while_the_die_rolls_counts_and_the_roll_stays(table: PlayedTable) -> None:
    table.simulated.pins.press("die:1")
    table.wait(0.1)
    rolled = table.document
    table.do("tap 1.206")

    assert table.document == rolled
    assert table.page.name == "stack china 2"
    assert "Tap 1 card to pay, or press DISCARD." in table.says


def test_a_button_that_is_held_down_does_one_thing(table: PlayedTable) -> None:
    before = table.document["revision"]
    table.simulated.pins.push("die:2")
    table.wait(5)
    table.simulated.pins.release("die:2")
    table.wait(0.5)

    assert table.document["revision"] == before
    assert "What does the die show?" in table.says


def test_next_that_is_held_down_goes_nowhere(table: PlayedTable) -> None:
    before = table.document
    table.simulated.pins.push("next")
    table.wait(5)
    table.simulated.pins.release("next")
    table.wait(0.5)

    assert table.document == before
    assert "NEXT skips, UNDO goes back" in table.says


def test_a_card_that_lies_there_already_says_so_and_what_to_do(table: PlayedTable) -> None:
    before = table.document
    table.do("tap 1.206", "tap us 1")

    assert "1.206 lies on the table already: tap another card." in table.says
    assert table.refusals
    assert table.document == before


def test_a_full_slot_says_so_and_what_to_do(table: PlayedTable) -> None:
    for line in ("undo", "project 1.302"):
        table.writer.ask(line)
    table.do("tap global 1")
    before = table.document
    table.do("tap 1.304")

    assert "lies there: tap an empty slot." in table.says
    assert table.document == before


def test_discard_never_plays_a_card(table: PlayedTable) -> None:
    before = table.document
    table.do("press discard", "tap 1.133")
    assert "Which power does it?" in table.says

    table.do("tap 1.206")
    assert stack(table.document, "china", 2) == []
    assert stack(before, "china", 2) == ["1.206"]


def test_next_pressed_twice_in_a_hurry_counts_once(table: PlayedTable) -> None:
    before = table.document["revision"]
    for _ in range(2):
        table.simulated.pins.press("next")
        table.wait(0.1)

    assert table.document["revision"] == before + 1


def test_undo_pressed_twice_in_a_hurry_only_shows_what_it_would_undo(table: PlayedTable) -> None:
    before = table.document
    for _ in range(2):
        table.simulated.pins.press("undo")
        table.wait(0.1)

    assert table.document == before
    assert "On to the Local stage" in table.says


def test_a_knob_that_is_spun_changes_nothing_until_next_is_pressed(table: PlayedTable) -> None:
    table.do("tap 1.207", "press next", "tap 1.034")
    asked = table.document
    assert asked["prompt"]["kind"] != "none"
    table.do("turn +47", "turn -46")

    assert table.document == asked
    assert "Which Resilience?" in table.says
    table.do("press next")
    assert table.document["prompt"]["kind"] == "none"


def test_a_spun_knob_with_nothing_to_choose_leafs_through_the_pages(table: PlayedTable) -> None:
    before = table.document
    pages = set()
    for _ in range(12):
        table.do("turn +1")
        pages.add(table.page.name)

    assert {"power china", "power us"} <= pages
    assert table.document == before
    table.wait(16)
    assert table.page.name == "home"


def test_a_power_cut_keeps_the_games_question_and_forgets_half_a_tap(tmp_path: Path) -> None:
    outlet = PowerCutStore(tmp_path, "daybreak")
    with sitting_at(table=in_the_local_stage(outlet.journal)) as played:
        played.do("tap 1.207", "press next", "tap 1.034")
        asked = played.document
        played.do("tap 1.133")
    outlet.cut()

    with sitting_at(table=Match(game("daybreak"), outlet.journal)) as played:
        assert played.document == asked
        assert played.page.choices
        assert "Which Resilience?" in played.says
        played.do("tap 1.206")
        assert stack(played.document, "china", 2) == ["1.206"]
    outlet.close()


def test_a_reader_that_is_unplugged_says_so_and_the_buttons_go_on(table: PlayedTable) -> None:
    table.simulated.readers.rewire((0, 0), Unplugged())
    table.wait(1)
    assert "Reader Centre" in table.says

    before = table.document["revision"]
    table.do("press next")
    assert table.document["revision"] == before + 1
