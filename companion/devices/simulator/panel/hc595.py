"""74HC595 shift registers in a chain, on gpiozero's mock pins.

As the data sheet has it: a rising edge at SRCLK takes the level at SER in and moves every stage on
by one, QH' is the last stage, and a rising edge at RCLK copies all stages to the outputs. SRCLR is
tied high and OE low, as on our boards.
"""

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockPWMPin

from companion.devices.board.parts import Shift

STAGES = 8


class Hc595:
    """One chip. What it shows when the power comes on is chance; the worst is everything."""

    def __init__(self) -> None:
        self.outputs = [True] * STAGES
        self._stages = [True] * STAGES

    @property
    def carry(self) -> bool:
        """QH', for the chip that follows."""
        return self._stages[-1]

    def shift(self, serial: bool) -> None:
        self._stages = [serial, *self._stages[:-1]]

    def latch(self) -> None:
        self.outputs = self._stages.copy()


class ClockLine(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that somebody acts on whenever it rises, whoever or whatever raises it."""

    def __init__(self, factory: Any, info: Any, rises: Callable[[], None]) -> None:
        super().__init__(factory, info)
        self._rises = rises

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        if changed and value:
            self._rises()
        return changed


class Hc595Chain:
    """Chips in a row, the first of them fed by the Pi."""

    def __init__(self, shift: Shift, factory: Any) -> None:
        self._chips = [Hc595() for _ in range(shift.chips)]
        self._data = factory.pin(shift.data)
        factory.pin(shift.clock, pin_class=ClockLine, rises=self._shift)
        factory.pin(shift.latch, pin_class=ClockLine, rises=self._latch)

    @property
    def outputs(self) -> list[bool]:
        """From QA of the first chip to QH of the last."""
        return [output for chip in self._chips for output in chip.outputs]

    def _shift(self) -> None:
        # All chips see the same edge: each takes in what its neighbour held before it.
        levels = [bool(self._data.state), *(chip.carry for chip in self._chips)]
        for chip, level in zip(self._chips, levels, strict=False):
            chip.shift(level)

    def _latch(self) -> None:
        for chip in self._chips:
            chip.latch()
