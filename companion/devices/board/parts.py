"""The parts that a table can have, as a board profile lists them.

Pins are GPIO numbers (BCM); what is only switched may be on an output of a shift register instead.
Nothing here opens a part: it only says what there is.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from companion.devices.board import pinout

ScreenChip = Literal["ssd1306", "sh1106"]
"""What a small screen really is."""
Driver = Literal["auto", ScreenChip]
Rotation = Literal[0, 180]
Level = Literal["high", "low"]

GAIN_BITS_BY_DB = {18: 0b010, 23: 0b011, 33: 0b100, 38: 0b101, 43: 0b110, 48: 0b111}
"""How much a reader amplifies what it hears, in decibels, and how its chip writes that."""
DEFAULT_GAIN_DB = 33
"""As the chip has it after a reset."""
DEFAULT_SPI_HZ = 4_000_000
NO_CHIP_VERSIONS = (0x00, 0xFF)
"""What a reader's version reads as where no chip answers: the wire rests low or high."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a profile: a key that is not a field is an error."""


class Reader(Part, frozen=True):
    """An RC522 at a place on an SPI bus, lying in a zone of the table."""

    bus: int
    device: int
    zone: str
    gain: int = DEFAULT_GAIN_DB
    spi_hz: int = DEFAULT_SPI_HZ

    @property
    def place(self) -> tuple[int, int]:
        return (self.bus, self.device)

    @property
    def node(self) -> str:
        return f"/dev/spidev{self.bus}.{self.device}"


class Oled(Part, frozen=True):
    """The small screen on the header's I2C bus."""

    driver: Driver = "auto"
    address: int = 0x3C
    port: int = 1
    rotation: Rotation = 0

    @property
    def node(self) -> str:
        return f"/dev/i2c-{self.port}"


class Shift(Part, frozen=True):
    """74HC595 shift registers in a chain: three pins become eight outputs a chip."""

    data: int
    clock: int
    latch: int
    chips: int = 1

    @property
    def outputs(self) -> int:
        return 8 * self.chips


class ShiftOutput(Part, frozen=True):
    """An output of the chain; 0 is QA of the chip that the Pi feeds, 8 is QA of the next one."""

    shift: int


Output = int | ShiftOutput


class Button(Part, frozen=True):
    """A button that connects its pin to ground, with a light in it or without."""

    role: str
    pin: int
    light: Output | None = None


class Light(Part, frozen=True):
    """A light beside the readers of a zone."""

    zone: str
    pin: Output


class Bar(Part, frozen=True):
    """Lights in a row, of which the first few are lit."""

    pins: tuple[Output, ...]


class Encoder(Part, frozen=True):
    """A knob; its switch is wired in parallel with the button whose role ``press`` names."""

    a: int
    b: int
    press: str | None = None
    steps_per_detent: int = 1


class Buzzer(Part, frozen=True):
    """An active buzzer: it sounds while its pin is high, or low on boards that turn it around."""

    pin: Output
    active: Level = "high"


class Timing(Part, frozen=True):
    """How long a contact must be quiet to count, and how long a press is a hold."""

    settle_ms: int = 20
    hold_ms: int = 800


class Profile(Part, frozen=True):
    """Which parts a table has, and where."""

    simulated: bool = False
    readers: tuple[Reader, ...] = ()
    oled: Oled | None = None
    shift: Shift | None = None
    buttons: tuple[Button, ...] = ()
    lights: tuple[Light, ...] = ()
    bar: Bar | None = None
    encoder: Encoder | None = None
    buzzer: Buzzer | None = None
    timing: Timing = Timing()

    def pins(self) -> Iterator[tuple[str, int]]:
        """Every GPIO that is named, with its key."""
        for key, place in self.places():
            if isinstance(place, int):
                yield key, place

    def places(self) -> Iterator[tuple[str, Output]]:
        """Every GPIO and every output of the chain that is named, with its key."""
        if self.shift:
            yield "shift.data", self.shift.data
            yield "shift.clock", self.shift.clock
            yield "shift.latch", self.shift.latch
        for i, button in enumerate(self.buttons):
            yield f"buttons[{i}].pin", button.pin
            if button.light is not None:
                yield f"buttons[{i}].light", button.light
        for i, light in enumerate(self.lights):
            yield f"lights[{i}].pin", light.pin
        if self.bar:
            for i, pin in enumerate(self.bar.pins):
                yield f"bar.pins[{i}]", pin
        if self.encoder:
            yield "encoder.a", self.encoder.a
            yield "encoder.b", self.encoder.b
        if self.buzzer:
            yield "buzzer.pin", self.buzzer.pin

    def bus_pins(self) -> dict[int, str]:
        """The pins that the buses of these parts take, with the signal on each."""
        taken = dict(pinout.IDENTIFICATION)
        if self.oled:
            taken |= {pinout.SDA: "I2C SDA", pinout.SCL: "I2C SCL"}
        for bus in sorted({reader.bus for reader in self.readers}):
            taken |= pinout.SPI[bus].signals(bus)
        if self.readers:
            taken[pinout.RESET_GPIO] = "RST"
        return taken

    def lights_by_output(self) -> dict[Output, list[str]]:
        """Where each light in a button or beside a reader is, and whom it shines for."""
        places: dict[Output, list[str]] = {}
        for button in self.buttons:
            if button.light is not None:
                places.setdefault(button.light, []).append(button.role)
        for light in self.lights:
            places.setdefault(light.pin, []).append(light.zone)
        return places

    def resting(self) -> frozenset[int]:
        """The outputs of the chain that are high while nothing is wanted of them."""
        match self.buzzer:
            case Buzzer(pin=ShiftOutput(shift=output), active="low"):
                return frozenset({output})
        return frozenset()

    def boot_lines(self) -> tuple[str, ...]:
        """What /boot/firmware/config.txt must say for these parts to be reachable."""
        return pinout.boot_lines({reader.bus for reader in self.readers}, self.oled is not None)
