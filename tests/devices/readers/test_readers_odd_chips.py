"""What goes wrong with a reader on its first day: weak supplies, copies of the chip, poor wires.

Each is found out by the driver itself, told in a sentence, and costs as little as it can.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from companion.clock import VirtualClock
from companion.devices.board.parts import Rc522Reader
from companion.devices.readers.polling import PolledReaders
from companion.devices.readers.presence import (
    CardArrived,
    ReaderBack,
    ReaderLost,
    Report,
    Seen,
)
from companion.devices.readers.watcher import Pace
from companion.devices.simulator.rfid.rc522 import Mfrc522
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.registers import Command, Register
from companion.devices.simulator.rfid.spi import Garbled, IntactWires, LongCable, Wires
from companion.devices.simulator.rfid.tags import Tag

if TYPE_CHECKING:
    from companion.devices.readers.rc522 import Rc522

PLACE = (0, 0)
CARD = "04a1b2c3d4e5f6"


class Match:
    """One reader with this chip on it, and what was reported of it."""

    def __init__(self, chip: type[Mfrc522] = Mfrc522, place: Rc522Reader | None = None) -> None:
        self.clock = VirtualClock()
        self.simulated = SimulatedReaders([PLACE], self.clock, chip=chip)
        self.reports: list[Report] = []
        self._place = place or Rc522Reader(*PLACE, "centre")
        self.readers = PolledReaders([self._place], self.reports.append, self.clock, Pace())

    def after(self, seconds: float) -> list[Report]:
        self.reports.clear()
        until = self.clock.now() + seconds
        with self.simulated.installed():
            while self.clock.now() < until:
                self.readers.step()
        return self.reports.copy()

    def wire(self, wires: Wires | LongCable) -> None:
        self.simulated.rewire(PLACE, wires)

    def lay(self, uid: str = CARD) -> None:
        self.simulated.lay(PLACE, Tag(uid))

    @property
    def driver(self) -> "Rc522":
        driver = self.readers._slots[0]._reader
        assert driver
        return cast("Rc522", driver)

    @property
    def chip(self) -> Mfrc522:
        return self.simulated.chips[PLACE]


class BrownsOut(Mfrc522):
    """Its supply breaks down under the load of the antenna."""

    def _switch_antenna(self) -> None:
        super()._switch_antenna()
        if self.antenna_on:
            self.power_on()


class OddMode(Mfrc522):
    """A copy of the chip: one register does not read back what was written."""

    odd = frozenset({Register.MODE})
    says = 0xFF

    def _read(self, register: int) -> int:
        return self.says if register in self.odd else super()._read(register)


class OddModulation(OddMode):
    odd = frozenset({Register.TX_ASK})
    says = 0x00


class OddEverywhere(OddMode):
    odd = frozenset({Register.MODE, Register.TX_MODE, Register.RX_MODE})


class WantsIdle(Mfrc522):
    """A chip that starts a command anew only after the last one was ended."""

    def _order(self, value: int) -> None:
        if value & 0x0F == self._command() == Command.TRANSCEIVE:
            self._deaf = True
            return
        self._deaf = False
        super()._order(value)

    def _write(self, register: int, value: int) -> None:
        if register == Register.BIT_FRAMING and getattr(self, "_deaf", False):
            value &= 0x7F
        super()._write(register, value)


class SendsAtOnce(Mfrc522):
    """A chip in which the bit that starts a frame stays set: the next command starts one."""

    def _order(self, value: int) -> None:
        super()._order(value)
        started = self._registers[Register.BIT_FRAMING] & 0x80
        if started and value & 0x0F == Command.TRANSCEIVE:
            self._send(self._outgoing())


def lost(reports: list[Report]) -> str:
    [report] = reports
    assert isinstance(report, ReaderLost)
    return str(report.why)


def test_a_reader_that_starts_anew_when_its_antenna_goes_on_is_told_with_its_supply() -> None:
    table = Match(BrownsOut)
    assert "whenever its antenna goes on. Check its 3.3 V supply" in lost(table.after(10))


def test_a_field_in_which_nothing_can_be_read_is_told_after_two_seconds_and_once() -> None:
    table = Match()
    table.after(1)
    # Somebody answers every call, and never a number: metal, or two tags that detune each other.
    table.lay()
    table.wire(SpoiltSelection())
    assert table.after(1.5) == []
    assert "hears something that it cannot read" in lost(table.after(10))
    table.wire(IntactWires())
    assert table.after(1) == [ReaderBack("centre"), CardArrived("centre", CARD)]


@dataclass
class SpoiltSelection:
    """The answer to a selection is never right."""

    extra_seconds: float = 0.0

    def carry(self, chip: Mfrc522, mosi: Sequence[int]) -> list[int]:
        miso = chip.transfer(mosi)
        selection = mosi[0] == 0x92 and len(mosi) == 4
        return [0, *(byte ^ 0x20 for byte in miso[1:])] if selection else miso


@pytest.mark.parametrize("chip", [OddMode, OddModulation])
def test_a_copy_that_says_something_else_of_one_setting_reads_cards(chip: type[OddMode]) -> None:
    table = Match(chip)
    table.lay()
    assert table.after(1) == [CardArrived("centre", CARD)]
    assert set(table.driver.odd_settings) == chip.odd


def test_a_copy_that_lost_its_power_for_a_moment_is_set_up_anew() -> None:
    table = Match(OddModulation)
    table.after(1)
    table.chip.power_on()
    table.lay()
    assert table.after(1) == [CardArrived("centre", CARD)]


def test_a_chip_that_says_something_else_of_many_settings_has_no_power() -> None:
    assert "forgets its settings" in lost(Match(OddEverywhere).after(2))


@pytest.mark.parametrize("chip", [WantsIdle, SendsAtOnce])
def test_a_chip_that_wants_each_command_ended_gets_it_so(chip: type[Mfrc522]) -> None:
    table = Match(chip)
    table.after(0.5)
    table.lay()
    assert table.after(0.2) == [CardArrived("centre", CARD)]
    # After some looks it is spoken to in that way at once.
    before = table.simulated.spi.transfers
    with table.simulated.installed():
        table.driver.look()
    assert table.simulated.spi.transfers - before < 55


def test_a_cable_that_is_too_long_is_spoken_on_slowly() -> None:
    table = Match()
    table.after(1)
    table.wire(LongCable(1_000_000, Garbled(0.2, Random(13))))
    table.after(5)
    assert table.driver.hertz == 1_000_000
    table.lay()
    assert table.after(1) == [CardArrived("centre", CARD)]


def test_a_reader_amplifies_and_is_spoken_to_as_the_profile_says() -> None:
    table = Match(place=Rc522Reader(*PLACE, "centre", gain=48, spi_hz=2_000_000))
    table.after(0.1)
    assert table.chip._registers[0x26] == 0x78
    assert table.driver.hertz == 2_000_000


def test_a_look_into_an_empty_field_takes_six_transfers_and_a_tap_at_most_31() -> None:
    table = Match()
    table.after(0.5)

    def cost() -> int:
        before = table.simulated.spi.transfers
        with table.simulated.installed():
            table.readers.step()
        return table.simulated.spi.transfers - before

    assert cost() == 6
    table.lay()
    assert cost() <= 31


def test_a_look_with_two_cards_whose_clash_the_chip_notices_says_so() -> None:
    table = Match()
    table.after(0.2)
    table.lay()
    table.lay("0411223344aabb")
    with table.simulated.installed():
        assert table.driver.look() is Seen.TWO_CARDS
