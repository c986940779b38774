"""The readers of a table in software: chips on SPI buses, a field above each, and their modules.

While they are installed, ``import mfrc522`` gets the real package on these chips.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType

from companion.clock import Clock
from companion.devices.board import pinout
from companion.devices.board.parts import Pn532Reader
from companion.devices.simulator.i2c import Bus
from companion.devices.simulator.i2c import install as install_i2c
from companion.devices.simulator.pn532 import ADDRESS, OnI2c, OnSpi, Pn532Chip
from companion.devices.simulator.pn532 import install as install_lines
from companion.devices.simulator.rfid import spi
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.tags import Field, Tag

Place = tuple[object, ...]
"""An address on SPI, or the bus and node of another one."""
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
        addresses: Iterable[spi.Address],
        clock: Clock,
        *,
        pn532s: Iterable[Pn532Reader] = (),
        i2c: Bus | None = None,
        overhead: float = TRANSFER_OVERHEAD_S,
        version: int = 0x92,
        reset_tied: bool = False,
        chip: type[Mfrc522] = Mfrc522,
    ) -> None:
        self.clock = clock
        addresses, pn532s = tuple(addresses), tuple(pn532s)
        places = (*addresses, *(reader.place for reader in pn532s))
        self.fields: dict[Place, Field] = {place: Field() for place in places}
        self.chips = {address: chip(clock, self.fields[address], version) for address in addresses}
        self.pn532s: dict[Place, Pn532Chip] = {
            reader.place: Pn532Chip(clock, self.fields[reader.place]) for reader in pn532s
        }
        on_spi = {
            reader.spi: OnSpi(self.pn532s[reader.place]) for reader in pn532s if reader.bus == "spi"
        }
        self._on_i2c = {each.place for each in pn532s if each.bus == "i2c"}
        self._lines = {
            reader.node: self.pn532s[reader.place] for reader in pn532s if reader.bus == "uart"
        }
        self._i2c = i2c or (Bus(clock) if self._on_i2c else None)
        for place in self._on_i2c:
            self._plug_into_i2c(place)
        self.spi = spi.SpiBuses(clock, {**self.chips, **on_spi}, overhead)
        self.gpio = Gpio(self._drive)
        self._reset_tied = reset_tied
        self._drive(pinout.RESET_GPIO, high=False)

    def lay(self, address: Place, tag: Tag) -> None:
        self.fields[address].lay(tag, self.clock.now())

    def take(self, address: Place, tag: Tag) -> None:
        self.fields[address].take(tag, self.clock.now())

    def rewire(self, address: spi.Address, wires: spi.Wires | spi.LongCable) -> None:
        self.spi.rewire(address, wires)

    def unplug(self, place: Place) -> None:
        """Nobody is there, on whatever bus."""
        match place:
            case int(bus), int(device):
                self.rewire((bus, device), spi.Unplugged())
            case _:
                self.pn532s[place].power_off()
                if self._i2c and place in self._on_i2c:
                    self._i2c.detach(ADDRESS)

    def plug_in(self, place: Place) -> None:
        match place:
            case int(bus), int(device):
                self.rewire((bus, device), spi.IntactWires())
            case _:
                self.pn532s[place].power_on()
                if place in self._on_i2c:
                    self._plug_into_i2c(place)

    def _plug_into_i2c(self, place: Place) -> None:
        assert self._i2c, "there is one where a chip is on it"
        self._i2c.attach(ADDRESS, OnI2c(self.pn532s[place]))

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Inside, ``spidev``, ``RPi.GPIO``, ``smbus2`` and serial lines lead to these chips."""
        package, gpio = rpi_gpio(self.gpio)
        ours = {"spidev": spi.spidev(self.spi), "RPi": package, "RPi.GPIO": gpio}
        before = {name: sys.modules.pop(name, None) for name in (*ours, *BOUND)}
        sys.modules.update(ours)
        try:
            with ExitStack() as stack:
                if self._i2c:
                    stack.enter_context(install_i2c({1: self._i2c}))
                stack.enter_context(install_lines(self._lines))
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
