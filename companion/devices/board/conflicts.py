"""Checks that a profile fits on a Raspberry Pi's header; the first conflict is named.

Each rule yields what is wrong as the key, the value and why; ``profile`` adds the file.
"""

import re
from collections.abc import Iterator
from itertools import chain

from companion.devices.board import parts, pinout
from companion.games.layout import BUTTONS, PART
from companion.i18n.message import Message, say

Conflict = tuple[str, object, Message]

OLED_ADDRESSES = (0x3C, 0x3D)
SPI_PLACES = tuple(
    (bus, device) for bus, spi in pinout.SPI.items() for device in range(len(spi.selects))
)
SPI_SPEEDS = range(100_000, 10_000_001)
CHIPS = range(1, 9)
DETENTS = range(1, 5)
RANGES = {
    ("speaker", "words_per_minute"): (
        range(80, 451),
        say("80 to 450 words a minute are possible"),
    ),
    ("speaker", "volume"): (range(201), say("0 to 200 are possible")),
    ("timing", "settle_ms"): (range(1, 101), say("1 to 100 milliseconds are possible")),
    ("timing", "hold_ms"): (range(200, 5001), say("200 to 5000 milliseconds are possible")),
}
"""What a number of a part may be, and how that is said."""
WORD = r"[a-z][a-z0-9_]*"
NAME = r"[a-z0-9]+(-[a-z0-9]+)*"
TOPIC = r"[^+#]+"
SOURCE = re.compile(rf"{parts.RPICAM}|{parts.PAGE}|/dev/\S+|\S.*\.y4m")
AT = {
    "spi": re.compile("|".join(("", *(rf"{bus}\.{device}" for bus, device in SPI_PLACES)))),
    "i2c": re.compile(""),
    "uart": re.compile(r"|/dev/\S+"),
}
ROLE = re.compile("|".join((*BUTTONS, "mode:[1-9]", "die:[1-9]")))


def conflicts(profile: parts.Profile) -> Iterator[Conflict]:
    """Everything that is wrong, the simplest first."""
    return chain(
        _readers(profile),
        _on_air(profile),
        _camera(profile),
        _oled(profile),
        _roles(profile),
        _others(profile),
        _pins(profile),
        _shift_outputs(profile),
        _used_twice(profile),
    )


def _readers(profile: parts.Profile) -> Iterator[Conflict]:
    on_spi = len(profile.readers_of(parts.Rc522Reader)) + len(profile.pn532s_on("spi"))
    if on_spi > len(SPI_PLACES):
        why = say("with the overlay spi1-3cs a header takes {most} readers", most=len(SPI_PLACES))
        yield "readers", on_spi, why
    seen: dict[tuple[object, ...], int] = {}
    for i, reader in enumerate(profile.readers):
        key = f"readers[{i}]"
        if not (re.fullmatch(WORD, reader.zone) or PART.fullmatch(reader.zone)):
            why = say("a zone is one word of small letters, digits and _")
            yield f"{key}.zone", reader.zone, why
        if isinstance(reader, parts.Rc522Reader):
            yield from _rc522(key, reader)
        elif isinstance(reader, parts.Pn532Reader):
            if not AT[reader.bus].fullmatch(reader.at):
                yield f"{key}.at", reader.at, _where(reader.bus)
                continue
        else:
            continue
        if reader.place in seen:
            why = say("readers[{other}] is at this place already", other=seen[reader.place])
            yield key, reader.where, why
        seen.setdefault(reader.place, i)


def _rc522(key: str, reader: parts.Rc522Reader) -> Iterator[Conflict]:
    if reader.bus not in pinout.SPI:
        yield f"{key}.bus", reader.bus, say("the header has the SPI buses 0 and 1")
    elif reader.place not in SPI_PLACES:
        places = ", ".join(f"{bus}.{device}" for bus, device in SPI_PLACES if bus == reader.bus)
        why = say("SPI bus {bus} has only the places {places}", bus=reader.bus, places=places)
        yield f"{key}.device", reader.device, why
    if reader.gain not in parts.GAIN_BITS_BY_DB:
        names = ", ".join(map(str, parts.GAIN_BITS_BY_DB))
        yield f"{key}.gain", reader.gain, say("a reader amplifies by {names} dB", names=names)
    if reader.spi_hz not in SPI_SPEEDS:
        yield f"{key}.spi_hz", reader.spi_hz, say("100000 to 10000000 hertz are possible")


def _where(bus: str) -> Message:
    if bus == "spi":
        places = ", ".join(f"{bus}.{device}" for bus, device in SPI_PLACES)
        return say("the places on SPI are {places}", places=places)
    if bus == "i2c":
        return say("every PN532 has the same address on I2C, so there is one, and no place to name")
    return say("this is the node of a serial line, such as /dev/serial0")


def _on_air(profile: parts.Profile) -> Iterator[Conflict]:
    seen: dict[str, int] = {}
    for i, reader in enumerate(profile.readers):
        if not isinstance(reader, parts.MqttReader):
            continue
        key = f"readers[{i}]"
        if reader.name and not re.fullmatch(NAME, reader.name):
            why = say("a reader's name is small letters and digits, such as seat-1")
            yield f"{key}.name", reader.name, why
        if reader.topic and not re.fullmatch(TOPIC, reader.topic):
            yield f"{key}.topic", reader.topic, say("a topic here has no + and no #")
        if reader.topic and reader.name:
            yield f"{key}.name", reader.name, say("a reader has a name or a topic, not both")
        if not ROLE.fullmatch(reader.button):
            yield f"{key}.button", reader.button, _button_names()
        known = reader.name or reader.topic
        if known and known in seen:
            why = say("readers[{other}] is called the same", other=seen[known])
            yield f"{key}.{'name' if reader.name else 'topic'}", known, why
        seen.setdefault(known, i)


def _camera(profile: parts.Profile) -> Iterator[Conflict]:
    cameras = [i for i, each in enumerate(profile.readers) if isinstance(each, parts.CameraReader)]
    for i in cameras[1:]:
        why = say("one camera is enough: readers[{other}] is one", other=cameras[0])
        yield f"readers[{i}].kind", "camera", why
    for i, reader in enumerate(profile.readers):
        if not isinstance(reader, parts.CameraReader):
            continue
        if not SOURCE.fullmatch(reader.source):
            why = say(
                "a camera is rpicam, a device such as /dev/video0, or a file of frames (.y4m)"
            )
            yield f"readers[{i}].source", reader.source, why
        elif reader.source == parts.PAGE and not profile.simulated:
            why = say("a page's camera looks at a simulated table only")
            yield f"readers[{i}].source", reader.source, why


def _oled(profile: parts.Profile) -> Iterator[Conflict]:
    if not (oled := profile.oled):
        return
    if oled.address not in OLED_ADDRESSES:
        yield "oled.address", oled.address, say("these screens answer at 0x3C or at 0x3D")
    if oled.port != 1:
        yield "oled.port", oled.port, say("the header's I2C bus is number 1")


def _roles(profile: parts.Profile) -> Iterator[Conflict]:
    seen: dict[str, int] = {}
    for i, button in enumerate(profile.buttons):
        key = f"buttons[{i}].role"
        if not ROLE.fullmatch(button.role):
            yield key, button.role, _button_names()
        if button.role in seen:
            yield key, button.role, say("buttons[{other}] has it already", other=seen[button.role])
        seen[button.role] = i
    if profile.encoder and (role := profile.encoder.press) is not None and role not in seen:
        why = say("the knob's switch is wired to a button, and no button has this role")
        yield "encoder.press", role, why


def _others(profile: parts.Profile) -> Iterator[Conflict]:
    zones = {reader.zone for reader in profile.readers}
    lit: set[str] = set()
    for i, light in enumerate(profile.lights):
        if light.zone not in zones:
            yield f"lights[{i}].zone", light.zone, say("no reader is in this zone")
        if light.zone in lit:
            yield f"lights[{i}].zone", light.zone, say("this zone has a light already")
        lit.add(light.zone)
    if profile.bar and not profile.bar.pins:
        yield "bar.pins", [], say("a bar has at least one light")
    if profile.shift and profile.shift.chips not in CHIPS:
        why = say("a chain has 1 to {most} chips", most=CHIPS[-1])
        yield "shift.chips", profile.shift.chips, why
    if profile.encoder and profile.encoder.steps_per_detent not in DETENTS:
        why = say("a click of the knob is 1 to {most} steps", most=DETENTS[-1])
        yield "encoder.steps_per_detent", profile.encoder.steps_per_detent, why
    for (part, field), (possible, why) in RANGES.items():
        if (chosen := getattr(profile, part)) and getattr(chosen, field) not in possible:
            yield f"{part}.{field}", getattr(chosen, field), why


def _pins(profile: parts.Profile) -> Iterator[Conflict]:
    exist = pinout.MODULE_GPIOS if profile.simulated else pinout.HEADER_GPIOS
    bus_pins = profile.bus_pins()
    for key, pin in profile.pins():
        if pin not in exist:
            yield key, pin, say("there are GPIO 0 to {last}", last=exist[-1])
        if pin in bus_pins:
            yield key, pin, say("GPIO {pin} is taken by {signal}", pin=pin, signal=bus_pins[pin])


def _shift_outputs(profile: parts.Profile) -> Iterator[Conflict]:
    for key, place in profile.places():
        if isinstance(place, int):
            continue
        if not profile.shift:
            why = say("this board has no chain of shift registers: add [shift]")
            yield f"{key}.shift", place.shift, why
        elif place.shift not in range(profile.shift.outputs):
            why = say("the chain has the outputs 0 to {last}", last=profile.shift.outputs - 1)
            yield f"{key}.shift", place.shift, why


def _used_twice(profile: parts.Profile) -> Iterator[Conflict]:
    seen: dict[parts.Output, str] = {}
    for key, place in profile.places():
        other = seen.setdefault(place, key)
        # Two buttons may share a light on purpose: it shines while either of them wants it.
        if other == key or (key.endswith(".light") and other.endswith(".light")):
            continue
        if isinstance(place, parts.ShiftOutput):
            why = say("output {n} is used by {other} already", n=place.shift, other=other)
            yield f"{key}.shift", place.shift, why
        else:
            yield key, place, say("GPIO {pin} is used by {other} already", pin=place, other=other)


def _button_names() -> Message:
    names = ", ".join((*BUTTONS, "mode:1", "mode:2", "die:1"))
    return say("a button is {names} or {die}", names=names, die="die:2")
