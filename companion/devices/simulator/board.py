"""A whole table in software: every part of a board profile, and input for each of them.

The companion's drivers do not know: they find ``spidev``, ``RPi.GPIO``, ``smbus2`` and pins as on
a Pi. Tags are laid on readers, buttons are pressed on their pins, the picture is read off the bus.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from PIL import Image

from companion.clock import Clock
from companion.devices.board import parts
from companion.devices.camera.page_camera import PageCamera
from companion.devices.readers.watcher import Pace
from companion.devices.simulator.i2c import Bus
from companion.devices.simulator.oled import SH1106, SSD1306, OledChip
from companion.devices.simulator.panel import Pins
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.devices.simulator.rfid.tags import Tag
from companion.games.layout import SCREEN

CHIPS: dict[str, type[OledChip]] = {"auto": SSD1306, "ssd1306": SSD1306, "sh1106": SH1106}
TAP_S = 0.4
"""Seconds that a card lies there, and once more until it was read: a machine may be busy."""
MAX_TAP_WAITS = 5
"""How often that is waited for: the reader may be unplugged."""
REMOVAL_S = 0.6
"""Seconds after which a reader has noticed that a card was lifted."""


class SimulatedTabletop:
    """The parts of one profile. Hands take their time on the clock that is handed in."""

    def __init__(self, profile: parts.Profile, clock: Clock) -> None:
        self.profile = profile
        self.clock = clock
        self.wired = profile.wired_readers
        """Readers on the air are real ones here, too."""
        self.bus = Bus(clock)
        self.readers = SimulatedReaders(
            [reader.place for reader in profile.readers_of(parts.Rc522Reader)],
            clock,
            pn532s=profile.readers_of(parts.Pn532Reader),
            i2c=self.bus,
        )
        self.pins = Pins(profile, clock)
        self.oled: OledChip | None = None
        if profile.oled:
            self.oled = CHIPS[profile.oled.driver]()
            self.bus.attach(profile.oled.address, self.oled)
        self.camera = PageCamera(clock) if profile.readers_of(parts.CameraReader) else None
        # Another thread may look at these two meanwhile, so they are replaced and never changed.
        self.lying: Mapping[str, str] = {}
        """The zones on whose readers a card lies, and the number of its tag."""
        self.unplugged: frozenset[str] = frozenset()
        """Zones whose reader is unplugged, and ``screen``."""
        self._tags: dict[str, Tag] = {}
        self._lifted: dict[str, tuple[str, float]] = {}

    @contextmanager
    def installed(self) -> Iterator[None]:
        """The drivers find these parts inside."""
        with self.readers.installed():
            yield

    def pin_factory(self) -> Any:
        """The way to the pins, as gpiozero takes it."""
        return self.pins.factory

    def picture(self) -> Image.Image:
        assert self.oled, "this board has no screen"
        return self.oled.picture()

    def tap(self, uid: str, zone: str = "") -> None:
        """A card lies on the reader of a zone (or the first one) until it was read."""
        tag = self._tag(uid)
        before = tag.times_read
        self.lay(uid, zone)
        for _ in range(MAX_TAP_WAITS):
            self.clock.sleep(TAP_S)
            if tag.times_read > before:
                break
        self.lift(uid, zone)
        self.clock.sleep(REMOVAL_S)

    def wait_before_the_same(self, uid: str, zone: str = "") -> None:
        """Waits until a second tap counts as a new one, not as a card that lay below another."""
        last, at = self._lifted.get(self._reader(zone).zone, ("", 0.0))
        if last == uid:
            self.clock.sleep(max(0.0, at + REMOVAL_S + Pace().again - self.clock.now()))

    def lay(self, uid: str, zone: str = "") -> None:
        reader = self._reader(zone)
        self.readers.lay(reader.place, self._tag(uid))
        self.lying = {**self.lying, reader.zone: uid}

    def lift(self, uid: str, zone: str = "") -> None:
        reader = self._reader(zone)
        self.readers.take(reader.place, self._tag(uid))
        self._lifted[reader.zone] = uid, self.clock.now()
        self.lying = {zone: tag for zone, tag in self.lying.items() if zone != reader.zone}

    def unplug(self, part: str) -> None:
        """Pulls the plug of the reader of a zone, or that of the ``screen``."""
        if part in self.unplugged:
            return
        self.unplugged |= {part}
        if part == SCREEN:
            assert self.profile.oled, "this board has no screen"
            self.bus.detach(self.profile.oled.address)
        else:
            self.readers.unplug(self._reader(part).place)

    def plug_in(self, part: str) -> None:
        """The part is there again, as after power has come on."""
        if part not in self.unplugged:
            return
        self.unplugged -= {part}
        if part == SCREEN:
            assert self.profile.oled, "this board has no screen"
            assert self.oled, "a board's screen has its chip"
            self.oled.power_cycle()
            self.bus.attach(self.profile.oled.address, self.oled)
        else:
            self.readers.plug_in(self._reader(part).place)

    def _reader(self, zone: str) -> parts.WiredReader:
        zones = {reader.zone: reader for reader in reversed(self.wired)}
        return zones.get(zone, self.wired[0])

    def _tag(self, uid: str) -> Tag:
        return self._tags.setdefault(uid, Tag(uid))


def made_up_uid(name: str) -> str:
    """A tag's number for whoever has no tag: the same for the same name, seven bytes as usual.

    No tag has the byte 0x88 in its middle: there it would announce a longer number.
    """
    return "04" + hashlib.sha256(name.encode()).hexdigest()[:12].replace("88", "89")
