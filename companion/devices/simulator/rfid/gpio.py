"""``RPi.GPIO`` for what a reader driver does with it: one numbering for all, and a reset line."""

from collections.abc import Callable
from types import ModuleType

from companion.devices.board import pinout

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
    """Pins of the whole process: as on a Pi, whoever sets the numbering sets it for everybody."""

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

    def setup(self, channel: int, direction: int) -> None:
        self.directions[self._pin(channel)] = direction

    def output(self, channel: int, level: int) -> None:
        pin = self._pin(channel)
        if self.directions.get(pin) != OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._drive(pin, bool(level))

    def cleanup(self) -> None:
        self.directions.clear()
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
