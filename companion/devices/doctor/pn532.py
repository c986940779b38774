"""What the doctor learns of readers with a PN532: each is asked as the companion asks it."""

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress

from companion.devices.board.parts import Pn532Reader
from companion.devices.doctor.checks import Finding, bad, ok
from companion.devices.doctor.probes import Bench, bus_fails, clean_looks
from companion.devices.readers.pn532.pn532 import Pn532
from companion.errors import ReaderError
from companion.i18n.message import Message, say

SWITCHES = {"uart": ("OFF", "OFF"), "i2c": ("ON", "OFF"), "spi": ("OFF", "ON")}
"""Where SEL0 and SEL1 of a board stand for each bus; a chip is deaf on the other two."""


def readers(places: Sequence[Pn532Reader], bench: Bench) -> Iterator[Finding]:
    for reader in places:
        try:
            driver = Pn532(reader, bench.clock)
        except (ImportError, OSError) as error:
            yield bus_fails("reader", reader.node, error)
            continue
        with closing(driver):
            yield from _examine(reader, driver)


def _examine(reader: Pn532Reader, driver: Pn532) -> Iterator[Finding]:
    names = {"zone": reader.zone, "place": reader.where}
    try:
        with suppress(ReaderError):
            driver.look()  # which sets the chip up
        if not driver.firmware:
            told = say("The reader {zone} at {place} does not answer.", **names)
            yield bad("reader", told, check(reader))
            return
        antenna = clean_looks(reader.zone, driver.look)
    except OSError as error:
        yield bus_fails("reader", reader.node, error)
        return
    yield ok(
        "reader",
        say(
            "The reader {zone} at {place} answers: {firmware}.",
            firmware=driver.firmware,
            **names,
        ),
    )
    yield antenna


def check(reader: Pn532Reader) -> Message:
    sel0, sel1 = SWITCHES[reader.bus]
    return say(
        "Compare its wires with companion wiring, first 3.3V and GND; and its switches: for {bus} "
        "SEL0 is {sel0} and SEL1 is {sel1}, and it looks at them only when its power comes on.",
        bus=reader.bus_name,
        sel0=sel0,
        sel1=sel1,
    )
