"""Lets go of what shines and sounds: ``python -m companion.devices.panel.dark``.

The service runs it whenever the companion has ended, however it ended: shift registers go on
showing what they were last told, a buzzer included. The readers' reset line goes low, and with it
the outputs.
"""

import os
from contextlib import suppress
from typing import Any

from gpiozero import DigitalOutputDevice

from companion.devices.board import pinout, profile
from companion.devices.board.parts import Profile
from companion.devices.panel.hc595 import Chain


def darken(board: Profile, pins: Any) -> None:
    if board.shift:
        Chain(board.shift, pins, board.resting()).close()
    if board.readers:
        DigitalOutputDevice(pinout.RESET, initial_value=False, pin_factory=pins).close()


def main() -> None:
    board = profile.load(os.environ.get(profile.VARIABLE, profile.DEFAULT))
    # On a machine without pins nothing shines, and nobody has to be told.
    with suppress(Exception):
        if not board.simulated:
            darken(board, pinout.pi_pins())


if __name__ == "__main__":
    main()
