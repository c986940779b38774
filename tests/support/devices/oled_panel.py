"""A simulated panel on its bus, the screen that drives it, and what that reported."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image

from companion.clock import VirtualClock
from companion.devices.board.parts import Driver, Oled, Rotation
from companion.devices.screen.screen import ScreenBack, ScreenLost, ScreenSettings, open_screen
from companion.devices.simulator.i2c import Bus, install
from companion.devices.simulator.oled import SH1106, SSD1306, OledChip

GOLDEN = Path(__file__).parents[2] / "golden" / "oled"
BEFORE, AFTER = Image.open(GOLDEN / "before.png"), Image.open(GOLDEN / "after.png")
ADDRESS = 0x3C
CHIPS: dict[Driver, type[OledChip]] = {"ssd1306": SSD1306, "sh1106": SH1106}
DRIVERS: list[Driver] = list(CHIPS)


class Panel:
    def __init__(
        self, driver: Driver, settings: ScreenSettings, rotation: Rotation = 0, port: int = 1
    ) -> None:
        self.driver = driver
        self.clock = VirtualClock()
        self.chip = CHIPS[driver]()
        self.bus = Bus(self.clock)
        self.bus.attach(ADDRESS, self.chip)
        self.reports: list[ScreenLost | ScreenBack] = []
        oled = Oled(driver, ADDRESS, port, rotation)
        self.screen = open_screen(oled, self.clock, self.reports.append, settings)

    def shows(self, image: Image.Image) -> bool:
        return self.chip.picture().tobytes() == image.tobytes()

    def sent(self, do: Callable[[], object]) -> int:
        """The bytes on the wire while this is done."""
        before = self.bus.bytes
        do()
        return self.bus.bytes - before

    def wait(self, seconds: float) -> None:
        """Lets time pass as the screen's thread would: a step whenever one is due."""
        until = self.clock.now() + seconds
        while (pause := self.screen.step()) < until - self.clock.now():
            self.clock.advance(pause)
        self.clock.advance(max(0, until - self.clock.now()))
        self.screen.step()


@contextmanager
def plugged_in(
    driver: Driver, settings: ScreenSettings, rotation: Rotation = 0, port: int = 1
) -> Iterator[Panel]:
    """A panel on port 1, and a screen that looks for it on a port."""
    panel = Panel(driver, settings, rotation, port)
    with install({1: panel.bus}):
        yield panel
