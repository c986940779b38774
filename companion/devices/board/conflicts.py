"""Checks that a profile fits on a Raspberry Pi's header; the first conflict is named.

Each rule yields what is wrong as the key, the value and why; ``profile`` adds the file.
"""

import re
from collections.abc import Iterator
from itertools import chain

from companion.devices.board import pinout
from companion.devices.board.parts import GAIN_BITS_BY_DB, Output, Profile, ShiftOutput
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
WORD = r"[a-z][a-z0-9_]*"
ROLE = re.compile("|".join((*BUTTONS, "mode:[1-9]", "die:[1-9]")))


def conflicts(profile: Profile) -> Iterator[Conflict]:
    """Everything that is wrong, the simplest first."""
    return chain(
        _readers(profile),
        _oled(profile),
        _roles(profile),
        _others(profile),
        _pins(profile),
        _shift_outputs(profile),
        _used_twice(profile),
    )


def _readers(profile: Profile) -> Iterator[Conflict]:
    if len(profile.readers) > len(SPI_PLACES):
        why = say("with the overlay spi1-3cs a header takes {most} readers", most=len(SPI_PLACES))
        yield "readers", len(profile.readers), why
    seen: dict[tuple[int, int], int] = {}
    for i, reader in enumerate(profile.readers):
        key = f"readers[{i}]"
        if reader.bus not in pinout.SPI:
            yield f"{key}.bus", reader.bus, say("the header has the SPI buses 0 and 1")
        elif reader.place not in SPI_PLACES:
            places = ", ".join(f"{bus}.{device}" for bus, device in SPI_PLACES if bus == reader.bus)
            why = say("SPI bus {bus} has only the places {places}", bus=reader.bus, places=places)
            yield f"{key}.device", reader.device, why
        if reader.place in seen:
            why = say("readers[{other}] is at this place already", other=seen[reader.place])
            yield key, f"{reader.bus}.{reader.device}", why
        seen.setdefault(reader.place, i)
        if reader.gain not in GAIN_BITS_BY_DB:
            names = ", ".join(map(str, GAIN_BITS_BY_DB))
            yield f"{key}.gain", reader.gain, say("a reader amplifies by {names} dB", names=names)
        if reader.spi_hz not in SPI_SPEEDS:
            yield f"{key}.spi_hz", reader.spi_hz, say("100000 to 10000000 hertz are possible")
        if not (re.fullmatch(WORD, reader.zone) or PART.fullmatch(reader.zone)):
            yield f"{key}.zone", reader.zone, _one_word()


def _oled(profile: Profile) -> Iterator[Conflict]:
    if not (oled := profile.oled):
        return
    if oled.address not in OLED_ADDRESSES:
        yield "oled.address", oled.address, say("these screens answer at 0x3C or at 0x3D")
    if oled.port != 1:
        yield "oled.port", oled.port, say("the header's I2C bus is number 1")


def _roles(profile: Profile) -> Iterator[Conflict]:
    seen: dict[str, int] = {}
    for i, button in enumerate(profile.buttons):
        key = f"buttons[{i}].role"
        if not ROLE.fullmatch(button.role):
            names = ", ".join((*BUTTONS, "mode:1", "mode:2", "die:1"))
            yield key, button.role, say("a button is {names} or {die}", names=names, die="die:2")
        if button.role in seen:
            yield key, button.role, say("buttons[{other}] has it already", other=seen[button.role])
        seen[button.role] = i
    if profile.encoder and (role := profile.encoder.press) is not None and role not in seen:
        why = say("the knob's switch is wired to a button, and no button has this role")
        yield "encoder.press", role, why


def _others(profile: Profile) -> Iterator[Conflict]:
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
    timing = profile.timing
    if not 1 <= timing.settle_ms <= 100:
        yield "timing.settle_ms", timing.settle_ms, say("1 to 100 milliseconds are possible")
    if not 200 <= timing.hold_ms <= 5000:
        yield "timing.hold_ms", timing.hold_ms, say("200 to 5000 milliseconds are possible")


def _pins(profile: Profile) -> Iterator[Conflict]:
    exist = pinout.MODULE_GPIOS if profile.simulated else pinout.HEADER_GPIOS
    bus_pins = profile.bus_pins()
    for key, pin in profile.pins():
        if pin not in exist:
            yield key, pin, say("there are GPIO 0 to {last}", last=exist[-1])
        if pin in bus_pins:
            yield key, pin, say("GPIO {pin} is taken by {signal}", pin=pin, signal=bus_pins[pin])


def _shift_outputs(profile: Profile) -> Iterator[Conflict]:
    for key, place in profile.places():
        if isinstance(place, int):
            continue
        if not profile.shift:
            why = say("this board has no chain of shift registers: add [shift]")
            yield f"{key}.shift", place.shift, why
        elif place.shift not in range(profile.shift.outputs):
            why = say("the chain has the outputs 0 to {last}", last=profile.shift.outputs - 1)
            yield f"{key}.shift", place.shift, why


def _used_twice(profile: Profile) -> Iterator[Conflict]:
    seen: dict[Output, str] = {}
    for key, place in profile.places():
        other = seen.setdefault(place, key)
        # Two buttons may share a light on purpose: it shines while either of them wants it.
        if other == key or (key.endswith(".light") and other.endswith(".light")):
            continue
        if isinstance(place, ShiftOutput):
            why = say("output {n} is used by {other} already", n=place.shift, other=other)
            yield f"{key}.shift", place.shift, why
        else:
            yield key, place, say("GPIO {pin} is used by {other} already", pin=place, other=other)


def _one_word() -> Message:
    return say("a zone is one word of small letters, digits and _")
