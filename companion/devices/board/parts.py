"""The parts that a table can have, as a board profile lists them.

Pins are GPIO numbers (BCM); what is only switched may be on an output of a shift register instead.
Nothing here opens a part: it only says what there is.
"""

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeVar, get_args

from msgspec import Struct

from companion.devices.board import pinout

ScreenChip = Literal["ssd1306", "sh1106"]
"""What a small screen really is."""
Driver = Literal["auto", ScreenChip]
Rotation = Literal[0, 180]
Level = Literal["high", "low"]
PictureSize = Literal["720p", "1080p"]
PICTURE_SIZES: dict[PictureSize, tuple[int, int]] = {"720p": (1280, 720), "1080p": (1920, 1080)}
R = TypeVar("R")

GAIN_BITS_BY_DB = {18: 0b010, 23: 0b011, 33: 0b100, 38: 0b101, 43: 0b110, 48: 0b111}
"""How much a reader amplifies what it hears, in decibels, and how its chip writes that."""
DEFAULT_GAIN_DB = 33
"""As the chip has it after a reset."""
DEFAULT_SPI_HZ = 4_000_000
RPICAM = "rpicam"
"""The source of a camera on the Pi's ribbon connector."""
PAGE = "page"
"""The source of a camera that is a browser's, before a table whose parts are simulated."""
NO_CHIP_VERSIONS = (0x00, 0xFF)
"""What a reader's version reads as where no chip answers: the wire rests low or high."""


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a profile: a key that is not a field is an error."""


class Rc522Reader(Part, frozen=True, tag_field="kind", tag="rc522"):
    """An RC522 at a place on an SPI bus, lying in a zone of the table."""

    bus: int
    device: int
    zone: str
    gain: int = DEFAULT_GAIN_DB
    spi_hz: int = DEFAULT_SPI_HZ

    bus_name: ClassVar[str] = "SPI"
    group: ClassVar[str] = "spi"

    @property
    def place(self) -> tuple[int, int]:
        return (self.bus, self.device)

    @property
    def where(self) -> str:
        return f"{self.bus}.{self.device}"

    @property
    def node(self) -> str:
        return f"/dev/spidev{self.bus}.{self.device}"


class Pn532Reader(Part, frozen=True, tag_field="kind", tag="pn532"):
    """A PN532 on one of its three buses, lying in a zone of the table.

    ``at`` is where on that bus: a place such as 0.1 on SPI, the node of a serial line; on I2C all
    of them have the same address, so there is one.
    """

    zone: str
    bus: Literal["i2c", "spi", "uart"]
    at: str = ""

    @property
    def bus_name(self) -> str:
        return {"i2c": "I2C", "spi": "SPI", "uart": "UART"}[self.bus]

    @property
    def group(self) -> str:
        """The users who may open its node."""
        return "dialout" if self.bus == "uart" else self.bus

    @property
    def spi(self) -> tuple[int, int]:
        bus, _, device = (self.at or "0.0").partition(".")
        return int(bus), int(device)

    @property
    def port(self) -> int:
        return 1

    @property
    def place(self) -> tuple[object, ...]:
        """Where it is, for whoever must tell one from another."""
        return self.spi if self.bus == "spi" else (self.bus, self.node)

    @property
    def where(self) -> str:
        """Where it is, for people."""
        return "SPI {}.{}".format(*self.spi) if self.bus == "spi" else self.node

    @property
    def node(self) -> str:
        match self.bus:
            case "spi":
                return "/dev/spidev{}.{}".format(*self.spi)
            case "i2c":
                return f"/dev/i2c-{self.port}"
        return self.at or "/dev/serial0"


class MqttReader(Part, frozen=True, tag_field="kind", tag="mqtt"):
    """A reader on the air, lying in a zone of the table; it is known by its name to the broker.

    One without a name is paired by its first tap; one with a ``topic`` is no seat reader of ours,
    and publishes the numbers of tags there.
    """

    zone: str
    name: str = ""
    topic: str = ""
    button: str = "next"
    """What its button is for."""


class CameraReader(Part, frozen=True, tag_field="kind", tag="camera"):
    """A camera that reads the codes printed on cards, looking at a zone of the table."""

    zone: str
    source: str = RPICAM
    """Where its pictures come from: or a device such as ``/dev/video0``, or a file of frames."""
    size: PictureSize = "720p"
    rotation: Rotation = 0

    @property
    def dots(self) -> tuple[int, int]:
        return PICTURE_SIZES[self.size]


WiredReader = Rc522Reader | Pn532Reader
"""Those that are polled."""
Reader = WiredReader | MqttReader | CameraReader
"""Every kind of reader; who watches which, says ``companion.devices.readers.readers``."""
DEFAULT_READER = "rc522"
"""The kind of a reader that says none."""


def kinds_of_readers() -> list[str]:
    return [str(each.__struct_config__.tag) for each in get_args(Reader)]


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


class Speaker(Part, frozen=True):
    """A loudspeaker that reads out what happens, on the system's own sound device."""

    words_per_minute: int = 150
    volume: int = 100


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
    speaker: Speaker | None = None
    timing: Timing = Timing()

    def readers_of(self, kind: type[R]) -> tuple[R, ...]:
        return tuple(reader for reader in self.readers if isinstance(reader, kind))

    @property
    def wired_readers(self) -> tuple[WiredReader, ...]:
        return tuple(each for each in self.readers if isinstance(each, WiredReader))

    def pn532s_on(self, bus: str) -> tuple[Pn532Reader, ...]:
        return tuple(each for each in self.readers_of(Pn532Reader) if each.bus == bus)

    @property
    def on_i2c(self) -> list[str]:
        """The nodes of the I2C buses that are used."""
        parts = (*((self.oled,) if self.oled else ()), *self.pn532s_on("i2c"))
        return sorted({part.node for part in parts})

    @property
    def spi_buses(self) -> list[int]:
        """Those on which any reader is."""
        pn532s = (reader.spi[0] for reader in self.pn532s_on("spi"))
        return sorted({*(reader.bus for reader in self.readers_of(Rc522Reader)), *pn532s})

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
        if self.on_i2c:
            taken |= {pinout.SDA: "I2C SDA", pinout.SCL: "I2C SCL"}
        for bus in self.spi_buses:
            taken |= pinout.SPI[bus].signals(bus)
        if self.pn532s_on("uart"):
            taken |= {pinout.TXD: "UART TXD", pinout.RXD: "UART RXD"}
        if self.readers_of(Rc522Reader):
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
        return pinout.boot_lines(self.spi_buses, bool(self.on_i2c), bool(self.pn532s_on("uart")))
