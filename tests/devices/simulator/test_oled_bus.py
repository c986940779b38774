"""The simulated I2C bus: what it counts, how it fails, and how it takes smbus2's place."""

import errno

import pytest
import smbus2
from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c

from companion.clock import VirtualClock
from companion.devices.simulator.i2c import Bus, install


class Notebook:
    """A chip that writes down what reaches it."""

    def __init__(self) -> None:
        self.messages: list[list[int]] = []

    def begin(self) -> None:
        self.messages.append([])

    def write(self, byte: int) -> None:
        self.messages[-1].append(byte)

    def read(self) -> int:
        return 0x42


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def chip() -> Notebook:
    return Notebook()


@pytest.fixture
def bus(clock: VirtualClock, chip: Notebook) -> Bus:
    bus = Bus(clock)
    bus.attach(0x3C, chip)
    return bus


def test_a_message_takes_nine_bits_a_byte_and_a_start_and_a_stop(
    bus: Bus, clock: VirtualClock
) -> None:
    bus.write(0x3C, [1, 2, 3])
    assert bus.bytes == 4
    assert bus.transactions == 1
    assert clock.now() == pytest.approx((4 * 9 + 2) / 400_000)


def test_the_bytes_before_the_failing_one_have_arrived(bus: Bus, chip: Notebook) -> None:
    bus.silence(0x3C, after=3)
    with pytest.raises(OSError, match="Input/output") as failure:
        bus.write(0x3C, [1, 2, 3, 4])
    assert failure.value.errno == errno.EIO
    assert chip.messages == [[1, 2]]
    bus.write(0x3C, [5])
    assert chip.messages == [[1, 2], [5]]


def test_a_silent_chip_answers_again_when_its_time_is_over(
    bus: Bus, chip: Notebook, clock: VirtualClock
) -> None:
    bus.silence(0x3C, seconds=2, error=errno.ETIMEDOUT)
    for _ in range(2):
        with pytest.raises(TimeoutError):
            bus.write(0x3C, [1])
        clock.advance(0.5)
    clock.advance(1)
    bus.write(0x3C, [2])
    assert chip.messages == [[2]]


def test_nobody_acknowledges_an_address_without_a_chip(bus: Bus) -> None:
    bus.detach(0x3C)
    with pytest.raises(OSError, match="Input/output"):
        bus.write(0x3C, [1])


def test_what_is_written_can_be_recorded(bus: Bus) -> None:
    with bus.recording() as messages:
        bus.write(0x3C, [1, 2])
        bus.silence(0x3C, after=2)
        with pytest.raises(OSError, match="Input/output"):
            bus.write(0x3C, [3, 4])
    bus.write(0x3C, [5])
    assert messages == [b"\1\2", b"\3"]


def test_drivers_reach_the_bus_through_smbus2(bus: Bus, chip: Notebook) -> None:
    with install({1: bus}), smbus2.SMBus(1) as port:
        answer = smbus2.i2c_msg.read(0x3C, 2)
        port.write_i2c_block_data(0x3C, 4, [5, 6])
        port.i2c_rdwr(smbus2.i2c_msg.write(0x3C, [1, 2]), answer)
    assert bytes(answer) == b"\x42\x42"
    assert chip.messages == [[4, 5, 6], [1, 2], []]


def test_smbus2_is_itself_again_afterwards(bus: Bus) -> None:
    stock = smbus2.SMBus
    with install({1: bus}):
        assert smbus2.SMBus is not stock
    assert smbus2.SMBus is stock


def test_luma_finds_its_error_number_on_systems_that_lack_it(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(errno, "EREMOTEIO", raising=False)
    bus.detach(0x3C)
    with install({1: bus}), pytest.raises(DeviceNotFoundError):
        i2c(port=1, address=0x3C).command(0xE3)
    assert not hasattr(errno, "EREMOTEIO")


def test_a_port_that_is_not_there_is_a_missing_file(bus: Bus) -> None:
    with install({1: bus}), pytest.raises(FileNotFoundError, match="/dev/i2c-7"):
        smbus2.SMBus(7)


def test_a_closed_port_cannot_be_used(bus: Bus) -> None:
    with install({1: bus}):
        port = smbus2.SMBus(1)
        port.close()
        with pytest.raises(OSError, match="Bad file descriptor"):
            port.i2c_rdwr(smbus2.i2c_msg.write(0x3C, [1]))


def test_a_block_has_32_bytes_at_most(bus: Bus) -> None:
    with install({1: bus}), pytest.raises(ValueError, match="32 bytes"):
        smbus2.SMBus(1).write_i2c_block_data(0x3C, 0, [0] * 33)
