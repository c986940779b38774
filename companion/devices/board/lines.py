"""GPIO lines: the kernel gives each to one owner, so whoever opens one closes it again.

Buttons, lights and shift registers go through gpiozero, with a factory for each who opens some; the
readers' reset line goes through ``RPi.GPIO``, where the ``mfrc522`` package takes it.
"""

from contextlib import suppress
from typing import Any

from companion.errors import LineUnavailable
from companion.i18n.message import say

HEADER_CHIPS = (4, 0)
"""Where the header's pins may be: on a Raspberry Pi 5 they moved from chip 4 to chip 0."""
PI_5 = "pinctrl-rp1"


def open_pins() -> Any:
    """gpiozero's way to the pins of the Pi that this runs on; fails loudly on anything else.

    Closing its devices only makes inputs of them; their lines are free once it is closed itself.
    """
    from gpiozero.pins.lgpio import LGPIOFactory

    class PiFactory(LGPIOFactory):  # type: ignore[misc]  # gpiozero has no types
        def pin(self, name: Any) -> Any:
            try:
                return super().pin(name)
            except Exception as error:
                raise unavailable(name, error) from error

    factory = PiFactory()
    # gpiozero shares them among all factories of a process: closing one would close the others'.
    factory.pins = {}
    return factory


def unavailable(gpio: int, error: Exception) -> LineUnavailable:
    """What is told of a line that cannot be had: who has it, or what the pin library says."""
    if label := holder(gpio):
        why = say(
            "GPIO {pin} is taken: the system names “{holder}” as its user "
            "(“lg” is a companion or another Python program).",
            pin=gpio,
            holder=label,
        )
    else:
        why = say("GPIO {pin} cannot be used ({detail}).", pin=gpio, detail=str(error))
    return LineUnavailable(why, label)


def holder(gpio: int) -> str:
    """The label of whoever has this line; empty if nobody has, or if it cannot be known."""
    for number in HEADER_CHIPS:
        # Without lgpio, or without the right to open a chip, nobody can be named.
        with suppress(Exception):
            import lgpio

            chip = lgpio.gpiochip_open(number)
            try:
                *_, label = lgpio.gpio_get_chip_info(chip)
                *_, user = lgpio.gpio_get_line_info(chip, gpio)
            finally:
                lgpio.gpiochip_close(chip)
            if number == 0 or label.startswith(PI_5):
                return str(user)
    return ""
