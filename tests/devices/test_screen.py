"""The screen on both simulated chips, under the real luma devices: what it sends and shows."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image

from companion.devices.oled import Driver
from companion.devices.screen import (
    PLACES,
    Care,
    Screen,
    ScreenBack,
    ScreenLost,
    open_screen,
    shifted,
)
from companion.simulator.clock import VirtualClock
from companion.simulator.i2c import Bus, install
from companion.simulator.oled import SH1106, SSD1306, OledChip

GOLDEN = Path(__file__).parent.parent / "golden" / "oled"
BEFORE, AFTER = Image.open(GOLDEN / "before.png"), Image.open(GOLDEN / "after.png")
FULL_FRAME = {"ssd1306": 1034, "sh1106": 1080}
CHIPS: dict[Driver, type[OledChip]] = {"ssd1306": SSD1306, "sh1106": SH1106}


@dataclass
class Bench:
    """One panel on its bus, the clock, and what was reported."""

    driver: Driver
    clock: VirtualClock = field(default_factory=VirtualClock)
    reports: list[ScreenLost | ScreenBack] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chip = CHIPS[self.driver]()
        self.bus = Bus(self.clock)
        self.bus.attach(0x3C, self.chip)

    def screen(self, care: Care | None = None, rotation: int = 0, port: int = 1) -> Screen:
        return open_screen(
            self.driver,
            self.clock,
            self.reports.append,
            port=port,
            rotation=180 if rotation else 0,
            care=care or Care(),
        )

    def sent(self, do: Callable[[], object]) -> int:
        before = self.bus.bytes
        do()
        return self.bus.bytes - before

    def shows(self, image: Image.Image) -> bool:
        return self.chip.picture().tobytes() == image.tobytes()


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


@pytest.fixture(params=list(CHIPS))
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    bench = Bench(request.param)
    with install({1: bench.bus}):
        yield bench


def test_it_shows_the_picture(bench: Bench) -> None:
    screen = bench.screen()
    screen.show(BEFORE)
    screen.step()
    assert bench.shows(BEFORE)
    assert bench.reports == []


def test_it_sends_the_golden_bytes(bench: Bench, request: pytest.FixtureRequest) -> None:
    screen = bench.screen()
    for moment, image in (("before", BEFORE), ("after", AFTER)):
        screen.show(image)
        with bench.bus.recording() as messages:
            screen.step()
        sent = "".join(f"{message.hex()}\n" for message in messages)
        golden = GOLDEN / f"{bench.driver}-{moment}.txt"
        if request.config.getoption("--regenerate", default=False):
            golden.write_text(sent)
        assert sent == golden.read_text()


def test_the_panel_lights_up_only_when_its_picture_is_there(bench: Bench) -> None:
    screen = bench.screen()
    screen.show(BEFORE)
    bench.bus.silence(0x3C, after=600)
    screen.step()
    assert not bench.chip.lit


def test_it_sends_no_command_that_lumas_own_start_does_not_have(bench: Bench) -> None:
    screen = bench.screen()
    screen.step()
    bench.chip.unknown.clear()
    for image in (BEFORE, AFTER):
        screen.show(image)
        screen.step()
    assert bench.chip.unknown == []


def test_an_unchanged_frame_sends_nothing(bench: Bench) -> None:
    screen = bench.screen()
    screen.show(BEFORE)
    screen.step()
    screen.show(BEFORE.copy())
    assert bench.sent(screen.step) == 0


def test_a_changed_total_costs_a_fifth_of_a_frame_at_most(bench: Bench) -> None:
    screen = bench.screen()
    screen.show(BEFORE)
    screen.step()
    screen.show(AFTER)
    assert 0 < bench.sent(screen.step) <= FULL_FRAME[bench.driver] / 5
    assert bench.shows(AFTER)


def test_only_the_latest_frame_is_sent(bench: Bench) -> None:
    screen = bench.screen()
    screen.show(BEFORE)
    screen.step()
    screen.show(Image.new("1", (128, 64), 1))
    screen.show(BEFORE)
    assert bench.sent(screen.step) == 0


def test_a_picture_drawn_on_after_it_was_shown_stays_as_it_was(bench: Bench) -> None:
    screen = bench.screen()
    picture = BEFORE.copy()
    screen.show(picture)
    picture.paste(1, (0, 0, 128, 64))
    screen.step()
    assert bench.shows(BEFORE)


def test_a_picture_of_another_size_is_refused(bench: Bench) -> None:
    with pytest.raises(ValueError, match="pixels"):
        bench.screen().show(Image.new("1", (64, 128)))


def test_a_panel_mounted_upside_down_gets_the_picture_turned(bench: Bench) -> None:
    screen = bench.screen(rotation=180)
    screen.show(BEFORE)
    screen.step()
    assert bench.shows(BEFORE.rotate(180))


def test_it_dims_after_a_time_without_changes_and_brightens_with_the_next(bench: Bench) -> None:
    care = Care(bright=0x90, dim=0x05, dim_after=30)
    screen = bench.screen(care)
    screen.show(BEFORE)
    screen.step()
    assert bench.chip.contrast == 0x90
    bench.clock.advance(29)
    screen.show(BEFORE)
    screen.step()
    assert bench.chip.contrast == 0x90
    bench.clock.advance(1)
    screen.step()
    assert bench.chip.contrast == 0x05
    screen.show(AFTER)
    screen.step()
    assert bench.chip.contrast == 0x90


def test_the_picture_wanders_by_a_pixel_now_and_then(bench: Bench) -> None:
    screen = bench.screen(Care(renew_every=60))
    picture = Image.new("1", (128, 64))
    picture.paste(1, (10, 10, 20, 20))
    screen.show(picture)
    corners = []
    for _ in range(len(PLACES) + 1):
        screen.step()
        box = bench.chip.picture().getbbox()
        assert box is not None
        corners.append((box[0] - 10, box[1] - 10))
        bench.clock.advance(60)
    assert corners == [*PLACES, PLACES[0]]


def test_each_step_of_the_way_is_one_pixel(bench: Bench) -> None:
    for (x, y), (right, down) in zip(PLACES, PLACES[1:] + PLACES[:1], strict=True):
        assert max(abs(right - x), abs(down - y)) == 1


def test_wandering_can_be_switched_off(bench: Bench) -> None:
    screen = bench.screen(Care(shift=False))
    screen.show(BEFORE)
    for _ in range(3):
        screen.step()
        assert bench.shows(BEFORE)
        bench.clock.advance(60)


@pytest.mark.parametrize("place", PLACES)
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


def test_the_thread_shows_a_new_picture_and_ends_with_a_dark_panel(bench: Bench) -> None:
    screen = bench.screen()
    screen.show(BEFORE)
    screen.step()
    watched = Watched(bench.chip, AFTER)
    bench.bus.attach(0x3C, watched)
    screen.start()
    screen.show(AFTER)
    assert watched.seen.wait(10)
    screen.stop()
    assert not bench.chip.lit


def test_a_laptop_without_any_bus_can_import_it() -> None:
    code = "import companion.devices.screen, sys; sys.exit('smbus2' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
