"""What happens to the wires between the Pi and a reader, from sound ones to none at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from companion.devices.simulator.rfid.rc522 import Mfrc522


class Wires(Protocol):
    """Carries one transfer; ``extra_seconds`` is what it takes on top of the bits."""

    @property
    def extra_seconds(self) -> float: ...

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]: ...


@dataclass(frozen=True)
class Sound:
    """Everything arrives; with ``extra_seconds``, late."""

    extra_seconds: float = 0.0

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        return chip.transfer(mosi)


@dataclass(frozen=True)
class Long:
    """A cable too long for what is sent faster than this: then bytes get lost as in ``poor``."""

    hertz: int
    poor: Wires

    def at(self, speed: int) -> Wires:
        return self.poor if speed > self.hertz else Sound()


@dataclass(frozen=True)
class Unplugged:
    """Nobody there and no power; the line floats to one level."""

    level: int = 0x00
    extra_seconds: float = 0.0

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        return [self.level] * len(mosi)


@dataclass(frozen=True)
class StuckMiso:
    """The chip hears and obeys, but its answers are all 0x00 or all 0xff."""

    level: int
    extra_seconds: float = 0.0

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        chip.transfer(mosi)
        return [self.level] * len(mosi)


@dataclass(frozen=True)
class Garbled:
    """Each byte, either way, becomes any other with this probability."""

    probability: float
    random: Random
    extra_seconds: float = 0.0

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        return self._garble(chip.transfer(self._garble(mosi)))

    def _garble(self, data: Sequence[int]) -> list[int]:
        return [
            byte ^ self.random.randrange(1, 256)
            if self.random.random() < self.probability
            else byte
            for byte in data
        ]
