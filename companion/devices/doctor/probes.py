"""What the doctor learns by asking the parts themselves, with as little as one byte each.

It speaks to ``spidev``, ``smbus2`` and ``gpiozero`` directly: the companion's own drivers retry
and recover, and here it matters what the wire says.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.clock import Clock, SystemClock
from companion.devices.board.conflicts import OLED_ADDRESSES
from companion.devices.board.lines import open_pins
from companion.devices.board.parts import NO_CHIP_VERSIONS, Oled, Profile, Rc522Reader
from companion.devices.doctor.checks import INSTALL_AGAIN, Finding, bad, ok, warning
from companion.devices.readers.presence import Seen, Sighting
from companion.errors import LineUnavailable, ReaderError
from companion.i18n.message import Message, say

VERSION_REGISTER = 0x37
# A register that only a chip on a serial line needs: on SPI it is a free scratch pad.
SCRATCH_REGISTER, SCRATCH_RESET = 0x1F, 0xEB
RESET_DELAY_S = 0.05
NO_OPERATION = (0x00, 0xE3)
ANTENNA_LOOKS = 20

CHECK_READER_WIRES = say(
    "Compare its wires with companion wiring: first 3.3V and GND, then SDA and MISO."
)
CHECK_SCREEN_WIRES = say(
    "Compare its wires with companion wiring: first VCC and GND, then SDA and SCL."
)
STOP_OTHERS = say("Stop the companion, or whatever else uses them, and ask the doctor again.")
RESTART = say("Restart the Pi, and ask the doctor again.")


class Spi(Protocol):
    def xfer2(self, values: list[int]) -> Sequence[int]: ...

    def close(self) -> object: ...


@dataclass(frozen=True, slots=True)
class Bench:
    """What the parts are asked through, besides ``spidev`` and ``smbus2``."""

    pins: Callable[[], Any] = open_pins
    clock: Clock = field(default_factory=SystemClock)
    ask: Callable[[Message], str] | None = None
    """Asks whoever is there, and looks at the parts; None where nobody is."""


@contextmanager
def out_of_reset(bench: Bench) -> Iterator[Finding | None]:
    """Keeps the readers' reset line high inside: while it is low the chips sleep.

    Hands out what is wrong with it, if it cannot be had; a running companion keeps it high itself.
    """
    try:
        from companion.devices.readers.chip import RESET_LINE

        RESET_LINE.hold()
    except LineUnavailable as error:
        yield bad("reset_line", error.message, STOP_OTHERS if error.holder else RESTART)
    except Exception as error:  # packages for pins each fail with a class of their own
        yield bad("reset_line", driver_fails(error), INSTALL_AGAIN)
    else:
        try:
            bench.clock.sleep(RESET_DELAY_S)
            yield None
        finally:
            RESET_LINE.release()


def readers(places: Sequence[Rc522Reader], trouble: Finding | None) -> Iterator[Finding]:
    """The chip version of each reader, and whether all of them get along.

    Only a chip that is silent while its reset line is high sends anybody to the wires: ``trouble``
    is what is wrong with that line.
    """
    versions: dict[Rc522Reader, int] = {}
    for reader in places:
        try:
            with closing(_open_spi(*reader.place)) as port:
                version = _read(port, VERSION_REGISTER)
        except Exception as error:
            yield bus_fails("reader", reader.node, error)
            continue
        if version in NO_CHIP_VERSIONS:
            fix = trouble.fix if trouble and trouble.fix else CHECK_READER_WIRES
            told = say(
                "The reader {zone} at {place} does not answer ({detail}).",
                detail=f"0x{version:02X}",
                **_names(reader),
            )
            yield bad("reader", told, fix)
            continue
        versions[reader] = version
        yield ok(
            "reader",
            say(
                "The reader {zone} at {place} answers: chip version {version}.",
                version=f"0x{version:02X}",
                **_names(reader),
            ),
        )
    if len(versions) > 1:
        yield from _together(versions)


def _together(versions: dict[Rc522Reader, int]) -> Iterator[Finding]:
    marks = {reader: 0x40 + i for i, reader in enumerate(versions)}
    try:
        answers = _read_together(marks)
    except OSError as error:
        yield bad(
            "readers_together",
            say("The readers do not answer together ({detail}).", detail=str(error)),
            RESTART,
        )
        return
    disturbed = [
        reader for reader, answer in answers.items() if answer != (versions[reader], marks[reader])
    ]
    for reader in disturbed:
        yield bad(
            "readers_together",
            say(
                "The reader {zone} at {place} answers alone, but not together with the others.",
                **_names(reader),
            ),
            say(
                "Check that its SDA has a wire of its own; if it has, a reader does not let go "
                "of MISO: unplug the others one by one to find it, and replace it."
            ),
        )
    if not disturbed:
        yield ok("readers_together", say("All {n} readers answer together.", n=len(versions)))


def _read_together(marks: dict[Rc522Reader, int]) -> dict[Rc522Reader, tuple[int, int]]:
    """The version and the mark that each of them tells."""
    with ExitStack() as opened:
        ports = {
            reader: opened.enter_context(closing(_open_spi(*reader.place))) for reader in marks
        }
        for reader, port in ports.items():
            _write(port, SCRATCH_REGISTER, marks[reader])
        answers = {
            reader: (_read(port, VERSION_REGISTER), _read(port, SCRATCH_REGISTER))
            for reader, port in ports.items()
        }
        for port in ports.values():
            _write(port, SCRATCH_REGISTER, SCRATCH_RESET)
        return answers


def _open_spi(bus: int, device: int) -> Spi:
    import spidev

    port = spidev.SpiDev()
    port.open(bus, device)
    port.max_speed_hz = 1_000_000
    opened: Spi = port
    return opened


def _read(port: Spi, register: int) -> int:
    return port.xfer2([0x80 | register << 1, 0])[1]


def _write(port: Spi, register: int, value: int) -> None:
    port.xfer2([register << 1, value])


def _names(reader: Rc522Reader) -> dict[str, str]:
    return {"zone": reader.zone, "place": reader.where}


def driver_fails(error: Exception) -> Message:
    return say("The reader's driver does not start here ({error}).", error=error)


def bus_fails(check: str, node: str, error: Exception) -> Finding:
    """The bus or its package fails, which says nothing of the wires behind it."""
    fix = INSTALL_AGAIN if isinstance(error, ImportError) else RESTART
    return bad(check, say("{node} does not work ({error}).", node=node, error=error), fix)


def screen(oled: Oled) -> Iterator[Finding]:
    """At which address does the screen answer?"""
    try:
        answering = [each for each in OLED_ADDRESSES if _acknowledges(oled.port, each)]
    except (ImportError, OSError) as error:
        yield bus_fails("oled", oled.node, error)
        return
    if oled.address in answering:
        yield ok("oled", say("The screen answers at {address}.", address=f"0x{oled.address:X}"))
    elif answering:
        yield bad(
            "oled",
            say(
                "The screen answers at {address}, but the profile says {other}.",
                address=f"0x{answering[0]:X}",
                other=f"0x{oled.address:X}",
            ),
            say("Write address = {address} into the profile.", address=f"0x{answering[0]:X}"),
        )
    else:
        yield bad(
            "oled",
            say("No screen answers ({detail}).", detail="0x3C, 0x3D"),
            CHECK_SCREEN_WIRES,
        )


def _acknowledges(port: int, address: int) -> bool:
    import smbus2

    with smbus2.SMBus(port) as bus:
        try:
            bus.i2c_rdwr(smbus2.i2c_msg.write(address, NO_OPERATION))
        except OSError:
            return False
    return True


def pins(board: Profile, bench: Bench) -> Iterator[Finding]:
    """Can each pin be had, and is no button stuck?"""
    try:
        factory = bench.pins()
    except Exception as error:  # each of gpiozero's backends has its own
        yield bad(
            "pins",
            say("The pins cannot be reached ({detail}).", detail=str(error)),
            say("Run the installer again; on a Pi it brings lgpio."),
        )
        return
    roles = {button.pin: button.role for button in board.buttons}
    taken, broken = [], []
    with closing(factory):
        for pin in sorted({pin for _, pin in board.pins()}):
            try:
                # Only a button is pulled up: a light would glow, and a rising latch shows chance.
                active = _is_active(pin, factory, pull_up=pin in roles)
            except LineUnavailable as error:
                if error.holder:
                    taken.append(f"GPIO {pin} ({error.holder})")
                else:
                    broken.append(bad("pins", error.message, RESTART))
            except Exception:  # this process has it itself
                taken.append(f"GPIO {pin}")
            else:
                if active and pin in roles:
                    yield warning(
                        "pins",
                        say("The button {role} is down all the time.", role=roles[pin]),
                        say(
                            "Let it go; if nobody presses it, its wire GPIO {pin} touches GND.",
                            pin=pin,
                        ),
                    )
    yield from broken
    if taken:
        told = say("These pins are in use: {pins}.", pins=", ".join(taken))
        yield bad("pins", told, STOP_OTHERS)
    elif not broken:
        yield ok("pins", say("The pins of buttons, lights and buzzer are free."))


def _is_active(pin: int, factory: Any, *, pull_up: bool) -> bool:
    from gpiozero import InputDevice

    with InputDevice(pin, pull_up=pull_up, pin_factory=factory) as device:
        return bool(device.is_active)


def clean_looks(zone: str, look: Callable[[], Sighting]) -> Finding:
    """Looks again and again with the antenna on; an ``OSError`` of the bus is the caller's."""
    clean, why = 0, say("Lift what lies there; then compare its wires with companion wiring.")
    for _ in range(ANTENNA_LOOKS):
        try:
            clean += look() is not Seen.UNCLEAR
        except ReaderError as error:
            why = error.message
    told = say(
        "The reader {zone}, with its antenna on: {clean} of {all} looks were clean.",
        zone=zone,
        clean=clean,
        all=ANTENNA_LOOKS,
    )
    return ok("antenna", told) if clean == ANTENNA_LOOKS else bad("antenna", told, why)


def antenna(reader: Rc522Reader, bench: Bench) -> Iterator[Finding]:
    """Some supplies break down, and some wires lose bytes, only while the antenna is on."""
    try:
        from companion.devices.readers.rc522 import Rc522

        driver = Rc522(*reader.place, bench.clock, gain=reader.gain, spi_hz=reader.spi_hz)
    except Exception as error:  # packages for pins each fail with a class of their own
        yield bad("antenna", driver_fails(error), RESTART)
        return
    with closing(driver):
        try:
            yield clean_looks(reader.zone, driver.look)
        except OSError as error:
            yield bus_fails("antenna", reader.node, error)
            return
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
