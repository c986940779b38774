"""The Raspberry Pi's 40-pin header: which GPIO is on which pin, and which of them a bus takes.

Numbers of pins are GPIO numbers (BCM) everywhere; only people with a soldering iron need the
header's own numbers.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.i18n.message import say

# One name a pin of the header, from 1 to 40; odd pins are the row nearer to the board's middle.
HEADER: tuple[str, ...] = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)

HEADER_GPIOS = range(28)
# A Compute Module 3 has these; the simulated board is one, so that every part finds a pin.
MODULE_GPIOS = range(46)

RESET_GPIO = 25

SDA, SCL = 2, 3
TXD, RXD = 14, 15

NO_LGPIO = say(
    "The pins need lgpio: run “sudo apt install python3-lgpio”; where apt does not offer it, put"
    " Raspberry Pi OS on the card, or play on the virtual table with COMPANION_PROFILE=simulator."
)
"""pip has it for no Python after 3.12, so it comes from the system."""


@dataclass(frozen=True, slots=True)
class Spi:
    """The lines of one SPI bus, and the chip select of each place on it."""

    sck: int
    mosi: int
    miso: int
    selects: tuple[int, ...]

    def signals(self, bus: int) -> dict[int, str]:
        return {
            self.sck: f"SPI{bus} SCLK",
            self.mosi: f"SPI{bus} MOSI",
            self.miso: f"SPI{bus} MISO",
            **{pin: f"SPI{bus} CE{device}" for device, pin in enumerate(self.selects)},
        }


# Bus 1 is as the overlay spi1-3cs lays it out.
SPI: Mapping[int, Spi] = {
    0: Spi(sck=11, mosi=10, miso=9, selects=(8, 7)),
    1: Spi(sck=21, mosi=20, miso=19, selects=(18, 17, 16)),
}

# The firmware looks here for the memory chip of an add-on board whenever the Pi starts.
IDENTIFICATION = {0: "ID_SD", 1: "ID_SC"}


def boot_lines(buses: Collection[int], i2c: bool, uart: bool = False) -> tuple[str, ...]:
    """What /boot/firmware/config.txt must say for these buses to be reachable."""
    lines = {
        "dtparam=spi=on": 0 in buses,
        "dtoverlay=spi1-3cs": 1 in buses,
        "dtparam=i2c_arm=on,i2c_arm_baudrate=400000": i2c,
        "enable_uart=1": uart,
    }
    return tuple(line for line, needed in lines.items() if needed)


def header_pin(gpio: int) -> int | None:
    """The header's number of this GPIO; None for one that only a Compute Module has."""
    name = f"GPIO{gpio}"
    return HEADER.index(name) + 1 if name in HEADER else None
