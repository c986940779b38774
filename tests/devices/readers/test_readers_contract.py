"""What every reader must do, whatever its chip and bus, on every fault that the simulator knows.

``pytest -m hardware -s`` runs the contracts on the RC522 at SPI 0.0 with a person who lays cards
where the test says so; faults that no hand can make are left to the simulator.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest.mock import ANY

import pytest

from companion.clock import SystemClock
from companion.devices.board.parts import WiredReader
from companion.devices.readers.presence import (
    CardArrived,
    CardGone,
    ReaderBack,
    ReaderLost,
    TwoCards,
)
from companion.devices.simulator.rfid.spi import Garbled, IntactWires, StuckMiso, Unplugged, Wires
from tests.support.devices.watched_reader import (
    NAMES,
    PN532S,
    RC522,
    SimulatedHands,
    Watch,
    arrivals,
    each_reader,
    watching,
)


class PersonsHands:
    """Asks on the terminal; needs ``-s``."""

    clock = SystemClock()
    place = RC522

    def lay(self, card: str) -> None:
        input(f"Lay card {card} on the reader at SPI 0.0, then press Enter. ")

    def take(self, card: str) -> None:
        input(f"Take card {card} away, then press Enter. ")

    def unplug(self) -> None:
        input("Pull the reader's 3.3 V wire, then press Enter. ")

    def plug_in(self) -> None:
        input("Put the 3.3 V wire back, then press Enter. ")


ABSENT: dict[str, Wires] = {
    "unplugged, line low": Unplugged(0x00),
    "unplugged, line high": Unplugged(0xFF),
    "MISO stuck low": StuckMiso(0x00),
    "MISO stuck high": StuckMiso(0xFF),
}


@pytest.fixture(
    params=[
        *(
            pytest.param((place, wires), id=f"{NAMES[place]}, {name}")
            for place in (RC522, PN532S[0])
            for name, wires in ABSENT.items()
        ),
        *(pytest.param((place, None), id=f"{NAMES[place]}, unplugged") for place in PN532S[1:]),
        pytest.param(None, id="real reader", marks=pytest.mark.hardware),
    ]
)
def watch(request: pytest.FixtureRequest) -> Iterator[Watch]:
    """A reader, and one way in which it can be absent."""
    if request.param is None:
        if not Path("/dev/spidev0.0").exists():
            pytest.skip("no SPI bus here: /dev/spidev0.0 does not exist")
        input("Take everything off the reader at SPI 0.0, then press Enter. ")
        with watching(PersonsHands()) as watched:
            yield watched
        return
    simulated = SimulatedHands(*request.param)
    with simulated.readers.installed(), watching(simulated) as watched:
        yield watched


def test_an_empty_field_reports_nothing(watch: Watch) -> None:
    assert watch.after(5) == []


def test_a_card_arrives_once_and_goes_once(watch: Watch) -> None:
    watch.hands.lay("A")
    [arrived] = watch.after(5)
    assert isinstance(arrived, CardArrived)
    watch.hands.take("A")
    assert watch.after(2) == [CardGone("centre", arrived.uid, reads=ANY)]


def test_two_cards_are_asked_about_and_neither_counts(watch: Watch) -> None:
    watch.hands.lay("A")
    watch.after(1)
    watch.hands.lay("B")
    assert watch.after(2) == [TwoCards("centre")]


def test_a_dead_reader_is_noticed_within_two_seconds_and_said_once(watch: Watch) -> None:
    watch.after(1)
    watch.hands.unplug()
    [lost] = watch.after(2)
    assert isinstance(lost, ReaderLost)
    assert "Check its power" in str(lost.why)
    assert watch.after(10) == []


def test_a_reader_comes_back_by_itself_and_reads(watch: Watch) -> None:
    watch.after(1)
    watch.hands.unplug()
    watch.after(5)
    watch.hands.plug_in()
    assert watch.after(1) == [ReaderBack("centre")]
    watch.hands.lay("A")
    assert len(arrivals(watch.after(1))) == 1


def test_a_card_that_lies_through_a_failure_does_not_count_again(watch: Watch) -> None:
    watch.hands.lay("A")
    watch.after(1)
    watch.hands.unplug()
    watch.after(5)
    watch.hands.plug_in()
    assert watch.after(5) == [ReaderBack("centre")]


def test_a_card_taken_while_the_reader_was_blind_is_gone_a_silence_later(watch: Watch) -> None:
    watch.hands.lay("A")
    [arrived] = arrivals(watch.after(1))
    watch.hands.unplug()
    watch.after(5)
    watch.hands.take("A")
    watch.hands.plug_in()
    assert watch.after(0.3) == [ReaderBack("centre")]
    assert watch.after(1) == [CardGone("centre", arrived.uid, reads=ANY)]


def test_a_short_loss_of_power_is_mended_without_a_word(watch: Watch) -> None:
    watch.after(1)
    watch.hands.unplug()
    watch.hands.plug_in()
    assert watch.after(1) == []
    watch.hands.lay("A")
    assert len(arrivals(watch.after(1))) == 1


@pytest.mark.slow
@each_reader
@pytest.mark.parametrize(
    "wires",
    [
        pytest.param(IntactWires(extra_seconds=0.000_5), id="slow"),
        pytest.param(Garbled(0.002, Random(5)), id="garbled"),
        pytest.param(Garbled(0.02, Random(6)), id="badly garbled"),
    ],
)
def test_on_poor_wires_a_lying_card_still_counts_once(place: WiredReader, wires: Wires) -> None:
    hands = SimulatedHands(place)
    with hands.readers.installed(), watching(hands) as watch:
        hands.rewire(wires)
        hands.lay("A")
        assert arrivals(watch.after(60)) == [CardArrived("centre", "04a1b2c3d4e5f6")]


@each_reader
def test_on_badly_garbled_wires_no_card_is_invented(place: WiredReader) -> None:
    hands = SimulatedHands(place)
    with hands.readers.installed(), watching(hands) as watch:
        hands.rewire(Garbled(0.05, Random(7)))
        assert arrivals(watch.after(120)) == []


@each_reader
def test_a_clash_that_the_chip_does_not_notice_invents_no_card(place: WiredReader) -> None:
    """A PN532 tells nothing of what it could not select."""
    hands = SimulatedHands(place)
    hands.readers.fields[place.place].detects_collisions = False
    with hands.readers.installed(), watching(hands) as watch:
        hands.lay("A")
        hands.lay("B")
        assert watch.after(5) == ([TwoCards("centre")] if place is RC522 else [])
