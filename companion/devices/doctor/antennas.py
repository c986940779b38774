"""What the doctor learns of a reader when its antenna is on, through the companion's own driver."""

from collections.abc import Iterator
from contextlib import closing

from companion.devices.board.parts import Reader
from companion.devices.doctor.finding import Finding, bad, ok, warning
from companion.devices.doctor.probes import Bench, look_at_wires, silent
from companion.devices.readers.presence import Seen
from companion.errors import ReaderError
from companion.i18n.message import Message, say

LOOKS = 20


def antenna(reader: Reader, bench: Bench) -> Iterator[Finding]:
    """Some supplies break down, and some wires lose bytes, only while the antenna is on."""
    try:
        from companion.devices.readers.rc522 import Rc522

        driver = Rc522(*reader.place, bench.clock, gain=reader.gain, spi_hz=reader.spi_hz)
    except Exception as error:  # packages for pins each fail with a class of their own
        yield bad("antenna", silent(reader, str(error)), look_at_wires())
        return
    with closing(driver):
        seen, why = [], lift_it()
        for _ in range(LOOKS):
            try:
                seen.append(driver.look())
            except ReaderError as error:
                why = error.message
        clean = sum(sighting is not Seen.UNCLEAR for sighting in seen)
        told = say(
            "The reader {zone}, with its antenna on: {clean} of {all} looks were clean.",
            zone=reader.zone,
            clean=clean,
            all=LOOKS,
        )
        yield ok("antenna", told) if clean == LOOKS else bad("antenna", told, why)
        if driver.hertz < reader.spi_hz:
            yield warning(
                "antenna",
                say("The reader {zone} is spoken to slowly.", zone=reader.zone),
                say("Shorten its cable, or write spi_hz = {hertz}.", hertz=driver.hertz),
            )
        for register, (written, said) in driver.odd_settings.items():
            yield warning(
                "antenna",
                say(
                    "The reader {zone} says of register {register} {said} instead of {written}.",
                    zone=reader.zone,
                    register=f"0x{register:02X}",
                    said=f"0x{said:02X}",
                    written=f"0x{written:02X}",
                ),
                say("It is a copy of the chip. If it reads your tags, all is well."),
            )


def lift_it() -> Message:
    return say("Lift what lies there; then compare its wires with companion wiring.")
