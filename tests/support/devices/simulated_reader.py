"""One reader whose every transfer a test sees and can spoil, and a clock in the test's hand."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from companion.clock import VirtualClock
from companion.devices.readers.iso14443 import WUPA
from companion.devices.readers.presence import Seen, Sighting
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.registers import Register
from companion.devices.simulator.rfid.tags import Tag

PLACE = (0, 0)
UID, OTHER = "04a1b2c3d4e5f6", "0411223344aabb"
READ = 0x80
READ_FIFO = READ | Register.FIFO_DATA << 1
CALL, NUMBER = [Register.FIFO_DATA << 1, WUPA], [Register.FIFO_DATA << 1, 0x93, 0x20]
RESET = [Register.COMMAND << 1, 0x0F]
ANTENNA_ON, ANTENNA_OFF = [Register.TX_CONTROL << 1, 0x83], [Register.TX_CONTROL << 1, 0x80]
END_COMMAND = [Register.COMMAND << 1, 0x00]
TRANSCEIVE = [Register.COMMAND << 1, 0x0C]
FLUSH = [Register.FIFO_LEVEL << 1, 0x80]
SEVEN_BITS, SEND_SEVEN_BITS = [Register.BIT_FRAMING << 1, 0x07], [Register.BIT_FRAMING << 1, 0x87]


class HeldClock:
    """The driver's: it says what the test says, whatever time passes for the chip."""

    def __init__(self, chip: VirtualClock) -> None:
        self.time = 0.0
        self.slept: list[float] = []
        self._chip = chip

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self._chip.sleep(seconds)


@dataclass
class Calls:
    """Wires that remember what was written and asked; what follows a call of the cards goes as it
    was told: ``spoilt`` in every number, ``unheard``, or else well. Registers may say something
    else, always or once; a write may get lost once, and something may happen when the antenna goes
    off."""

    told: list[str] = field(default_factory=list)
    written: list[list[int]] = field(default_factory=list)
    asked: list[list[int]] = field(default_factory=list)
    says: dict[int, int] = field(default_factory=dict)
    says_once: dict[int, int] = field(default_factory=dict)
    lost_once: list[int] = field(default_factory=list)
    when_off: Callable[[Mfrc522], None] = lambda chip: None
    extra_seconds: float = 0.0
    _way: str = ""

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        (self.asked if mosi[0] & READ else self.written).append(list(mosi))
        if list(mosi) == self.lost_once:
            self.lost_once = []
            return [0] * len(mosi)
        if list(mosi) == CALL:
            self._way = self.told.pop(0) if self.told else ""
            chip._field.success = 0.0 if self._way == "unheard" else 1.0
        miso = chip.transfer(mosi)
        if self._way == "spoilt" and mosi[0] == READ_FIFO and len(mosi) == 6:
            miso[1] ^= 1 << len(self.told) % 8  # never the same twice
        if list(mosi) == ANTENNA_OFF:
            self.when_off(chip)
        for at, address in enumerate(mosi[:-1], start=1):
            register = address >> 1 & 0x3F
            miso[at] = self.says_once.pop(register, self.says.get(register, miso[at]))
        return miso


class Desk:
    """One reader on such wires, with a clock of its own."""

    def __init__(self, simulated: SimulatedReaders, time: VirtualClock) -> None:
        from companion.devices.readers.rc522 import Rc522

        self.wires = Calls()
        self.clock = HeldClock(time)
        self._simulated = simulated
        simulated.rewire(PLACE, self.wires)
        self.reader = Rc522(*PLACE, self.clock)

    def lay(self, *uids: str, sak: int = 0x00) -> None:
        for uid in uids:
            self._simulated.lay(PLACE, Tag(uid, sak=sak))

    def look(self, *told: str) -> Sighting:
        self.wires.told = list(told)
        self.wires.written.clear()
        self.clock.slept.clear()
        return self.reader.look()

    def read(self, *told: str, times: int = 1) -> None:
        for _ in range(times):
            assert self.look(*told) == UID

    def is_careful(self) -> bool:
        """Does it clean up also where the frame before ended as it should?"""
        for _ in range(2):
            assert self.look("unheard") is Seen.NOTHING
        return FLUSH in self.wires.written


@contextmanager
def desk_with(prepare: Callable[[Mfrc522], None] = lambda chip: None) -> Iterator[Desk]:
    """A reader whose chip was prepared before the driver opens it."""
    time = VirtualClock()
    simulated = SimulatedReaders([PLACE], time, reset_tied=True)
    prepare(simulated.chips[PLACE])
    with simulated.installed():
        yield Desk(simulated, time)
