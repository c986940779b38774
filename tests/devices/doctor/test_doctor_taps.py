"""The doctor as a measuring instrument: what is tapped, pressed and turned is named live."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.clock import VirtualClock
from companion.devices.board import profile
from companion.devices.doctor.taps import TapWatch
from companion.devices.simulator.board import SimulatedTabletop
from companion.i18n.catalogs import Language

BOARD = profile.load("full_table")
ENGLISH = Language("en")
CARD = "04a1b2c3d4e5f6"


class Bench:
    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.table = SimulatedTabletop(BOARD, self.clock)
        self.watch: TapWatch

    def pass_time(self, seconds: float) -> list[str]:
        until = self.clock.now() + seconds
        assert self.watch.parts.readers
        assert self.watch.parts.panel
        assert self.watch.parts.screen
        while self.clock.now() < until:
            self.watch.parts.readers.step()
            self.watch.parts.panel.step()
            self.watch.update(ENGLISH)
            self.watch.parts.panel.step()
            self.watch.parts.screen.step()
        return self.watch.lines(ENGLISH)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    with bench.table.installed():
        bench.watch = TapWatch(
            BOARD, bench.clock, bench.table.pin_factory, lambda uid: "card 1.035" * (uid == CARD)
        )
        bench.pass_time(1)
        yield bench


def test_each_reader_has_a_line_with_how_well_it_reads(bench: Bench) -> None:
    lines = bench.watch.lines(ENGLISH)
    assert len(lines) == 1 + len(BOARD.readers)
    assert lines[0] == "Centre: empty for 1 s; 20 of 20 looks clean, 33 dB"


def test_a_card_is_shown_with_its_number_and_what_it_is(bench: Bench) -> None:
    bench.table.lay(CARD, "seat:2")
    lines = bench.pass_time(2.5)
    assert lines[2] == f"Seat 2: {CARD} (card 1.035) for 2 s; 20 of 20 looks clean, 33 dB"
    assert lines[-1] == f"Seat 2: {CARD}"


def test_a_sticker_that_lies_there_and_is_not_bound_yet_says_so(bench: Bench) -> None:
    bench.table.lay("04ffffffffff80", "centre")
    line = bench.pass_time(0.3)[0]
    assert "04ffffffffff80 for 0 s, there is a sticker that is not bound yet;" in line


def test_a_reader_that_does_not_answer_says_why_in_its_line(bench: Bench) -> None:
    bench.table.unplug("seat:1")
    assert bench.pass_time(1)[1].startswith("Seat 1: No reader answers there.")


@pytest.mark.parametrize("button", [button.role for button in BOARD.buttons])
def test_each_button_is_named_and_lights_its_own_light(bench: Bench, button: str) -> None:
    bench.table.pins.press(button)
    names = {"next": "NEXT", "undo": "UNDO", "info": "INFO"}
    named = names.get(button) or button.replace(":", " ").capitalize()
    assert bench.pass_time(0.3)[-1] == f"{named} was pressed."
    assert bench.table.pins.lit(button)


def test_each_step_of_the_knob_is_shown_and_moves_the_bar(bench: Bench) -> None:
    bench.table.pins.turn(2)
    assert bench.pass_time(0.3)[-1] == "The knob was turned: +1"
    assert bench.table.pins.bar().count(True) == 2


def test_the_small_screen_shows_the_same(bench: Bench) -> None:
    before = bench.table.picture().tobytes()
    bench.table.lay(CARD, "centre")
    bench.pass_time(0.5)
    assert bench.table.picture().tobytes() != before


def test_a_simulated_board_has_nothing_to_watch() -> None:
    done = CliRunner().invoke(main, ["--lang", "en", "doctor", "--taps", "--profile", "simulator"])
    assert done.exit_code == 2
    assert "[nothing_to_wire]" in done.output
