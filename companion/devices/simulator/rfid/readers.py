"""The readers of a table in software: chips on SPI buses, a field above each, and their modules.

While they are installed, ``import mfrc522`` gets the real package on these chips.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from companion.clock import Clock
from companion.devices.board import pinout
from companion.devices.simulator.rfid.card import Tag
from companion.devices.simulator.rfid.faults import Long, Wires
from companion.devices.simulator.rfid.field import Field
from companion.devices.simulator.rfid.gpio import Gpio, rpi_gpio
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.spi import Address, SpiBuses, spidev

TRANSFER_OVERHEAD = 20e-6
# Modules that hold on to the spidev and RPi.GPIO they first found.
BOUND = (
    "mfrc522",
    "mfrc522.MFRC522",
    "mfrc522.SimpleMFRC522",
    "companion.devices.readers.chip",
    "companion.devices.readers.rc522",
)


class SimulatedReaders:
    """Readers at these SPI addresses; one reset line for all of them, as on the real board.

    The Pi pulls that line low until a driver raises it; ``reset_tied`` is a wire to 3.3 V instead.
    """

    def __init__(
        self,
        addresses: Iterable[Address],
        clock: Clock,
        *,
        overhead: float = TRANSFER_OVERHEAD,
        version: int = 0x92,
        reset_tied: bool = False,
        chip: type[Mfrc522] = Mfrc522,
    ) -> None:
        self.clock = clock
        self.fields = {address: Field() for address in addresses}
        self.chips = {
            address: chip(clock, field, version) for address, field in self.fields.items()
        }
        self.spi = SpiBuses(clock, self.chips, overhead)
        self.gpio = Gpio(self._drive)
        self._reset_tied = reset_tied
        self._drive(pinout.RESET, high=False)

    def lay(self, address: Address, tag: Tag) -> None:
        self.fields[address].lay(tag, self.clock.now())

    def take(self, address: Address, tag: Tag) -> None:
        self.fields[address].take(tag, self.clock.now())

    def rewire(self, address: Address, wires: Wires | Long) -> None:
        self.spi.rewire(address, wires)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """``spidev`` and ``RPi.GPIO`` are these chips inside, and what they were before after."""
        package, gpio = rpi_gpio(self.gpio)
        ours = {"spidev": spidev(self.spi), "RPi": package, "RPi.GPIO": gpio}
        before = {name: sys.modules.pop(name, None) for name in (*ours, *BOUND)}
        sys.modules.update(ours)
        try:
            yield
        finally:
            for name, module in before.items():
                sys.modules.pop(name, None)
                if module is not None:
                    sys.modules[name] = module

    def _drive(self, pin: int, high: bool) -> None:
        if pin == pinout.RESET and not self._reset_tied:
            for chip in self.chips.values():
                chip.hold_in_reset(not high)
