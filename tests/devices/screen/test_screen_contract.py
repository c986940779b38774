"""What every screen must do, on both simulated chips, and on a real panel.

``pytest -m hardware -s`` runs it on the screen of the board that ``COMPANION_PROFILE`` names, with
a person who tells what there is to see and pulls a plug. No real panel has been tried yet.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from companion.clock import SystemClock
from companion.devices.board import profile
from companion.devices.board.parts import Driver, Profile
from companion.devices.doctor.machine import Machine
from companion.devices.screen.screen import (
    MAX_RETRY_S,
    Screen,
    ScreenBack,
    ScreenLost,
    ScreenSettings,
    open_screen,
)
from tests.support.devices.oled_panel import ADDRESS, AFTER, BEFORE, DRIVERS, Panel, plugged_in

STILL = ScreenSettings(shift=False)
PICTURES = {"before.png": BEFORE, "after.png": AFTER}


class Viewer(Protocol):
    """Whoever looks at the panel, and has a hand on its plug."""

    reports: list[ScreenLost | ScreenBack]

    @property
    def screen(self) -> Screen: ...

    def wait(self, seconds: float) -> None: ...

    def sees(self, name: str) -> bool: ...

    def unplug(self) -> None: ...

    def plug_in(self) -> None: ...


class SimulatedViewer:
    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self.reports, self.screen, self.wait = panel.reports, panel.screen, panel.wait

    def sees(self, name: str) -> bool:
        return self._panel.shows(PICTURES[name])

    def unplug(self) -> None:
        self._panel.bus.detach(ADDRESS)

    def plug_in(self) -> None:
        self._panel.chip.power_cycle()
        self._panel.bus.attach(ADDRESS, self._panel.chip)


class PersonAtTheTerminal:
    """Is asked on the terminal; needs ``-s``."""

    def __init__(self, board: Profile) -> None:
        assert board.oled
        self.reports: list[ScreenLost | ScreenBack] = []
        self._clock = SystemClock()
        self.screen = open_screen(board.oled, self._clock, self.reports.append, STILL)

    def wait(self, seconds: float) -> None:
        until = self._clock.now() + seconds
        while (left := until - self._clock.now()) > 0:
            self._clock.sleep(min(self.screen.step(), left))
        self.screen.step()

    def sees(self, name: str) -> bool:
        asked = f"Does the screen show tests/golden/oled/{name}, sharp and not shifted? y or n: "
        return input(asked) == "y"

    def unplug(self) -> None:
        input("Pull the screen's VCC wire, then press Enter. ")

    def plug_in(self) -> None:
        input("Put the VCC wire back, then press Enter. ")


@contextmanager
def looking(driver: Driver | None, folder: Path) -> Iterator[Viewer]:
    if driver:
        with plugged_in(driver, STILL) as panel:
            yield SimulatedViewer(panel)
        return
    board = profile.load(os.environ.get(profile.VARIABLE, profile.DEFAULT))
    if not Machine.this(folder).model() or not board.oled:
        pytest.skip("no Raspberry Pi with a screen here")
    person = PersonAtTheTerminal(board)
    yield person
    person.screen.stop()


@pytest.fixture(params=[*DRIVERS, pytest.param(None, marks=pytest.mark.hardware, id="real")])
def viewer(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Viewer]:
    with looking(request.param, tmp_path) as viewer:
        yield viewer


def test_a_picture_and_what_changes_in_it_are_seen(viewer: Viewer) -> None:
    for name, picture in PICTURES.items():
        viewer.screen.show(picture)
        viewer.wait(0.5)
        assert viewer.sees(name)
    assert viewer.reports == []


def test_a_screen_that_was_unplugged_is_told_and_comes_back_with_its_picture(
    viewer: Viewer,
) -> None:
    viewer.screen.show(BEFORE)
    viewer.wait(0.5)
    viewer.unplug()
    viewer.screen.show(AFTER)
    viewer.wait(STILL.check_every)
    assert viewer.reports == [ScreenLost()]
    viewer.plug_in()
    viewer.wait(MAX_RETRY_S)
    assert viewer.reports == [ScreenLost(), ScreenBack()]
    assert viewer.sees("after.png")
