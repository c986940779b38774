"""What every panel must do, on gpiozero's mock pins and simulated chips, and on a real board.

``pytest -m hardware -s`` runs it on the board that ``COMPANION_PROFILE`` names, with a person who
presses what the test says and tells what there is to see and hear. No real board has been tried
yet.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from companion.clock import Clock, SystemClock, VirtualClock
from companion.devices.board import profile
from companion.devices.board.lines import open_pins
from companion.devices.board.parts import Profile
from companion.devices.doctor.machine import Machine
from companion.devices.panel.panel import Held, Pressed, Turned
from companion.devices.panel.sounds import Sound
from companion.devices.simulator.panel import Pins
from tests.support.devices.panel_table import Match


class Person(Protocol):
    """Whoever has fingers, eyes and ears at the table."""

    @property
    def clock(self) -> Clock: ...

    @property
    def factory(self) -> Any: ...

    def press(self, role: str) -> None: ...

    def hold(self, role: str) -> None: ...

    def turn(self, steps: int) -> None: ...

    def lights(self) -> set[str]: ...

    def bar(self) -> int: ...

    def hears(self) -> bool: ...


class SimulatedPerson:
    def __init__(self, board: Profile) -> None:
        self.clock = VirtualClock()
        self._pins = Pins(board, self.clock)
        self._names = [name for names in board.lights_by_output().values() for name in names]
        self.factory = self._pins.factory
        self.press, self.hold, self.turn = self._pins.press, self._pins.hold, self._pins.turn
        self.hears = self._pins.buzzing

    def lights(self) -> set[str]:
        return {name for name in self._names if self._pins.lit(name)}

    def bar(self) -> int:
        return sum(self._pins.bar())


class PersonAtTheTerminal:
    """Is asked on the terminal; needs ``-s``."""

    clock = SystemClock()
    factory = staticmethod(open_pins)  # opened by the panel, which closes it then

    def press(self, role: str) -> None:
        input(f"Press the button {role} once, shortly, then press Enter. ")

    def hold(self, role: str) -> None:
        input(f"Hold the button {role} for two seconds, let it go, then press Enter. ")

    def turn(self, steps: int) -> None:
        way = "clockwise" if steps > 0 else "back"
        input(f"Turn the knob {abs(steps)} steps {way}, then press Enter. ")

    def lights(self) -> set[str]:
        names = input("Which button and zone lights are on? Names with spaces between: ")
        return set(names.split())

    def bar(self) -> int:
        return int(input("How many lights of the bar are on? "))

    def hears(self) -> bool:
        return input("Does the buzzer sound right now? y or n: ") == "y"


class WatchedTable(Match):
    def __init__(self, board: Profile, person: Person) -> None:
        super().__init__(board, person.clock, person.factory)
        self.person = person


def needs(part: object) -> None:
    if not part:
        pytest.skip("this board has no such part")


@pytest.fixture(
    params=["simulator", "full_table", pytest.param(None, marks=pytest.mark.hardware, id="real")]
)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WatchedTable]:
    if request.param:
        board = profile.load(request.param)
        person: Person = SimulatedPerson(board)
    else:
        if not Machine.this(tmp_path).model():
            pytest.skip("this is not a Raspberry Pi")
        board = profile.load(os.environ.get(profile.VARIABLE, profile.DEFAULT))
        person = PersonAtTheTerminal()
    table = WatchedTable(board, person)
    yield table
    table.panel.close()


def test_every_part_can_be_had(table: WatchedTable) -> None:
    assert table.lost == []


def test_every_button_is_heard_by_its_role(table: WatchedTable) -> None:
    roles = [button.role for button in table.board.buttons]
    for role in roles:
        table.person.press(role)
        table.wait(0.1)
    assert table.events == [Pressed(role) for role in roles]


def test_a_hold_is_not_a_press(table: WatchedTable) -> None:
    needs(table.board.buttons)
    role = table.board.buttons[0].role
    table.person.hold(role)
    table.wait(1.0)
    assert table.events == [Held(role)]


def test_the_knob_turns_both_ways(table: WatchedTable) -> None:
    needs(table.board.encoder)
    table.person.turn(+2)
    table.person.turn(-1)
    table.wait(0.1)
    assert table.events == [Turned(+1), Turned(+1), Turned(-1)]


def test_a_panel_starts_dark_and_silent(table: WatchedTable) -> None:
    # Whatever the shift registers woke up with is gone.
    assert table.person.lights() == set()
    assert table.person.bar() == 0
    assert not table.person.hears()


def test_every_light_shines_alone(table: WatchedTable) -> None:
    for names in table.board.lights_by_output().values():
        table.panel.light(names[0], True)
        table.wait(0.0)
        assert table.person.lights() == set(names)
        table.panel.light(names[0], False)


@pytest.mark.parametrize("level", [1, 3, 8])
def test_the_bar_shows_as_many_lights_as_it_is_told(table: WatchedTable, level: int) -> None:
    needs(table.board.bar)
    table.panel.bar(level)
    table.wait(0.0)
    assert table.person.bar() == level
    assert table.person.lights() == set()


def test_a_sound_is_heard_and_ends(table: WatchedTable) -> None:
    needs(table.board.buzzer)
    table.panel.play(Sound.ALARM)
    table.wait(0.05)
    assert table.person.hears()
    table.wait(2.0)
    assert not table.person.hears()


def test_a_closed_panel_is_dark_and_silent(table: WatchedTable) -> None:
    for names in table.board.lights_by_output().values():
        table.panel.light(names[0], True)
    table.panel.bar(8)
    table.panel.play(Sound.ALARM)
    table.wait(0.05)
    table.panel.close()
    assert table.person.lights() == set()
    assert table.person.bar() == 0
    assert not table.person.hears()
