"""Which terminal of which part meets at which pin of the header.

Made from the board profile that the companion itself runs on; the wiring table and the drawing
are two ways to read it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.devices import pinout
from companion.devices.parts import Profile
from companion.message import Message, say

Side = Literal["left", "right"]

# In the drawing the readers are left of the header and everything else is right of it; each side
# has its own power pins, so that no wire runs around the board.
POWER: dict[Side, dict[str, int]] = {
    "left": {"3V3": 17, "GND": 25},
    "right": {"3V3": 1, "GND": 6},
}
POWER_COLOURS = {"3V3": say("red"), "GND": say("black")}
COLOURS = (
    *(say("yellow"), say("blue"), say("green"), say("orange")),
    *(say("purple"), say("grey"), say("brown")),
)


@dataclass(frozen=True, slots=True)
class Device:
    """One part as it lies on the bench: its terminals, and which signal each one gets."""

    title: Message
    side: Side
    terminals: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Wire:
    """Everything that meets at one pin; a simulated GPIO has no pin on the header."""

    pin: int | None
    signal: str
    side: Side
    colour: Message
    ends: tuple[tuple[Device, str], ...]


def devices(board: Profile) -> list[Device]:
    """The parts that have to be wired."""
    return [*_readers(board), *_screen(board), *_panel(board)]


def wires(parts: list[Device]) -> list[Wire]:
    """The wires that connect these parts, in the order of the header's pins."""
    ends: dict[tuple[str, Side], list[tuple[Device, str]]] = {}
    for part in parts:
        for label, signal in part.terminals:
            ends.setdefault((signal, part.side), []).append((part, label))
    placed = sorted((_place(signal, side), signal, side) for signal, side in ends)
    found: list[Wire] = []
    for place, signal, side in placed:
        hues = sum(wire.signal not in POWER_COLOURS for wire in found)
        colour = POWER_COLOURS.get(signal) or COLOURS[hues % len(COLOURS)]
        pin = place if place <= len(pinout.HEADER) else None
        found.append(Wire(pin, signal, side, colour, tuple(ends[signal, side])))
    return found


def _place(signal: str, side: Side) -> int:
    """The header's pin; what only a Compute Module has comes after all of them."""
    if signal in POWER_COLOURS:
        return POWER[side][signal]
    gpio = int(signal.removeprefix("GPIO"))
    return pinout.header_pin(gpio) or len(pinout.HEADER) + gpio


def _gpio(pin: int) -> str:
    return f"GPIO{pin}"


def _readers(board: Profile) -> Iterator[Device]:
    for reader in board.readers:
        spi = pinout.SPI[reader.bus]
        title = say(
            "reader {zone} ({bus}.{device})",
            zone=reader.zone,
            bus=reader.bus,
            device=reader.device,
        )
        terminals = (
            ("SDA", _gpio(spi.selects[reader.device])),
            ("SCK", _gpio(spi.sck)),
            ("MOSI", _gpio(spi.mosi)),
            ("MISO", _gpio(spi.miso)),
            ("GND", "GND"),
            ("RST", _gpio(pinout.RESET)),
            ("3.3V", "3V3"),
        )
        yield Device(title, "left", terminals)


def _screen(board: Profile) -> Iterator[Device]:
    if board.oled:
        title = say(
            "screen {driver} (0x{address})",
            driver=board.oled.driver.upper(),
            address=f"{board.oled.address:X}",
        )
        terminals = (
            ("GND", "GND"),
            ("VCC", "3V3"),
            ("SCL", _gpio(pinout.SCL)),
            ("SDA", _gpio(pinout.SDA)),
        )
        yield Device(title, "right", terminals)


def _panel(board: Profile) -> Iterator[Device]:
    ground = ("GND", "GND")
    if board.buttons:
        contacts = tuple((button.role, _gpio(button.pin)) for button in board.buttons)
        yield Device(say("buttons"), "right", (*contacts, ground))
    lit = [(name, _gpio(pin)) for pin, names in board.light_pins().items() for name in names]
    if lit:
        yield Device(say("lights"), "right", (*lit, ground))
    if board.bar:
        row = tuple((str(i), _gpio(pin)) for i, pin in enumerate(board.bar.pins, 1))
        yield Device(say("light bar"), "right", (*row, ground))
    if knob := board.encoder:
        pins = {button.role: button.pin for button in board.buttons}
        switch = (("SW", _gpio(pins[knob.press])),) if knob.press else ()
        turning = (("CLK", _gpio(knob.a)), ("DT", _gpio(knob.b)))
        yield Device(say("knob"), "right", (*turning, *switch, ("+", "3V3"), ground))
    if board.buzzer:
        sounding = ("I/O", _gpio(board.buzzer.pin))
        yield Device(say("buzzer"), "right", (("VCC", "3V3"), sounding, ground))
