"""A small screen of either make shows the right picture, whatever its seller calls it.

And what is seen where the profile names the wrong one: the guides quote it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PIL import Image

from companion.clock import VirtualClock
from companion.devices.board.parts import Driver, Oled
from companion.devices.screen.screen import Screen, ScreenSettings, open_screen
from companion.devices.simulator.i2c import Bus, install
from companion.devices.simulator.oled import SH1106, SSD1306, OledChip
from tests.support.devices.oled_panel import ADDRESS, AFTER, BEFORE

MAKES = [SSD1306, SH1106]


class Forgetful(SH1106):
    """Hands out what is in its memory only now and then: it says neither yes nor no."""

    def read(self) -> int:
        value = super().read()
        return value if self._random.random() < 0.5 else 0


class Glass:
    """A panel, and the screen that drives it."""

    def __init__(self, driver: Driver, chip: OledChip) -> None:
        self.clock = VirtualClock()
        self.chip = chip
        self.bus = Bus(self.clock)
        self.bus.attach(ADDRESS, chip)
        self.screen: Screen = open_screen(
            Oled(driver), self.clock, lambda report: None, ScreenSettings(shift=False)
        )

    def differs(self, image: Image.Image) -> int:
        """How many dots are not as they should be."""
        wanted = image.convert("1").tobytes()
        seen = self.chip.picture().tobytes()
        return sum((a ^ b).bit_count() for a, b in zip(wanted, seen, strict=True))


@contextmanager
def glass(driver: Driver, chip: OledChip) -> Iterator[Glass]:
    found = Glass(driver, chip)
    with install({1: found.bus}):
        yield found


@pytest.mark.parametrize("make", MAKES)
def test_a_panel_that_is_asked_what_it_is_shows_pictures_and_their_changes(
    make: type[OledChip],
) -> None:
    with glass("auto", make()) as panel:
        for image in (BEFORE, AFTER, BEFORE):
            panel.screen.show(image)
            panel.screen.step()
            assert panel.differs(image) == 0


@pytest.mark.parametrize("make", MAKES)
def test_a_panel_that_was_lit_already_is_recognised_too(make: type[OledChip]) -> None:
    chip = make()
    for _ in range(2):
        with glass("auto", chip) as panel:
            panel.screen.show(AFTER)
            panel.screen.step()
            assert panel.differs(AFTER) == 0


def test_who_exchanges_the_panel_for_one_of_the_other_make_changes_nothing_else() -> None:
    with glass("auto", SSD1306()) as panel:
        panel.screen.show(BEFORE)
        panel.screen.step()
        panel.bus.detach(ADDRESS)
        panel.clock.advance(3)
        panel.screen.step()
        panel.chip = SH1106()
        panel.bus.attach(ADDRESS, panel.chip)
        panel.clock.advance(10)
        panel.screen.step()
        assert panel.differs(BEFORE) == 0


def test_the_driver_of_the_ssd1306_gives_snow_on_an_sh1106() -> None:
    with glass("ssd1306", SH1106()) as panel:
        panel.screen.show(BEFORE)
        panel.screen.step()
        assert panel.differs(BEFORE) > 3000  # of 8,192: about half of those not written are lit


def test_the_driver_of_the_sh1106_changes_an_ssd1306_in_wrong_places() -> None:
    with glass("sh1106", SSD1306()) as panel:
        panel.screen.show(BEFORE)
        panel.screen.step()
        assert panel.differs(BEFORE) == 0
        panel.screen.show(AFTER)
        panel.screen.step()
        assert panel.differs(AFTER) > 300
