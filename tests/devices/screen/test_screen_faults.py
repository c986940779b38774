"""The screen when its panel fails: at any byte, for any time, with or without its power."""

import errno
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.devices.board.parts import Driver, Oled
from companion.devices.screen.screen import (
    MAX_RETRY_S,
    ScreenBack,
    ScreenLost,
    ScreenSettings,
    open_screen,
)
from companion.devices.simulator.i2c import EREMOTEIO, install
from companion.devices.simulator.oled import SH1106, SSD1306
from tests.support.devices.oled_panel import ADDRESS, AFTER, BEFORE, DRIVERS, Panel, plugged_in
from tests.support.effort import SOAK, examples, many

ERRORS = [errno.EIO, EREMOTEIO, errno.ETIMEDOUT]
FOREIGN = {SSD1306: set[int](), SH1106: {0x20, 0x8D}}  # what luma's own start has in it
STILL = ScreenSettings(shift=False)
LOST, BACK = ScreenLost(), ScreenBack()


@pytest.fixture(params=DRIVERS)
def panel(request: pytest.FixtureRequest) -> Iterator[Panel]:
    with plugged_in(request.param, STILL) as panel:
        yield panel


def test_a_panel_that_falls_silent_is_reported_once_and_comes_back(panel: Panel) -> None:
    panel.screen.show(BEFORE)
    panel.screen.step()
    panel.bus.silence(ADDRESS, seconds=20)
    panel.screen.show(AFTER)
    panel.wait(15)
    assert panel.reports == [LOST]
    panel.wait(5 + MAX_RETRY_S)
    assert panel.reports == [LOST, BACK]
    assert panel.shows(AFTER)


def test_a_driver_that_stumbles_is_reported_logged_once_and_set_up_anew(
    panel: Panel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    panel.screen.step()
    with monkeypatch.context() as patched:
        patched.setattr("companion.devices.screen.screen.pack", lambda image: 1 / 0)
        panel.screen.show(AFTER)
        panel.wait(20)
    assert panel.reports == [LOST]
    panel.wait(MAX_RETRY_S)

    assert panel.reports == [LOST, BACK]
    assert panel.shows(AFTER)
    assert caplog.text.count("ZeroDivisionError") == 1


def test_it_can_fail_at_any_byte_of_its_start(panel: Panel) -> None:
    with panel.bus.recording() as messages:
        panel.screen.step()
    total = sum(1 + len(message) for message in messages)
    # Every byte of the settings, and some of the picture: no page has them at the same place.
    for after in (*range(80), *range(80, total, 13 if SOAK else 29), *range(total - 5, total)):
        panel.chip.power_cycle()
        panel.bus.silence(ADDRESS, after)
        panel.clock.advance(STILL.renew_every)
        panel.screen.step()
        assert panel.reports == [LOST]
        panel.wait(MAX_RETRY_S)
        assert panel.reports == [LOST, BACK]
        assert panel.shows(Image.new("1", (128, 64)))
        assert set(panel.chip.unknown) <= FOREIGN[type(panel.chip)]
        panel.reports.clear()


def test_it_can_fail_at_any_byte_of_an_update(panel: Panel) -> None:
    panel.screen.show(BEFORE)
    panel.screen.step()
    panel.screen.show(AFTER)
    with panel.bus.recording() as messages:
        panel.screen.step()
    total = sum(1 + len(message) for message in messages)
    for after in (*range(0, total, 1 if SOAK else 3), total - 1):  # each phase of each message
        panel.screen.show(BEFORE)
        panel.screen.step()
        panel.bus.silence(ADDRESS, after, error=ERRORS[after % len(ERRORS)])
        panel.screen.show(AFTER)
        panel.screen.step()
        assert panel.reports == [LOST]
        panel.wait(MAX_RETRY_S)
        assert panel.reports == [LOST, BACK]
        assert panel.shows(AFTER)
        assert set(panel.chip.unknown) <= FOREIGN[type(panel.chip)]
        panel.reports.clear()


def test_after_many_random_failures_the_panel_shows_what_is_wanted(panel: Panel) -> None:
    chance = Random(200)
    enough = many(60, soak=2_000)
    wanted = BEFORE.copy()
    failures = 0
    while failures < enough:
        left, top = chance.randrange(120), chance.randrange(60)
        box = (left, top, chance.randint(left + 1, 128), chance.randint(top + 1, 64))
        wanted.paste(chance.randint(0, 1), box)
        silence = chance.choice((0, 0.01, 1, 30))
        panel.bus.silence(ADDRESS, chance.randrange(1200), silence, chance.choice(ERRORS))
        if chance.random() < 0.2:
            panel.chip.power_cycle()
        panel.screen.show(wanted)
        panel.wait(chance.choice((0, 0.1, 3, 70)))
        failures += panel.reports.count(LOST)
        panel.reports.clear()
    panel.bus.silence(ADDRESS)
    panel.wait(STILL.renew_every + MAX_RETRY_S)
    assert panel.shows(wanted)


faults = st.tuples(
    st.integers(0, 1200), st.sampled_from((0, 0.5, 10)), st.booleans(), st.floats(0, 20)
)


@examples(12, soak=400)
@given(driver=st.sampled_from(DRIVERS), faults=st.lists(faults, max_size=5))
def test_whatever_fails_the_wanted_picture_comes(
    driver: Driver, faults: list[tuple[int, float, bool, float]]
) -> None:
    with plugged_in(driver, STILL) as panel:
        for turn, (after, seconds, power_cut, wait) in enumerate(faults):
            panel.bus.silence(ADDRESS, after, seconds)
            if power_cut:
                panel.chip.power_cycle()
            panel.screen.show(AFTER if turn % 2 else BEFORE)
            panel.wait(wait)
        panel.screen.show(AFTER)
        panel.bus.silence(ADDRESS)
        panel.wait(STILL.renew_every + MAX_RETRY_S)
        assert panel.shows(AFTER)


def test_a_panel_unplugged_while_nothing_changes_is_noticed(panel: Panel) -> None:
    panel.screen.step()
    panel.bus.detach(ADDRESS)
    panel.wait(STILL.check_every)
    assert panel.reports == [LOST]


def test_a_panel_plugged_in_again_shows_the_picture_of_the_meantime(panel: Panel) -> None:
    panel.screen.show(BEFORE)
    panel.screen.step()
    panel.bus.detach(ADDRESS)
    panel.wait(60)
    panel.screen.show(AFTER)
    panel.chip.power_cycle()
    panel.bus.attach(ADDRESS, panel.chip)
    panel.wait(MAX_RETRY_S)
    assert panel.reports == [LOST, BACK]
    assert panel.shows(AFTER)


def test_a_power_cut_that_nobody_noticed_is_healed(panel: Panel) -> None:
    panel.screen.show(BEFORE)
    panel.screen.step()
    panel.chip.power_cycle()
    panel.wait(STILL.renew_every)
    assert panel.shows(BEFORE)
    assert panel.reports == []


def test_a_panel_that_was_never_there_is_reported_and_may_come_later(panel: Panel) -> None:
    panel.bus.detach(ADDRESS)
    panel.screen.show(BEFORE)
    panel.wait(30)
    assert panel.reports == [LOST]
    panel.bus.attach(ADDRESS, panel.chip)
    panel.wait(MAX_RETRY_S)
    assert panel.reports == [LOST, BACK]
    assert panel.shows(BEFORE)


def test_a_bus_that_is_not_switched_on_is_a_lost_screen() -> None:
    with plugged_in("ssd1306", STILL, port=3) as panel:
        panel.screen.step()
        panel.screen.stop()
        assert panel.reports == [LOST]


def test_a_missing_panel_is_tried_less_and_less_often(panel: Panel) -> None:
    panel.bus.detach(ADDRESS)
    tries = panel.bus.transactions
    panel.wait(60)
    assert 8 <= panel.bus.transactions - tries <= 15


def test_a_panel_with_a_loose_wire_does_not_flood_the_reports(panel: Panel) -> None:
    panel.screen.step()
    for turn in range(600):
        if LOST not in panel.reports[-1:]:
            panel.bus.silence(ADDRESS)
        panel.screen.show(AFTER if turn % 2 else BEFORE)
        panel.wait(0.1)
    assert 10 <= len(panel.reports) <= 30


def test_stopping_without_a_panel_is_no_error(panel: Panel) -> None:
    panel.screen.start()
    panel.bus.detach(ADDRESS)
    panel.screen.stop()


@pytest.mark.parametrize("driver", ["auto", *DRIVERS])
def test_a_screen_that_ends_lets_go_of_its_bus_even_when_it_does_not_answer(driver: Driver) -> None:
    panel = Panel("ssd1306", ScreenSettings())
    with install({1: panel.bus}):
        screen = open_screen(Oled(driver), panel.clock, panel.reports.append)
        screen.step()
        assert panel.bus.openings == 1
        panel.bus.detach(ADDRESS)
        screen.stop()
        assert panel.bus.openings == 0
