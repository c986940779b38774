"""A chain of 74HC595 shift registers on three pins, eight outputs a chip; and all outputs off.

Lights and a buzzer are only ever switched, so they need no pins of their own: five readers and the
screen leave too few. ``python -m companion.devices.panel.outputs`` switches everything off: the
service runs it whenever the companion has ended, however it ended, because shift registers go on
showing what they were last told, a buzzer included.
"""

import os
from collections.abc import Collection, Sequence
from contextlib import ExitStack, closing, suppress
from typing import Any

from gpiozero import DigitalOutputDevice, OutputDevice

from companion.devices.board import pinout, profile
from companion.devices.board.lines import open_pins
from companion.devices.board.parts import Profile, Rc522Reader, Shift


class Chain:
    """Written like a gpiozero device: its ``value`` is which outputs are high, from the first."""

    def __init__(self, shift: Shift, pin_factory: Any, resting: Collection[int] = ()) -> None:
        """``resting`` are the outputs that are high while nothing is wanted of them."""
        self._idle_levels = tuple(output in resting for output in range(shift.outputs))
        # If one pin cannot be had, the others are given back: the next try needs them.
        with ExitStack() as opened:
            self._data, self._clock, self._latch = (
                opened.enter_context(OutputDevice(pin, pin_factory=pin_factory))
                for pin in (shift.data, shift.clock, shift.latch)
            )
            self._pins = opened.pop_all()

    def close(self) -> None:
        # The chips go on showing what they were last told, a buzzer included.
        with suppress(Exception):
            self._show(self._idle_levels)
        self._pins.close()

    def _show(self, outputs: Sequence[bool]) -> None:
        # Every bit pushes the earlier ones on, so the first to go in is for the far end.
        for high in reversed(outputs):
            self._data.value = high
            self._clock.on()
            self._clock.off()
        # What passes through the chips is seen only from here on, all at once.
        self._latch.on()
        self._latch.off()

    value = property(fset=_show)


def switch_off(board: Profile, pins: Any) -> None:
    """All outputs at rest, and the readers' reset line low, which turns the chips' outputs off."""
    if board.shift:
        Chain(board.shift, pins, board.resting()).close()
    if board.readers_of(Rc522Reader):
        DigitalOutputDevice(pinout.RESET_GPIO, initial_value=False, pin_factory=pins).close()


def main() -> None:
    board = profile.load(os.environ.get(profile.VARIABLE, profile.DEFAULT))
    # On a machine without pins nothing shines, and nobody has to be told.
    with suppress(Exception):
        if not board.simulated:
            with closing(open_pins()) as pins:
                switch_off(board, pins)


if __name__ == "__main__":
    main()
