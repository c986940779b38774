"""A PN532's driver on its simulated chip, on each of its buses."""

from collections.abc import Iterator

import pytest

from companion.clock import VirtualClock
from companion.devices.board.parts import Pn532Reader, Rc522Reader
from companion.devices.readers.pn532.pn532 import Pn532
from companion.devices.readers.presence import CardArrived, ReaderLost, Report, Seen
from companion.devices.readers.readers import Readers
from companion.devices.simulator.i2c import install as install_i2c
from companion.devices.simulator.pn532 import Pn532Chip
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.tags import Tag
from companion.errors import ReaderError

LONGEST_LOOK_S = 0.06
"""Of the simulated chip, on the slowest bus."""


class Desk:
    def __init__(self, bus: str) -> None:
        self.clock = VirtualClock()
        self.place = Pn532Reader("centre", bus)  # type: ignore[arg-type]
        self.simulated = SimulatedReaders([], self.clock, pn532s=[self.place])

    @property
    def chip(self) -> Pn532Chip:
        return self.simulated.pn532s[self.place.place]

    def lay(self, *uids: str, sak: int = 0x00) -> list[Tag]:
        tags = [Tag(uid, sak=sak) for uid in uids]
        for tag in tags:
            self.simulated.lay(self.place.place, tag)
        return tags


@pytest.fixture(params=["spi", "i2c", "uart"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    made = Desk(request.param)
    with made.simulated.installed():
        yield made


@pytest.fixture
def reader(desk: Desk) -> Pn532:
    return Pn532(desk.place, desk.clock)


@pytest.mark.parametrize("uid", ["deadbeef", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6070809"])
def test_a_card_is_known_by_its_whole_number(desk: Desk, reader: Pn532, uid: str) -> None:
    desk.lay(uid)
    assert [reader.look() for _ in range(3)] == [uid] * 3


def test_an_empty_field_is_empty(reader: Pn532) -> None:
    assert [reader.look() for _ in range(3)] == [Seen.NOTHING] * 3


@pytest.mark.parametrize("other", ["0411223344aabb", "04a1b2c3d4e5f7", "deadbeef"])
def test_two_cards_are_two(desk: Desk, reader: Pn532, other: str) -> None:
    desk.lay("04a1b2c3d4e5f6", other)
    assert reader.look() is Seen.TWO_CARDS


def test_a_card_that_could_do_more_is_only_asked_for_its_number(desk: Desk, reader: Pn532) -> None:
    desk.lay("04a1b2c3d4e5f6", sak=0x20)
    assert reader.look() == "04a1b2c3d4e5f6"


def test_a_look_ends_soon_whether_a_card_is_there_or_not(desk: Desk, reader: Pn532) -> None:
    reader.look()
    for uids in ((), ("04a1b2c3d4e5f6",)):
        desk.lay(*uids)
        reader.look()  # the first look at a card is two
        began = desk.clock.now()
        reader.look()
        assert desk.clock.now() - began < LONGEST_LOOK_S


def test_its_field_is_off_between_looks(desk: Desk, reader: Pn532) -> None:
    desk.lay("04a1b2c3d4e5f6")
    reader.look()
    assert not desk.chip.antenna_on


def test_a_chip_whose_power_was_gone_for_a_moment_is_told_everything_again(
    desk: Desk, reader: Pn532
) -> None:
    """Or it would look for a card for ever."""
    reader.look()
    desk.chip.power_on()
    assert reader.look() is Seen.NOTHING
    desk.lay("04a1b2c3d4e5f6")
    assert reader.look() == "04a1b2c3d4e5f6"


def test_a_chip_that_forgets_whenever_its_field_comes_on_is_told_of_its_supply(
    desk: Desk, reader: Pn532
) -> None:
    switch = desk.chip._command

    def breaks_down(code: int, given: bytes) -> None:
        switch(code, given)
        if (code, given) == (0x32, b"\x01\x01"):
            desk.chip._normal_mode = False

    desk.chip._command = breaks_down  # type: ignore[method-assign]
    with pytest.raises(ReaderError, match="forgets its settings"):
        reader.look()


def test_nobody_there_is_said(desk: Desk, reader: Pn532) -> None:
    reader.look()
    desk.simulated.unplug(desk.place.place)
    with pytest.raises(ReaderError, match="No reader answers there"):
        reader.look()


@pytest.mark.parametrize(("bus", "hint"), [("i2c", "i2c_arm_baudrate=50000"), ("spi", "GND")])
def test_answers_that_are_always_garbled_are_told_with_what_helps_on_this_bus(
    bus: str, hint: str
) -> None:
    desk = Desk(bus)
    with desk.simulated.installed():
        reader = Pn532(desk.place, desk.clock)
        reader.look()
        desk.chip.spoil = lambda said: bytes([*said[:-2], said[-2] ^ 1, said[-1]])
        assert [reader.look(), reader.look()] == [Seen.UNCLEAR] * 2
        with pytest.raises(ReaderError, match=hint):
            reader.look()


def test_a_number_that_was_spoilt_with_its_check_is_not_believed(desk: Desk, reader: Pn532) -> None:
    """Two bytes may be wrong so that their sum is right; the next reading is not wrong as well."""
    reader.look()
    desk.lay("04a1b2c3d4e5f6")
    spoilt: list[bytes] = []

    def once(said: bytes) -> bytes:
        if len(said) < 20 or spoilt:
            return said
        spoilt.append(said)
        wrong = bytearray(said)
        wrong[-4] += 1
        wrong[-3] -= 1
        return bytes(wrong)

    desk.chip.spoil = once
    assert reader.look() in (Seen.UNCLEAR, "04a1b2c3d4e5f6")
    assert reader.look() == "04a1b2c3d4e5f6"


def test_it_tells_what_chip_it_is(reader: Pn532) -> None:
    reader.look()
    assert reader.firmware == "PN532 1.6"


def test_readers_of_both_kinds_take_turns_at_one_table() -> None:
    clock = VirtualClock()
    rc522, pn532 = Rc522Reader(0, 0, "centre"), Pn532Reader("seat:1", "spi", "0.1")
    table = SimulatedReaders([rc522.place], clock, pn532s=[pn532])
    reports: list[Report] = []
    table.lay((0, 0), Tag("deadbeef"))
    table.lay((0, 1), Tag("04a1b2c3d4e5f6"))
    with table.installed():
        readers = Readers([rc522, pn532], reports.append, clock=clock)
        readers.step()
        readers.stop()
    assert reports == [CardArrived("centre", "deadbeef"), CardArrived("seat:1", "04a1b2c3d4e5f6")]


@pytest.mark.parametrize(
    ("bus", "told"),
    [
        ("spi", "/dev/spidev0.0 does not exist. Switch SPI on in the boot configuration."),
        ("i2c", "/dev/i2c-1 does not exist. Switch I2C on in the boot configuration."),
        ("uart", "/dev/serial0 does not exist. Switch UART on in the boot configuration."),
    ],
)
def test_a_missing_node_is_named_with_the_bus_to_switch_on(bus: str, told: str) -> None:
    clock, reports = VirtualClock(), list[Report]()
    with SimulatedReaders([], clock).installed(), install_i2c({}):
        place = Pn532Reader("centre", bus)  # type: ignore[arg-type]
        readers = Readers([place], reports.append, clock=clock)
        for _ in range(20):
            readers.step()
        readers.stop()
    [lost] = reports
    assert isinstance(lost, ReaderLost)
    assert str(lost.why) == told
