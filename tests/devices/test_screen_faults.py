"""The screen when its panel fails: at any byte, for any time, with or without its power."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.devices.oled import Driver
from companion.devices.screen import (
    LONGEST_PAUSE,
    Care,
    Screen,
    ScreenBack,
    ScreenLost,
    open_screen,
)
from companion.simulator.clock import VirtualClock
from companion.simulator.i2c import EREMOTEIO, Bus, install
from companion.simulator.oled import SH1106, SSD1306, OledChip

GOLDEN = Path(__file__).parent.parent / "golden" / "oled"
BEFORE, AFTER = Image.open(GOLDEN / "before.png"), Image.open(GOLDEN / "after.png")
CHIPS: dict[Driver, type[OledChip]] = {"ssd1306": SSD1306, "sh1106": SH1106}
DRIVERS: list[Driver] = list(CHIPS)
ERRORS = [errno.EIO, EREMOTEIO, errno.ETIMEDOUT]
FOREIGN = {SSD1306: set[int](), SH1106: {0x20, 0x8D}}  # what luma's own start has in it
STILL = Care(shift=False)
LOST, BACK = ScreenLost(), ScreenBack()


class Bench:
    """A panel that fails on demand, the screen that copes with it, and what it reported."""

    def __init__(self, driver: Driver, port: int = 1) -> None:
        self.clock = VirtualClock()
        self.chip = CHIPS[driver]()
        self.bus = Bus(self.clock)
        self.bus.attach(0x3C, self.chip)
        self.reports: list[ScreenLost | ScreenBack] = []
        self.screen: Screen = open_screen(
            driver, self.clock, self.reports.append, port=port, care=STILL
        )

    def shows(self, image: Image.Image) -> bool:
        return self.chip.picture().tobytes() == image.tobytes()

    def wait(self, seconds: float) -> None:
        """Lets time pass as the screen's thread would: a step whenever one is due."""
        until = self.clock.now() + seconds
        while (pause := self.screen.step()) < until - self.clock.now():
            self.clock.advance(pause)
        self.clock.advance(max(0, until - self.clock.now()))
        self.screen.step()


@contextmanager
def bench_with(driver: Driver) -> Iterator[Bench]:
    bench = Bench(driver)
    with install({1: bench.bus}):
        yield bench


@pytest.fixture(params=DRIVERS)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    with bench_with(request.param) as bench:
        yield bench


def test_a_panel_that_falls_silent_is_reported_once_and_comes_back(bench: Bench) -> None:
    bench.screen.show(BEFORE)
    bench.screen.step()
    bench.bus.silence(0x3C, seconds=20)
    bench.screen.show(AFTER)
    bench.wait(15)
    assert bench.reports == [LOST]
    bench.wait(5 + LONGEST_PAUSE)
    assert bench.reports == [LOST, BACK]
    assert bench.shows(AFTER)


def test_it_can_fail_at_any_byte_of_its_start(bench: Bench) -> None:
    with bench.bus.recording() as messages:
        bench.screen.step()
    total = sum(1 + len(message) for message in messages)
    # Every byte of the settings, and of the picture one in 13: no page has them at the same place.
    for after in (*range(80), *range(80, total, 13), *range(total - 5, total)):
        bench.chip.power_cycle()
        bench.bus.silence(0x3C, after)
        bench.clock.advance(STILL.renew_every)
        bench.screen.step()
        assert bench.reports == [LOST]
        bench.wait(LONGEST_PAUSE)
        assert bench.reports == [LOST, BACK]
        assert bench.shows(Image.new("1", (128, 64)))
        assert set(bench.chip.unknown) <= FOREIGN[type(bench.chip)]
        bench.reports.clear()


def test_it_can_fail_at_any_byte_of_an_update(bench: Bench) -> None:
    bench.screen.show(BEFORE)
    bench.screen.step()
    bench.screen.show(AFTER)
    with bench.bus.recording() as messages:
        bench.screen.step()
    for after in range(sum(1 + len(message) for message in messages)):
        bench.screen.show(BEFORE)
        bench.screen.step()
        bench.bus.silence(0x3C, after, error=ERRORS[after % len(ERRORS)])
        bench.screen.show(AFTER)
        bench.screen.step()
        assert bench.reports == [LOST]
        bench.wait(LONGEST_PAUSE)
        assert bench.reports == [LOST, BACK]
        assert bench.shows(AFTER)
        assert set(bench.chip.unknown) <= FOREIGN[type(bench.chip)]
        bench.reports.clear()


def test_after_200_random_failures_the_panel_shows_what_is_wanted(bench: Bench) -> None:
    chance = Random(200)
    wanted = BEFORE.copy()
    failures = 0
    while failures < 200:
        left, top = chance.randrange(120), chance.randrange(60)
        box = (left, top, chance.randint(left + 1, 128), chance.randint(top + 1, 64))
        wanted.paste(chance.randint(0, 1), box)
        silence = chance.choice((0, 0.01, 1, 30))
        bench.bus.silence(0x3C, chance.randrange(1200), silence, chance.choice(ERRORS))
        if chance.random() < 0.2:
            bench.chip.power_cycle()
        bench.screen.show(wanted)
        bench.wait(chance.choice((0, 0.1, 3, 70)))
        failures += bench.reports.count(LOST)
        bench.reports.clear()
    bench.bus.silence(0x3C)
    bench.wait(STILL.renew_every + LONGEST_PAUSE)
    assert bench.shows(wanted)


faults = st.tuples(
    st.integers(0, 1200), st.sampled_from((0, 0.5, 10)), st.booleans(), st.floats(0, 20)
)


@settings(max_examples=40, deadline=None)
@given(driver=st.sampled_from(DRIVERS), faults=st.lists(faults, max_size=5))
def test_whatever_fails_the_wanted_picture_comes(
    driver: Driver, faults: list[tuple[int, float, bool, float]]
) -> None:
    with bench_with(driver) as bench:
        for turn, (after, seconds, power_cut, wait) in enumerate(faults):
            bench.bus.silence(0x3C, after, seconds)
            if power_cut:
                bench.chip.power_cycle()
            bench.screen.show(AFTER if turn % 2 else BEFORE)
            bench.wait(wait)
        bench.screen.show(AFTER)
        bench.bus.silence(0x3C)
        bench.wait(STILL.renew_every + LONGEST_PAUSE)
        assert bench.shows(AFTER)


def test_a_panel_unplugged_while_nothing_changes_is_noticed(bench: Bench) -> None:
    bench.screen.step()
    bench.bus.detach(0x3C)
    bench.wait(STILL.check_every)
    assert bench.reports == [LOST]


def test_a_panel_plugged_in_again_shows_the_picture_of_the_meantime(bench: Bench) -> None:
    bench.screen.show(BEFORE)
    bench.screen.step()
    bench.bus.detach(0x3C)
    bench.wait(60)
    bench.screen.show(AFTER)
    bench.chip.power_cycle()
    bench.bus.attach(0x3C, bench.chip)
    bench.wait(LONGEST_PAUSE)
    assert bench.reports == [LOST, BACK]
    assert bench.shows(AFTER)


def test_a_power_cut_that_nobody_noticed_is_healed(bench: Bench) -> None:
    bench.screen.show(BEFORE)
    bench.screen.step()
    bench.chip.power_cycle()
    bench.wait(STILL.renew_every)
    assert bench.shows(BEFORE)
    assert bench.reports == []


def test_a_panel_that_was_never_there_is_reported_and_may_come_later(bench: Bench) -> None:
    bench.bus.detach(0x3C)
    bench.screen.show(BEFORE)
    bench.wait(30)
    assert bench.reports == [LOST]
    bench.bus.attach(0x3C, bench.chip)
    bench.wait(LONGEST_PAUSE)
    assert bench.reports == [LOST, BACK]
    assert bench.shows(BEFORE)


def test_a_bus_that_is_not_switched_on_is_a_lost_screen() -> None:
    bench = Bench("ssd1306", port=3)
    with install({1: bench.bus}):
        bench.screen.show(BEFORE)
        bench.screen.step()
        bench.screen.stop()
    assert bench.reports == [LOST]


def test_a_missing_panel_is_tried_less_and_less_often(bench: Bench) -> None:
    bench.bus.detach(0x3C)
    tries = bench.bus.transactions
    bench.wait(60)
    assert 8 <= bench.bus.transactions - tries <= 15


def test_a_panel_with_a_loose_wire_does_not_flood_the_reports(bench: Bench) -> None:
    for _ in range(600):
        bench.bus.silence(0x3C)
        bench.screen.show(AFTER)
        bench.wait(0.05)
        bench.screen.show(BEFORE)
        bench.wait(0.05)
    assert len(bench.reports) <= 30


def test_stopping_without_a_panel_is_no_error(bench: Bench) -> None:
    bench.screen.start()
    bench.bus.detach(0x3C)
    bench.screen.stop()
