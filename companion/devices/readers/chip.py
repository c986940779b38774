"""One MFRC522 chip through the ``mfrc522`` package: set up, and checked for lost power.

Clones of the chip read some settings back differently than they were written, and poor wires read
differently each time; so a chip is compared with what it read back itself. Import this module only
when a reader is opened: off a Pi, without the simulator, the package cannot be imported.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

from mfrc522 import MFRC522
from RPi import GPIO

from companion.clock import Clock
from companion.devices.board import pinout
from companion.devices.board.lines import unavailable
from companion.devices.board.parts import GAIN_BITS_BY_DB, NO_CHIP_VERSIONS
from companion.devices.readers.watcher import forgets_settings, no_reader_answers
from companion.errors import ReaderError
from companion.i18n.message import say

BCM_NUMBERING = 11
CAREFUL_HZ = 1_000_000
"""What poor wires still carry: a reader is spoken to so slowly once its answers differ."""
# The oscillator may have to start anew, and what is written before it runs is lost.
RESET_S = 0.005
MAX_ODD_SETTINGS = 2
"""So many settings may read back differently than they were written: copies of the chip do that."""
FORCE_100_ASK = 0x40
ANTENNA = 0x03


class GarbledError(Exception):
    """An answer came that cannot be right."""


class ResetError(Exception):
    """The chip is there, but not as it was set up, or with its antenna off."""


class ResetLine:
    """The line that lets the chips of all readers work: high while this process uses any of them.

    The ``mfrc522`` package raises it as well; here it is also let go of, for whoever comes next.
    """

    def __init__(self) -> None:
        self._users = 0
        self._lock = Lock()

    def hold(self) -> None:
        with self._lock:
            if not self._users:
                self._raise()
            self._users += 1

    def release(self) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                # Without a number it would let go of every line of the process.
                with suppress(Exception):
                    GPIO.cleanup(pinout.RESET_GPIO)

    def _raise(self) -> None:
        try:
            if GPIO.getmode() is None:
                GPIO.setmode(BCM_NUMBERING)
            GPIO.setup(pinout.RESET_GPIO, GPIO.OUT, initial=GPIO.HIGH)
        except Exception as error:  # packages for pins each fail with a class of their own
            raise unavailable(pinout.RESET_GPIO, error) from error


RESET_LINE = ResetLine()


class Chip(MFRC522):  # type: ignore[misc]  # the package has no types
    """One chip's registers; reading them raises ReaderError where no chip answers."""

    spi: Any

    def __init__(self, bus: int, device: int, clock: Clock, gain: int, spi_hz: int) -> None:
        self._clock = clock
        # Register, value, and the bits that can be relied on: copies read the others differently.
        self._settings = (
            (self.TxAutoReg, FORCE_100_ASK, 0x40),
            (self.ModeReg, 0x3D, 0x23),
            (self.TxModeReg, 0x00, 0xF8),
            (self.RxModeReg, 0x00, 0xFC),
            (self.RFCfgReg, GAIN_BITS_BY_DB[gain] << 4 | 0x08, 0x70),
        )
        self._baseline: list[int] = []
        """What the chip itself said of its settings after they were made; empty before."""
        try:
            super().__init__(
                bus, device, spd=spi_hz, pin_mode=BCM_NUMBERING, pin_rst=pinout.RESET_GPIO
            )
        except Exception:
            # It opens the bus first, and whatever comes then may fail.
            if hasattr(self, "spi"):
                self.spi.close()
            raise

    def MFRC522_Init(self) -> None:  # noqa: N802
        """Puts the chip into a known state with its antenna off."""
        self.MFRC522_Reset()
        self._clock.sleep(RESET_S)
        for register, value, _ in self._settings:
            self.Write_MFRC522(register, value)

    def close(self) -> None:
        """Lets go of the bus only: the package's own way resets every pin of the process."""
        self.spi.close()

    @property
    def version(self) -> int:
        value: int = self.Read_MFRC522(self.VersionReg)
        return value

    @property
    def odd_settings(self) -> dict[int, tuple[int, int]]:
        """Registers that do not read back what was written: what was, and what they say."""
        return {
            register: (value & relied_on, said)
            for (register, value, relied_on), said in zip(
                self._settings, self._baseline, strict=False
            )
            if said != value & relied_on
        }

    @property
    def hertz(self) -> int:
        """How fast it is spoken to: as the profile says, or slowly on poor wires."""
        value: int = self.spi.max_speed_hz
        return value

    def _verify_chip(self) -> None:
        """Sets a chip up again that lost its power; raises ReaderError where none answers."""
        found = self._read_settings()
        if found != self._baseline:
            if self._read_settings() != found:
                raise self._poor_wires()
            self._set_up()

    def _set_up(self) -> None:
        """Settings that the chip says itself are compared later, not what it ought to say."""
        wanted = [value & relied_on for _, value, relied_on in self._settings]
        self.MFRC522_Init()
        found = self._read_settings()
        if found != wanted:
            # Lost on the way, or a copy of the chip that always says so: then also the next time.
            self.MFRC522_Init()
            if found != self._read_settings():
                raise self._poor_wires()
        if sum(said != value for said, value in zip(found, wanted, strict=True)) > MAX_ODD_SETTINGS:
            raise forgets_settings()
        self._baseline = found

    def _read_settings(self) -> list[int]:
        return self._with_settings([])[1]

    def _with_settings(self, registers: Sequence[int]) -> tuple[list[int], list[int]]:
        """These registers and, in the same transfer, what the chip says of its settings."""
        values = self._read_all(
            [*registers, self.VersionReg, *(register for register, _, _ in self._settings)]
        )
        version, *said = values[len(registers) :]
        if version in NO_CHIP_VERSIONS:
            raise no_reader_answers()
        relied_on = (bits for _, _, bits in self._settings)
        return values[: len(registers)], [
            value & bits for value, bits in zip(said, relied_on, strict=True)
        ]

    def _poor_wires(self) -> ReaderError:
        self.spi.max_speed_hz = min(self.hertz, CAREFUL_HZ)
        return ReaderError(
            say(
                "The reader answers differently each time it is asked the same. Check its wires: "
                "MISO, GND, plugs that are loose, cables longer than 50 cm."
            )
        )

    def _read_if_still_set_up(self, registers: Iterable[int]) -> list[int]:
        """Some registers, and in the same transfer: is this still the chip that was set up?"""
        (*found, antenna), settings = self._with_settings([*registers, self.TxControlReg])
        if antenna & ANTENNA and settings == self._baseline:
            return found
        # Read twice: what the wires have spoilt is not the same again.
        [antenna_again], settings_again = self._with_settings([self.TxControlReg])
        if (antenna_again, settings_again) != (antenna, settings):
            raise GarbledError
        raise ResetError

    def _read_all(self, registers: Iterable[int]) -> list[int]:
        """Several registers in one transfer: each address goes out while the last value comes."""
        addresses = [register << 1 | 0x80 for register in registers]
        values: list[int] = self.spi.xfer2([*addresses, 0])[1:] if addresses else []
        return values
