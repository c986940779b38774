"""The simulated 74HC595, edge by edge, as its data sheet describes it."""

from gpiozero import OutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.devices.board.parts import Shift
from companion.devices.simulator.panel import Hc595Chain

LINES = Shift(data=5, clock=6, latch=13, chips=2)
ALL = [True] * 16


class Bench:
    """Two chips, and a hand on their lines."""

    def __init__(self) -> None:
        factory = MockFactory(pin_class=MockPWMPin)
        self.chips = Hc595Chain(LINES, factory)
        self.data, self.clock, self.latch = (
            OutputDevice(pin, pin_factory=factory) for pin in (LINES.data, LINES.clock, LINES.latch)
        )

    def push(self, bits: str) -> None:
        for bit in bits:
            self.data.value = bit == "1"
            self.clock.on()
            self.clock.off()

    def show(self) -> str:
        self.latch.on()
        self.latch.off()
        return "".join("1" if output else "0" for output in self.chips.outputs)


def test_what_a_chip_shows_when_the_power_comes_on_may_be_anything() -> None:
    assert Bench().chips.outputs == ALL


def test_the_first_bit_in_is_the_farthest_out() -> None:
    bench = Bench()
    bench.push("1100000000000000")
    assert bench.show() == "0000000000000011"


def test_a_bit_goes_on_to_the_next_chip_with_the_ninth_clock() -> None:
    bench = Bench()
    bench.push("0" * 16 + "10000000")
    assert bench.show() == "0000000100000000"
    bench.push("0")
    assert bench.show() == "0000000010000000"


def test_only_a_rising_clock_shifts() -> None:
    bench = Bench()
    bench.push("0" * 16)
    bench.data.on()
    bench.clock.on()
    bench.data.off()
    bench.clock.off()
    assert bench.show() == "1000000000000000"


def test_data_alone_shifts_nothing() -> None:
    bench = Bench()
    bench.push("0" * 16)
    bench.data.on()
    bench.data.off()
    assert bench.show() == "0" * 16


def test_nothing_shows_before_the_latch_rises() -> None:
    bench = Bench()
    bench.push("0" * 16)
    assert bench.chips.outputs == ALL
    bench.latch.on()
    bench.push("1" * 16)
    bench.latch.off()
    assert bench.chips.outputs == [False] * 16


def test_what_is_shown_stays_when_the_lines_are_let_go() -> None:
    bench = Bench()
    bench.push("01" * 8)
    shown = bench.show()
    for line in (bench.data, bench.clock, bench.latch):
        line.close()
    assert bench.chips.outputs == [bit == "1" for bit in shown]
