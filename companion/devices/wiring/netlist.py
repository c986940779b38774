"""The netlist of a board: which terminals meet at which header pin, or output of a chip.

Made from the board profile that the companion itself runs on; the wiring table and the drawing
are two ways to read it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.devices.board import pinout
from companion.devices.board.parts import Output, Pn532Reader, Profile, Rc522Reader, Shift
from companion.games.layout import neutral_name
from companion.i18n.message import Message, say

Side = Literal["left", "right"]
# A label, and the net that belongs there: a signal, or one of several grounds such as "GND 30".
Terminals = tuple[tuple[str, str], ...]

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


# The pins of a 74HC595's own case, which its makers all number alike.
QA_TO_QH = (15, 1, 2, 3, 4, 5, 6, 7)
CARRY = 9
CHIP_OUTPUTS = len(QA_TO_QH)
SERIES_OHM = 47
SWITCH_KOHM = 10
AT_EACH_READER = say("At each reader: 10 µF and 100 nF between 3.3V and GND, close to its pins.")
OUTPUTS_OFF = "Q1 C"
"""The net of the transistor that lets the chips' outputs work."""
GROUND = ("GND", "GND")
# The grounds of the header that no part has yet whose pins are always the same.
SPARE_GROUNDS = tuple(
    pin
    for pin, name in enumerate(pinout.HEADER, 1)
    if name == "GND" and pin not in (POWER["left"]["GND"], POWER["right"]["GND"])
)


PartNamer = Callable[[str], str]


def neutral_part_name(part: str) -> str:
    """What a part of a board is called where no game is meant."""
    return str(neutral_name(part))


@dataclass(frozen=True, slots=True)
class Device:
    """One part as it lies on the bench: its terminals, and which net each one belongs to."""

    title: Message
    side: Side
    terminals: Terminals
    # What a chip hands on to the parts beyond it.
    outputs: Terminals = ()
    is_beyond_chips: bool = False
    # Each terminal but the ground is a light with its resistor.
    is_lights: bool = False


@dataclass(frozen=True, slots=True)
class Wire:
    """Everything that meets at one pin; without a pin, at a chip or at a simulated GPIO."""

    pin: int | None
    net: str
    side: Side
    colour: Message
    ends: tuple[tuple[Device, str], ...]

    @property
    def signal(self) -> str:
        """What the header calls it."""
        return _signal_of(self.net)


def devices(board: Profile, name_part: PartNamer = neutral_part_name) -> list[Device]:
    """The parts to wire; ``name_part`` names readers and buttons, for a game or for none."""
    return [
        *_resistors(board),
        *_readers(board, name_part),
        *_pn532s(board, name_part),
        *_screen(board),
        *_controls(board, name_part),
        *_switch(board),
        *_chips(board),
        *_signs(board, name_part),
    ]


def wires(parts: list[Device]) -> list[Wire]:
    """The wires that connect these parts, in the order of the header's pins."""
    ends: dict[tuple[str, Side], list[tuple[Device, str]]] = {}
    for part in parts:
        for label, net in part.terminals:
            ends.setdefault((net, part.side), []).append((part, label))
    placed = sorted((_place(net, side), net, side) for net, side in ends)
    found: list[Wire] = []
    hues: dict[str, Message] = {}
    for place, net, side in placed:
        if (colour := POWER_COLOURS.get(_signal_of(net))) is None:
            # A net that goes to both sides of the header has one colour.
            colour = hues.setdefault(net, COLOURS[len(hues) % len(COLOURS)])
        pin = place if place <= len(pinout.HEADER) else None
        found.append(Wire(pin, net, side, colour, tuple(ends[net, side])))
    return found


def _ground(pin: int) -> str:
    return f"GND {pin}"


def _signal_of(net: str) -> str:
    return "GND" if net.startswith("GND") else net


def _place(signal: str, side: Side) -> int:
    """The header's pin; what only a Compute Module has comes after all of them, chips last."""
    if signal in POWER_COLOURS:
        return POWER[side][signal]
    if signal.startswith("GND"):
        return int(signal.removeprefix("GND"))
    if not signal.startswith("GPIO"):
        return len(pinout.HEADER) + len(pinout.MODULE_GPIOS)
    gpio = int(signal.removeprefix("GPIO"))
    return pinout.header_pin(gpio) or len(pinout.HEADER) + gpio


def _gpio(pin: int) -> str:
    return f"GPIO{pin}"


def _signal(place: Output) -> str:
    if isinstance(place, int):
        return _gpio(place)
    chip, output = divmod(place.shift, CHIP_OUTPUTS)
    return f"{_chip(chip)} {_output(output)}"


def _chip(number: int) -> str:
    return f"U{number + 1}"


def _output(number: int) -> str:
    return f"Q{'ABCDEFGH'[number]} ({QA_TO_QH[number]})"


def has_ribbons(board: Profile) -> bool:
    """Readers in front of players hang on cables, in which fast signals ring."""
    return len(board.readers_of(Rc522Reader)) > 1 and not board.simulated


def _buses(board: Profile) -> list[int]:
    return sorted({reader.bus for reader in board.readers_of(Rc522Reader)})


def _resistors(board: Profile) -> Iterator[Device]:
    """At the Pi, in what it sends to every reader of a bus."""
    if not has_ribbons(board):
        return
    lines = [
        (f"R{2 * i + n + 1}", _gpio(pin), f"{name}{bus}")
        for i, bus in enumerate(_buses(board))
        for n, (name, pin) in enumerate(
            (("SCK", pinout.SPI[bus].sck), ("MOSI", pinout.SPI[bus].mosi))
        )
    ]
    title = say("series resistors, {ohm} Ω each", ohm=SERIES_OHM)
    terminals = tuple((name, gpio) for name, gpio, _ in lines)
    outputs = tuple((signal, signal) for _, _, signal in lines)
    yield Device(title, "left", terminals, outputs=outputs)


def _readers(board: Profile, name_part: PartNamer) -> Iterator[Device]:
    ribbons = has_ribbons(board)
    for reader in board.readers_of(Rc522Reader):
        spi = pinout.SPI[reader.bus]
        title = say(
            "reader {zone} ({bus}.{device})",
            zone=name_part(reader.zone),
            bus=reader.bus,
            device=reader.device,
        )
        terminals = (
            ("SDA", _gpio(spi.selects[reader.device])),
            ("SCK", f"SCK{reader.bus}" if ribbons else _gpio(spi.sck)),
            ("MOSI", f"MOSI{reader.bus}" if ribbons else _gpio(spi.mosi)),
            (f"MISO ({SERIES_OHM} Ω)" if ribbons else "MISO", _gpio(spi.miso)),
            ("GND", "GND"),
            ("RST", _gpio(pinout.RESET_GPIO)),
            ("3.3V", "3V3"),
        )
        yield Device(title, "left", terminals)


PN532_BUS: dict[str, Terminals] = {
    "i2c": (("SDA", _gpio(pinout.SDA)), ("SCL", _gpio(pinout.SCL))),
    "uart": (("TXD", _gpio(pinout.RXD)), ("RXD", _gpio(pinout.TXD))),
}
"""Each talks into the other's ear: what the chip sends is what the Pi receives."""


def _pn532s(board: Profile, name_part: PartNamer) -> Iterator[Device]:
    for reader in board.readers_of(Pn532Reader):
        title = say(
            "reader {zone} (PN532, {place})", zone=name_part(reader.zone), place=reader.where
        )
        wires = PN532_BUS.get(reader.bus) or _spi_wires(*reader.spi)
        yield Device(title, "left", (*wires, GROUND, ("VCC", "3V3")))


def _spi_wires(bus: int, device: int) -> Terminals:
    spi = pinout.SPI[bus]
    return (
        ("SS", _gpio(spi.selects[device])),
        ("SCK", _gpio(spi.sck)),
        ("MOSI", _gpio(spi.mosi)),
        ("MISO", _gpio(spi.miso)),
    )


def _screen(board: Profile) -> Iterator[Device]:
    if board.oled:
        title = say("screen (0x{address})", address=f"{board.oled.address:X}")
        terminals = (
            ("GND", "GND"),
            ("VCC", "3V3"),
            ("SCL", _gpio(pinout.SCL)),
            ("SDA", _gpio(pinout.SDA)),
        )
        yield Device(title, "right", terminals)


def _controls(board: Profile, name_part: PartNamer) -> Iterator[Device]:
    if board.buttons:
        contacts = tuple((name_part(button.role), _gpio(button.pin)) for button in board.buttons)
        own = {
            name_part(role): (f"{name_part(role)} GND", _ground(pin))
            for role, pin in _own_grounds(board).items()
        }
        wired = (each for contact in contacts for each in (contact, own.get(contact[0])) if each)
        yield Device(say("buttons"), "right", (*wired, *(() if own else (GROUND,))))
    if knob := board.encoder:
        pins = {button.role: button.pin for button in board.buttons}
        switch = (("SW", _gpio(pins[knob.press])),) if knob.press else ()
        turning = (("CLK", _gpio(knob.a)), ("DT", _gpio(knob.b)))
        yield Device(say("knob"), "right", (*turning, *switch, ("+", "3V3"), GROUND))


def _own_grounds(board: Profile) -> dict[str, int]:
    """A ground of its own for each button of a small board: so no two wires meet at one pin, and
    whoever builds it has nothing to join. Empty where there is more to wire than that."""
    more = board.shift or board.bar or board.encoder or board.buzzer or board.lights_by_output()
    if more or len(board.readers_of(Rc522Reader)) > 1 or len(board.buttons) > len(SPARE_GROUNDS):
        return {}
    pins = {button.role: pinout.header_pin(button.pin) or 0 for button in board.buttons}
    roles = sorted(pins, key=pins.__getitem__)
    windows = (SPARE_GROUNDS[i : i + len(roles)] for i in range(len(SPARE_GROUNDS)))
    choices = [dict(zip(roles, each, strict=True)) for each in windows if len(each) == len(roles)]
    return min(choices, key=lambda each: sum(abs(each[role] - pins[role]) for role in roles))


def _chips(board: Profile) -> Iterator[Device]:
    for number in range(board.shift.chips if board.shift else 0):
        assert board.shift
        yield _shift_register(board.shift, number, switched=is_switched(board))


def is_switched(board: Profile) -> bool:
    """Are the outputs of the chips off until the companion raises the readers' reset line?"""
    return bool(board.shift and board.readers_of(Rc522Reader) and not board.simulated)


def _switch(board: Profile) -> Iterator[Device]:
    """A transistor that turns the reset line around: high there is low at OE, and outputs on."""
    if is_switched(board):
        terminals = (
            (f"B ({SWITCH_KOHM} kΩ)", _gpio(pinout.RESET_GPIO)),
            (f"3V3 ({SWITCH_KOHM} kΩ)", "3V3"),
            ("E", "GND"),
        )
        title = say("transistor Q1 (BC547)")
        yield Device(title, "right", terminals, outputs=(("C", OUTPUTS_OFF),))


def _shift_register(shift: Shift, number: int, *, switched: bool) -> Device:
    carry = f"QH' ({CARRY})"
    serial = f"{_chip(number - 1)} {carry}" if number else _gpio(shift.data)
    terminals = (
        ("VCC (16)", "3V3"),
        ("SRCLR (10)", "3V3"),
        ("SER (14)", serial),
        ("SRCLK (11)", _gpio(shift.clock)),
        ("RCLK (12)", _gpio(shift.latch)),
        ("OE (13)", OUTPUTS_OFF if switched else "GND"),
        ("GND (8)", "GND"),
    )
    labels = [_output(n) for n in range(CHIP_OUTPUTS)] + [carry] * (number + 1 < shift.chips)
    outputs = tuple((label, f"{_chip(number)} {label}") for label in labels)
    title = say("shift register {name} (74HC595)", name=_chip(number))
    return Device(title, "right", terminals, outputs=(GROUND, *outputs))


def _signs(board: Profile, name_part: PartNamer) -> Iterator[Device]:
    """What the table shows and sounds: on pins, or beyond the chips."""
    lights_by_output = [
        (name_part(name), place)
        for place, names in board.lights_by_output().items()
        for name in names
    ]
    bar = [(str(i), place) for i, place in enumerate(board.bar.pins if board.bar else (), 1)]
    for title, row in ((say("light bar"), bar), (say("lights"), lights_by_output)):
        for beyond in (False, True):
            lights = tuple(
                (label, _signal(place))
                for label, place in row
                if isinstance(place, int) is not beyond
            )
            if lights:
                yield Device(
                    title, "right", (GROUND, *lights), is_beyond_chips=beyond, is_lights=True
                )
    if board.buzzer:
        sounding = ("I/O", _signal(board.buzzer.pin))
        yield Device(say("buzzer"), "right", (("VCC", "3V3"), sounding, GROUND))
