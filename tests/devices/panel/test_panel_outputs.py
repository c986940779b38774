"""The driver of the shift registers, on the simulated chips."""

import pytest
from gpiozero import OutputDevice
from gpiozero.exc import GPIOPinInUse
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.board.parts import Shift
from companion.devices.panel.outputs import Chain
from companion.devices.simulator.panel import ClockLine, Hc595Chain

LINES = Shift(data=5, clock=6, latch=13, chips=2)


@given(st.integers(1, 8).flatmap(lambda n: st.tuples(*[st.booleans()] * (8 * n))))
def test_every_output_is_where_it_was_put(outputs: tuple[bool, ...]) -> None:
    lines = Shift(data=5, clock=6, latch=13, chips=len(outputs) // 8)
    factory = MockFactory(pin_class=MockPWMPin)
    chips = Hc595Chain(lines, factory)
    chain = Chain(lines, factory)
    chain.value = outputs
    assert chips.outputs == list(outputs)
    chain.close()


def test_nothing_flickers_while_bits_pass_through_the_chips() -> None:
    before, after = (True, False) * 8, (False, True) * 8
    factory = MockFactory(pin_class=MockPWMPin)
    seen: list[tuple[bool, ...]] = []

    def look() -> None:
        seen.append(tuple(chips.outputs))

    factory.pin(LINES.data, pin_class=ClockLine, rises=look)
    chips = Hc595Chain(LINES, factory)
    chain = Chain(LINES, factory)
    chain.value = before
    seen.clear()
    chain.value = after
    assert set(seen) == {before}
    assert chips.outputs == list(after)


def test_a_closed_chain_is_dark_and_gives_its_pins_back() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    chips = Hc595Chain(LINES, factory)
    chain = Chain(LINES, factory)
    chain.value = (True,) * 16
    chain.close()
    assert chips.outputs == [False] * 16
    Chain(LINES, factory).close()


def test_a_chain_that_lacks_one_pin_keeps_none() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    thief = OutputDevice(LINES.latch, pin_factory=factory)
    with pytest.raises(GPIOPinInUse):
        Chain(LINES, factory)
    thief.close()
    Chain(LINES, factory).close()
