"""The readers of a table in software: chips on SPI buses, a field above each, and their modules.

While they are installed, ``import mfrc522`` gets the real package on these chips.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType

from companion.clock import Clock
from companion.devices.board import pinout
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.spi import Address, LongCable, SpiBuses, Wires, spidev
from companion.devices.simulator.rfid.tags import Field, Tag

TRANSFER_OVERHEAD_S = 20e-6
# Modules that hold on to the spidev and RPi.GPIO they first found.
BOUND = (
    "mfrc522",
    "mfrc522.MFRC522",
    "mfrc522.SimpleMFRC522",
    "companion.devices.readers.chip",
    "companion.devices.readers.rc522",
)

BOARD = 10
BCM = 11
OUT = 0
IN = 1

# BOARD numbering counts positions of the header, BCM numbering GPIOs.
BCM_AT = {
    position: int(name.removeprefix("GPIO"))
    for position, name in enumerate(pinout.HEADER, 1)
    if name.startswith("GPIO")
}


class Gpio:
    """``RPi.GPIO`` for what a reader driver does with it: one numbering for all, and a reset line.

    As on a Pi, whoever sets the numbering sets it for the whole process.
    """

    def __init__(self, drive: Callable[[int, bool], None]) -> None:
        self.directions: dict[int, int] = {}
        self._drive = drive
        self._mode: int | None = None

    def getmode(self) -> int | None:
        return self._mode

    def setmode(self, mode: int) -> None:
        if mode not in (BOARD, BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        if self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def setup(self, channel: int, direction: int, initial: int | None = None) -> None:
        self.directions[self._pin(channel)] = direction
        if initial is not None:
            self.output(channel, initial)

    def output(self, channel: int, level: int) -> None:
        pin = self._pin(channel)
        if self.directions.get(pin) != OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._drive(pin, bool(level))

    def cleanup(self, channel: int | None = None) -> None:
        for pin in [*self.directions] if channel is None else [self._pin(channel)]:
            if self.directions.pop(pin, None) == OUT:
                self._drive(pin, False)
        if channel is None:
            self._mode = None

    def _pin(self, channel: int) -> int:
        if self._mode is None:
            raise RuntimeError("Please set pin numbering mode")
        pin = BCM_AT.get(channel) if self._mode == BOARD else channel
        if pin is None or pin not in BCM_AT.values():
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return pin


def rpi_gpio(gpio: Gpio) -> tuple[ModuleType, ModuleType]:
    """The package ``RPi`` and its module ``RPi.GPIO``."""
    module = ModuleType("RPi.GPIO")
    vars(module).update(BOARD=BOARD, BCM=BCM, OUT=OUT, IN=IN, LOW=0, HIGH=1)
    for name in ("getmode", "setmode", "setup", "output", "cleanup"):
        setattr(module, name, getattr(gpio, name))
    package = ModuleType("RPi")
    package.__path__ = []
    package.GPIO = module  # type: ignore[attr-defined]
    return package, module


class SimulatedReaders:
    """Readers at these SPI addresses; one reset line for all of them, as on the real board.

    The Pi pulls that line low until a driver raises it; ``reset_tied`` is a wire to 3.3 V instead.
    """

    def __init__(
        self,
        addresses: Iterable[Address],
        clock: Clock,
        *,
        overhead: float = TRANSFER_OVERHEAD_S,
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
        self._drive(pinout.RESET_GPIO, high=False)

    def lay(self, address: Address, tag: Tag) -> None:
        self.fields[address].lay(tag, self.clock.now())

    def take(self, address: Address, tag: Tag) -> None:
        self.fields[address].take(tag, self.clock.now())

    def rewire(self, address: Address, wires: Wires | LongCable) -> None:
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
        if pin == pinout.RESET_GPIO and not self._reset_tied:
            for chip in self.chips.values():
                chip.hold_in_reset(not high)
