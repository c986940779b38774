"""The SPI buses of a Pi, their wiring faults, and the ``spidev`` module that speaks on them.

Every transfer takes what the wire would take on the clock, and is counted.
"""

import errno
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Protocol

from companion.clock import Clock

Address = tuple[int, int]


class SpiChip(Protocol):
    """What hangs on a chip select."""

    def power_on(self) -> None: ...

    def power_off(self) -> None: ...

    def transfer(self, mosi: Sequence[int]) -> list[int]: ...


class Wires(Protocol):
    """Carries one transfer; ``extra_seconds`` is what it takes on top of the bits."""

    @property
    def extra_seconds(self) -> float: ...

    def carry(self, chip: Any, mosi: Sequence[int]) -> list[int]: ...


@dataclass(frozen=True)
class IntactWires:
    """Everything arrives; with ``extra_seconds``, late."""

    extra_seconds: float = 0.0

    def carry(self, chip: SpiChip, mosi: Sequence[int]) -> list[int]:
        return chip.transfer(mosi)


@dataclass(frozen=True)
class LongCable:
    """A cable too long for what is sent faster than this: then bytes get lost as in ``poor``."""

    hertz: int
    poor: Wires

    def at(self, speed: int) -> Wires:
        return self.poor if speed > self.hertz else IntactWires()


@dataclass(frozen=True)
class Unplugged:
    """Nobody there and no power; the line floats to one level."""

    level: int = 0x00
    extra_seconds: float = 0.0

    def carry(self, chip: SpiChip, mosi: Sequence[int]) -> list[int]:
        return [self.level] * len(mosi)


@dataclass(frozen=True)
class StuckMiso:
    """The chip hears and obeys, but its answers are all 0x00 or all 0xff."""

    level: int
    extra_seconds: float = 0.0

    def carry(self, chip: SpiChip, mosi: Sequence[int]) -> list[int]:
        chip.transfer(mosi)
        return [self.level] * len(mosi)


@dataclass(frozen=True)
class Garbled:
    """Each byte, either way, becomes any other with this probability."""

    probability: float
    random: Random
    extra_seconds: float = 0.0

    def carry(self, chip: SpiChip, mosi: Sequence[int]) -> list[int]:
        return self.garble(chip.transfer(self.garble(mosi)))

    def garble(self, data: Sequence[int]) -> list[int]:
        return [
            byte ^ self.random.randrange(1, 256)
            if self.random.random() < self.probability
            else byte
            for byte in data
        ]


INTACT = IntactWires()


class SpiBuses:
    """Which chip sits at which (bus, device), and what speaking to it has cost."""

    processor_time: ClassVar[Callable[[], float]] = staticmethod(lambda: 0.0)
    """Whoever measures sets a clock: to ask one costs as much as the rest of a transfer."""

    def __init__(self, clock: Clock, chips: Mapping[Address, SpiChip], overhead: float) -> None:
        self.chips = dict(chips)
        self.overhead = overhead
        self.transfers = 0
        self.wire_seconds = 0.0
        self.cpu_seconds = 0.0
        """What these chips cost the processor; on a Pi they are none of its business."""
        self._clock = clock
        self._wires: dict[Address, Wires | LongCable] = {}

    def rewire(self, address: Address, wires: Wires | LongCable) -> None:
        if isinstance(self._wires.get(address), Unplugged):
            self.chips[address].power_on()
        if isinstance(wires, Unplugged):
            self.chips[address].power_off()
        self._wires[address] = wires

    def transfer(self, address: Address, speed: int, mosi: Sequence[int]) -> list[int]:
        wires = self._wires.get(address, INTACT)
        if isinstance(wires, LongCable):
            wires = wires.at(speed)
        on_the_wire = 8 * len(mosi) / speed
        self.transfers += 1
        self.wire_seconds += on_the_wire
        began = SpiBuses.processor_time()
        self._clock.sleep(on_the_wire + self.overhead + wires.extra_seconds)
        answered = wires.carry(self.chips[address], mosi)
        self.cpu_seconds += SpiBuses.processor_time() - began
        return answered

    @property
    def seconds(self) -> float:
        """Time on the wire and around it."""
        return self.wire_seconds + self.transfers * self.overhead


class SpiDev:
    """As much of ``spidev.SpiDev`` as speaking to a reader takes."""

    def __init__(self, buses: SpiBuses) -> None:
        self.max_speed_hz = 125_000_000
        self.mode = 0
        self._buses = buses
        self._address: Address | None = None

    def open(self, bus: int, device: int) -> None:
        if (bus, device) not in self._buses.chips:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        self._address = (bus, device)

    def close(self) -> None:
        self._address = None

    def xfer2(self, values: Sequence[int]) -> list[int]:
        if self._address is None:
            raise OSError(errno.EBADF, "Bad file descriptor")
        mosi = list(bytes(values))
        return self._buses.transfer(self._address, self.max_speed_hz, mosi)


def spidev(buses: SpiBuses) -> ModuleType:
    module = ModuleType("spidev")
    module.SpiDev = partial(SpiDev, buses)  # type: ignore[attr-defined]
    module.buses = buses  # type: ignore[attr-defined]  # for whoever counts
    return module
