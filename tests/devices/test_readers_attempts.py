"""What one look says to a chip, how often it tries, and what it makes of single attempts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from companion.devices.readers.iso14443 import WUPA
from companion.devices.readers.presence import Seen, Sighting
from companion.simulator.clock import VirtualClock
from companion.simulator.rc522 import Mfrc522
from companion.simulator.registers import Register
from companion.simulator.rfid import SimulatedReaders
from companion.simulator.tags import Tag

PLACE = (0, 0)
UID, OTHER = "04a1b2c3d4e5f6", "0411223344aabb"
READ = 0x80
READ_FIFO = READ | Register.FIFO_DATA << 1
CALL, NUMBER = [Register.FIFO_DATA << 1, WUPA], [Register.FIFO_DATA << 1, 0x93, 0x20]
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
    """Wires that remember what was written; what follows a call of the cards goes as it was told:
    ``spoilt`` in every number, ``unheard``, or else well. Registers may say something else."""

    told: list[str] = field(default_factory=list)
    written: list[list[int]] = field(default_factory=list)
    says: dict[int, int] = field(default_factory=dict)
    extra_seconds: float = 0.0
    _way: str = ""

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        if not mosi[0] & READ:
            self.written.append(list(mosi))
        if list(mosi) == CALL:
            self._way = self.told.pop(0) if self.told else ""
            chip._field.success = 0.0 if self._way == "unheard" else 1.0
        miso = chip.transfer(mosi)
        if self._way == "spoilt" and mosi[0] == READ_FIFO and len(mosi) == 6:
            miso[1] ^= 1 << len(self.told) % 8  # never the same twice
        for at, address in enumerate(mosi[:-1], start=1):
            miso[at] = self.says.get(address >> 1 & 0x3F, miso[at])
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


@pytest.fixture
def time() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def simulated(time: VirtualClock) -> Iterator[SimulatedReaders]:
    simulated = SimulatedReaders([PLACE], time, reset_tied=True)
    with simulated.installed():
        yield simulated


@pytest.fixture
def desk(simulated: SimulatedReaders, time: VirtualClock) -> Desk:
    return Desk(simulated, time)


def test_a_chip_is_set_up_before_its_antenna_goes_on_and_cleaned_up_before_its_first_frame(
    desk: Desk,
) -> None:
    desk.look()
    written = desk.wires.written

    assert written[written.index(ANTENNA_ON) :] == [
        *(ANTENNA_ON, END_COMMAND, FLUSH, SEVEN_BITS),
        *(CALL, TRANSCEIVE, SEND_SEVEN_BITS, ANTENNA_OFF),
    ]


def test_after_a_look_into_an_empty_field_nothing_is_cleaned_up(desk: Desk) -> None:
    desk.look()
    desk.look()

    assert desk.wires.written == [ANTENNA_ON, CALL, TRANSCEIVE, SEND_SEVEN_BITS, ANTENNA_OFF]


def test_after_a_halt_which_no_card_confirms_the_next_look_cleans_up_once(desk: Desk) -> None:
    desk.lay(UID)
    desk.read(times=2)

    assert desk.wires.written[1:5] == [END_COMMAND, FLUSH, SEVEN_BITS, CALL]
    assert desk.wires.written.count(FLUSH) == 1


def test_what_a_program_that_was_killed_left_in_the_chip_is_not_sent(
    simulated: SimulatedReaders, time: VirtualClock
) -> None:
    simulated.chips[PLACE].transfer([Register.FIFO_DATA << 1, 0x93, 0x20])
    desk = Desk(simulated, time)
    desk.lay(UID)

    assert desk.look() == UID


def test_a_call_is_given_the_time_of_its_bits_and_of_a_late_answer(desk: Desk) -> None:
    """11 bits, 1,236 cycles, 20 bits of 128 cycles, and 50 µs to be on the safe side."""
    desk.look()
    desk.look()

    cycles = 11 * 128 + 1236 + 20 * 128
    assert desk.clock.slept == [0.005, pytest.approx(cycles / 13.56e6 + 50e-6)]


def test_a_number_is_given_the_time_of_its_bits_and_of_a_late_answer(desk: Desk) -> None:
    """Two bytes there, and five back."""
    desk.lay(UID)
    desk.read()

    cycles = 20 * 128 + 1236 + 47 * 128
    assert pytest.approx(cycles / 13.56e6 + 50e-6) in desk.clock.slept


def test_a_halt_is_given_the_time_of_its_four_bytes(desk: Desk) -> None:
    desk.lay(UID)
    desk.read()

    assert desk.clock.slept[-1] == pytest.approx(38 * 128 / 13.56e6)


def test_what_cannot_be_read_is_tried_three_times(desk: Desk) -> None:
    desk.lay(UID)

    assert desk.look(*["spoilt"] * 8) is Seen.UNCLEAR
    assert desk.wires.written.count(NUMBER) == 3


def test_two_clashes_of_three_are_two_cards(desk: Desk) -> None:
    desk.lay(UID, OTHER)

    assert desk.look("", "unheard", "unheard", "") is Seen.TWO_CARDS


def test_a_card_that_was_lifted_after_a_first_attempt_is_gone(desk: Desk) -> None:
    desk.lay(UID)

    assert desk.look("spoilt", *["unheard"] * 4) is Seen.NOTHING


def test_a_single_attempt_that_nobody_heard_is_no_empty_field(desk: Desk) -> None:
    desk.lay(UID)

    assert desk.look("spoilt", "unheard", "unheard", "spoilt", "spoilt") is Seen.UNCLEAR


def test_a_card_with_more_than_three_levels_is_not_believed(desk: Desk) -> None:
    desk.lay("04a1b2c3d4e588112233", sak=0x04)

    assert desk.look() is Seen.UNCLEAR


@pytest.mark.parametrize(
    ("error", "collision", "seen"),
    [
        pytest.param(0x01, 0x00, Seen.UNCLEAR, id="no frame at all"),
        pytest.param(0x02, 0x00, Seen.UNCLEAR, id="parity"),
        pytest.param(0x04, 0x00, UID, id="a check that the driver makes itself"),
        pytest.param(0x08, 0x00, Seen.TWO_CARDS, id="collision"),
        pytest.param(0x08, 0x20, Seen.UNCLEAR, id="collision nowhere"),
        pytest.param(0x10, 0x00, Seen.UNCLEAR, id="buffer full"),
        pytest.param(0x40, 0x00, UID, id="too hot"),
    ],
)
def test_what_a_chip_says_of_errors_decides_what_was_seen(
    desk: Desk, error: int, collision: int, seen: Sighting
) -> None:
    desk.lay(UID)
    desk.wires.says = {Register.ERROR: error, Register.COLL: collision}

    assert desk.look() == seen


def test_a_chip_that_is_understood_at_once_is_spoken_to_briefly(desk: Desk) -> None:
    desk.lay(UID)
    desk.read(times=9)

    assert not desk.is_careful()


def test_four_misunderstandings_in_a_row_make_the_driver_careful(desk: Desk) -> None:
    desk.lay(UID)
    desk.read("spoilt", times=3)
    assert not desk.is_careful()

    desk.read("spoilt")
    assert desk.is_careful()


def test_a_misunderstanding_is_forgotten_when_the_chip_has_understood(desk: Desk) -> None:
    desk.lay(UID)
    desk.read("spoilt", times=3)
    desk.read()
    desk.read("spoilt", times=3)
    assert not desk.is_careful()

    desk.read("spoilt")
    assert desk.is_careful()


def test_the_driver_is_careful_for_a_minute(desk: Desk) -> None:
    desk.lay(UID)
    desk.read("spoilt", times=4)

    desk.clock.time = 59.999
    assert desk.is_careful()
    desk.clock.time = 60.0
    assert not desk.is_careful()


def test_after_the_careful_minute_four_misunderstandings_are_needed_again(desk: Desk) -> None:
    desk.lay(UID)
    desk.read("spoilt", times=4)
    desk.clock.time = 60.0
    desk.read("spoilt", times=3)
    assert not desk.is_careful()

    desk.read("spoilt")
    assert desk.is_careful()
