"""The screen on both simulated chips, under the real luma devices: what it sends and shows."""

import sys
import threading
from collections.abc import Iterator

import pytest
from PIL import Image

from companion.devices.board.parts import Driver
from companion.devices.screen.screen import DEFAULT_SETTINGS, PIXEL_SHIFTS, ScreenSettings, shifted
from companion.devices.simulator.oled import OledChip
from tests.support.devices.oled_panel import (
    ADDRESS,
    AFTER,
    BEFORE,
    DRIVERS,
    GOLDEN,
    Panel,
    plugged_in,
)
from tests.support.programs import run_program

FULL_FRAME = {"ssd1306": 1034, "sh1106": 1080}


class Watched:
    """A chip that tells when it shows a picture."""

    def __init__(self, chip: OledChip, picture: Image.Image) -> None:
        self.seen = threading.Event()
        self._chip = chip
        self._picture = picture.tobytes()
        self.begin, self.read = chip.begin, chip.read

    def write(self, byte: int) -> None:
        self._chip.write(byte)
        if self._chip.lit and self._chip.picture().tobytes() == self._picture:
            self.seen.set()


@pytest.fixture(params=DRIVERS)
def driver(request: pytest.FixtureRequest) -> Driver:
    driver: Driver = request.param
    return driver


@pytest.fixture
def panel(driver: Driver) -> Iterator[Panel]:
    with plugged_in(driver, DEFAULT_SETTINGS) as panel:
        yield panel


def test_it_shows_the_picture(panel: Panel) -> None:
    screen = panel.screen
    screen.show(BEFORE)
    screen.step()
    assert panel.shows(BEFORE)
    assert panel.reports == []


def test_it_sends_the_golden_bytes(panel: Panel, request: pytest.FixtureRequest) -> None:
    screen = panel.screen
    for moment, image in (("before", BEFORE), ("after", AFTER)):
        screen.show(image)
        with panel.bus.recording() as messages:
            screen.step()
        sent = "".join(f"{message.hex()}\n" for message in messages)
        golden = GOLDEN / f"{panel.driver}-{moment}.txt"
        if request.config.getoption("--regenerate", default=False):
            golden.write_text(sent)
        assert sent == golden.read_text()


def test_the_panel_lights_up_only_when_its_picture_is_there(panel: Panel) -> None:
    screen = panel.screen
    screen.show(BEFORE)
    panel.bus.silence(ADDRESS, after=600)
    screen.step()
    assert not panel.chip.lit


def test_it_sends_no_command_that_lumas_own_start_does_not_have(panel: Panel) -> None:
    screen = panel.screen
    screen.step()
    panel.chip.unknown.clear()
    for image in (BEFORE, AFTER):
        screen.show(image)
        screen.step()
    assert panel.chip.unknown == []


def test_an_unchanged_frame_sends_nothing(panel: Panel) -> None:
    screen = panel.screen
    screen.show(BEFORE)
    screen.step()
    screen.show(BEFORE.copy())
    assert panel.sent(screen.step) == 0


def test_a_changed_total_costs_a_fifth_of_a_frame_at_most(panel: Panel) -> None:
    screen = panel.screen
    screen.show(BEFORE)
    screen.step()
    screen.show(AFTER)
    assert 0 < panel.sent(screen.step) <= FULL_FRAME[panel.driver] / 5
    assert panel.shows(AFTER)


def test_only_the_latest_frame_is_sent(panel: Panel) -> None:
    screen = panel.screen
    screen.show(BEFORE)
    screen.step()
    screen.show(Image.new("1", (128, 64), 1))
    screen.show(BEFORE)
    assert panel.sent(screen.step) == 0


def test_a_picture_drawn_on_after_it_was_shown_stays_as_it_was(panel: Panel) -> None:
    screen = panel.screen
    picture = BEFORE.copy()
    screen.show(picture)
    picture.paste(1, (0, 0, 128, 64))
    screen.step()
    assert panel.shows(BEFORE)


def test_a_picture_of_another_size_is_refused(panel: Panel) -> None:
    with pytest.raises(ValueError, match="pixels"):
        panel.screen.show(Image.new("1", (64, 128)))


def test_soft_edges_are_lit_or_dark_and_never_dithered(panel: Panel) -> None:
    soft = Image.new("L", (128, 64), 100)
    soft.paste(200, (0, 0, 64, 64))
    panel.screen.show(soft)
    panel.screen.step()
    assert panel.shows(soft.point(lambda grey: 255 * (grey > 127), "1"))


def test_a_panel_mounted_upside_down_gets_the_picture_turned(driver: Driver) -> None:
    with plugged_in(driver, DEFAULT_SETTINGS, rotation=180) as panel:
        screen = panel.screen
        screen.show(BEFORE)
        screen.step()
        assert panel.shows(BEFORE.rotate(180))


def test_it_dims_after_a_time_without_changes_and_brightens_with_the_next(driver: Driver) -> None:
    with plugged_in(driver, ScreenSettings(bright=0x90, dim=0x05, dim_after=30)) as panel:
        screen = panel.screen
        screen.show(BEFORE)
        screen.step()
        assert panel.chip.contrast == 0x90
        panel.clock.advance(29)
        screen.show(BEFORE)
        screen.step()
        assert panel.chip.contrast == 0x90
        panel.clock.advance(1)
        screen.step()
        assert panel.chip.contrast == 0x05
        screen.show(AFTER)
        screen.step()
        assert panel.chip.contrast == 0x90


def test_the_picture_wanders_by_a_pixel_now_and_then(driver: Driver) -> None:
    with plugged_in(driver, ScreenSettings(renew_every=60)) as panel:
        screen = panel.screen
        picture = Image.new("1", (128, 64))
        picture.paste(1, (10, 10, 20, 20))
        screen.show(picture)
        corners = []
        for _ in range(len(PIXEL_SHIFTS) + 1):
            screen.step()
            box = panel.chip.picture().getbbox()
            assert box is not None
            corners.append((box[0] - 10, box[1] - 10))
            panel.clock.advance(60)
        assert corners == [*PIXEL_SHIFTS, PIXEL_SHIFTS[0]]


def test_each_step_of_the_way_is_one_pixel() -> None:
    for (x, y), (right, down) in zip(
        PIXEL_SHIFTS, PIXEL_SHIFTS[1:] + PIXEL_SHIFTS[:1], strict=True
    ):
        assert max(abs(right - x), abs(down - y)) == 1


def test_wandering_can_be_switched_off(driver: Driver) -> None:
    with plugged_in(driver, ScreenSettings(shift=False)) as panel:
        screen = panel.screen
        screen.show(BEFORE)
        for _ in range(3):
            screen.step()
            assert panel.shows(BEFORE)
            panel.clock.advance(60)


@pytest.mark.parametrize("place", PIXEL_SHIFTS)
@pytest.mark.parametrize(
    "box", [(0, 0, 128, 64), (0, 5, 127, 64), (1, 0, 128, 63), (0, 0, 1, 1), (127, 63, 128, 64)]
)
def test_nothing_is_ever_cut_off(place: tuple[int, int], box: tuple[int, int, int, int]) -> None:
    picture = Image.new("1", (128, 64))
    picture.paste(1, box)
    moved = shifted(picture, *place)
    edges = moved.getbbox()
    assert edges is not None
    assert moved.crop(edges).tobytes() == picture.crop(box).tobytes()


def test_the_thread_shows_a_new_picture_and_ends_with_a_dark_panel(panel: Panel) -> None:
    screen = panel.screen
    screen.show(BEFORE)
    screen.step()
    watched = Watched(panel.chip, AFTER)
    panel.bus.attach(ADDRESS, watched)
    screen.start()
    screen.show(AFTER)
    assert watched.seen.wait(10)
    screen.stop()
    assert not panel.chip.lit


def test_a_laptop_without_any_bus_can_import_it() -> None:
    code = "import companion.devices.screen.screen, sys; sys.exit('smbus2' in sys.modules)"
    run_program([sys.executable, "-c", code], check=True)
