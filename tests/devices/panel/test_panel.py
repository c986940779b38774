"""The panel on gpiozero's own mock pins: fingers in, events out, lights and sounds back."""

from collections.abc import Iterator
from queue import Queue

import pytest
from gpiozero import DigitalOutputDevice

from companion.clock import VirtualClock
from companion.devices.board import profile
from companion.devices.board.parts import Profile
from companion.devices.panel.panel import (
    RETRY_S,
    Held,
    Panel,
    PanelEvent,
    PartBack,
    PartLost,
    Pressed,
)
from companion.devices.panel.sounds import Sound
from companion.devices.simulator.panel import Pins
from tests.support.devices.panel_table import Match


class SimulatedTable(Match):
    def __init__(self, board: Profile) -> None:
        clock = VirtualClock(100.0)
        self.pins = Pins(board, clock)
        super().__init__(board, clock, self.pins.factory)


@pytest.fixture(params=["simulator", "full_table"])
def table(request: pytest.FixtureRequest) -> Iterator[SimulatedTable]:
    table = SimulatedTable(profile.load(request.param))
    yield table
    table.panel.close()


def test_a_hold_is_told_while_the_finger_is_still_down(table: SimulatedTable) -> None:
    table.pins.push("undo")
    table.wait(2.0)
    assert table.events == [Held("undo")]


def test_the_hold_time_is_the_profiles() -> None:
    table = SimulatedTable(
        profile.parse('[timing]\nhold_ms = 2000\n[[buttons]]\nrole = "undo"\npin = 5', "slow.toml")
    )
    table.pins.push("undo")
    table.wait(1.9)
    assert table.events == []
    table.wait(0.2)
    assert table.events == [Held("undo")]
    table.panel.close()


def test_bouncing_contacts_count_once(table: SimulatedTable) -> None:
    table.pins.push("mode:1")
    table.pins.bounce("mode:1")
    table.wait(0.1)
    table.pins.release("mode:1")
    table.pins.bounce("mode:1")
    table.wait(0.1)
    assert table.events == [Pressed("mode:1")]


def test_a_contact_that_only_chatters_is_nothing(table: SimulatedTable) -> None:
    table.pins.bounce("mode:1", times=30)
    table.wait(1.0)
    assert table.events == []


def test_two_buttons_at_once_are_both_heard(table: SimulatedTable) -> None:
    table.pins.push("next")
    table.pins.press("mode:1")
    table.wait(0.1)
    table.pins.release("next")
    table.wait(0.1)
    assert table.events == [Pressed("mode:1"), Pressed("next")]


def test_a_callback_only_enqueues(table: SimulatedTable) -> None:
    table.pins.turn(+1)
    assert table.events == []


def test_a_button_that_is_down_from_the_start_is_not_a_press() -> None:
    board = profile.load("minimal")
    clock = VirtualClock()
    pins = Pins(board, clock)
    events: list[PanelEvent] = []
    panel = Panel(board, events.append, clock, pins.factory)
    panel.close()
    pins.push("die:1")
    panel = Panel(board, events.append, clock, pins.factory)
    pins.release("die:1")
    clock.advance(1.0)
    panel.step()
    assert events == []
    panel.close()


def test_lights_shine_by_role_and_by_zone() -> None:
    table = SimulatedTable(profile.load("simulator"))
    table.panel.light("next", True)
    table.panel.light("seat:1", True)
    table.wait(0.0)
    assert table.pins.lit("next")
    assert table.pins.lit("seat:1")
    assert not table.pins.lit("undo")
    table.panel.light("next", False)
    table.wait(0.0)
    assert not table.pins.lit("next")
    table.panel.close()


def test_a_shared_light_shines_while_either_button_wants_it() -> None:
    dice = [f'[[buttons]]\nrole = "die:{die}"\nlight = 13\npin = ' for die in "12"]
    table = SimulatedTable(profile.parse(f"{dice[0]}5\n{dice[1]}6", "dice.toml"))
    table.panel.light("die:1", True)
    table.panel.light("die:2", True)
    table.panel.light("die:1", False)
    table.wait(0.0)
    assert table.pins.lit("die:1")
    table.panel.light("die:2", False)
    table.wait(0.0)
    assert not table.pins.lit("die:1")
    table.panel.close()


@pytest.mark.parametrize(("level", "lit"), [(0, 0), (3, 3), (8, 8), (11, 8), (-1, 0)])
def test_the_bar_fills_from_its_first_light(table: SimulatedTable, level: int, lit: int) -> None:
    table.panel.bar(5)
    table.panel.bar(level)
    table.wait(0.0)
    assert table.pins.bar() == [True] * lit + [False] * (8 - lit)


def test_what_the_board_does_not_have_is_no_trouble() -> None:
    table = SimulatedTable(profile.load("minimal"))
    table.panel.light("the moon", True)
    table.panel.bar(3)
    table.panel.play(Sound.READY)
    table.wait(1.0)
    assert table.lost == []
    table.panel.close()


def test_a_sound_plays_while_the_table_goes_on(table: SimulatedTable) -> None:
    table.panel.play(Sound.ACCEPTED)
    table.wait(0.0)
    assert table.pins.buzzing()
    table.pins.press("mode:1")
    table.wait(0.1)
    assert not table.pins.buzzing()
    assert table.events == [Pressed("mode:1")]


def test_a_muted_panel_is_silent(table: SimulatedTable) -> None:
    table.panel.mute(True)
    table.panel.play(Sound.ALARM)
    table.wait(0.0)
    assert not table.pins.buzzing()


def test_an_idle_panel_has_nothing_to_wake_up_for(table: SimulatedTable) -> None:
    assert table.panel.step() is None


def test_a_pin_in_use_costs_only_its_own_part_and_comes_back() -> None:
    board = profile.load("full_table")
    clock = VirtualClock()
    pins = Pins(board, clock)
    events: list[PanelEvent] = []
    thief = DigitalOutputDevice(board.buttons[2].pin, pin_factory=pins.factory)
    panel = Panel(board, events.append, clock, pins.factory)
    [lost] = events
    assert isinstance(lost, PartLost)
    assert lost.part == "button mode:1"
    pins.press("undo")
    clock.advance(0.1)
    panel.step()
    assert events == [lost, Pressed("undo")]

    for _ in range(3):
        clock.advance(RETRY_S)
        panel.step()
    thief.close()
    clock.advance(RETRY_S)
    panel.step()
    pins.press("mode:1")
    clock.advance(0.1)
    panel.step()
    assert events == [lost, Pressed("undo"), PartBack("button mode:1"), Pressed("mode:1")]
    panel.close()


@pytest.mark.parametrize(
    ("name", "pin", "part"), [("simulator", 28, "light next"), ("full_table", 14, "shift")]
)
def test_a_light_that_fails_is_told_and_shows_what_is_wanted_when_it_is_back(
    name: str, pin: int, part: str
) -> None:
    table = SimulatedTable(profile.load(name))
    # Somebody else took the pin over: writing to it fails.
    table.pins.factory.pin(pin).function = "input"
    table.panel.light("next", True)
    table.wait(0.0)
    assert table.lost == [part]
    table.wait(RETRY_S)
    assert table.lost == []
    assert table.pins.lit("next")
    table.panel.close()


def test_shift_registers_are_left_alone_while_nothing_changes() -> None:
    table = SimulatedTable(profile.load("full_table"))
    table.panel.light("next", True)
    table.wait(0.0)
    clock = table.pins.factory.pin(15)
    clock.clear_states()
    table.panel.light("next", True)
    table.pins.press("mode:1")
    table.wait(10.0)
    assert len(clock.states) == 1
    table.panel.close()


def test_the_panels_own_thread_does_the_same() -> None:
    board = profile.load("minimal")
    clock = VirtualClock()
    pins = Pins(board, clock)
    events: Queue[PanelEvent] = Queue()
    panel = Panel(board, events.put, clock, pins.factory)
    panel.start()
    pins.press("die:1")
    clock.advance(1.0)
    assert events.get(timeout=5) == Pressed("die:1")
    panel.close()


def test_a_mistake_in_the_panels_thread_is_logged_and_the_thread_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    board, clock = profile.load("minimal"), VirtualClock()
    pins = Pins(board, clock)
    events: Queue[PanelEvent] = Queue()
    heard: list[PanelEvent] = []

    def stumble(event: PanelEvent) -> None:
        events.put(event)
        if not heard:
            heard.append(event)
            raise ZeroDivisionError

    panel = Panel(board, stumble, clock, pins.factory)
    panel.start()
    for _ in range(2):
        pins.press("die:1")
        clock.advance(1.0)
        assert events.get(timeout=5) == Pressed("die:1")
    panel.close()
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("name", ["simulator", "full_table"])
def test_a_closed_panel_gives_its_pins_back(name: str) -> None:
    board = profile.load(name)
    table = SimulatedTable(board)
    table.panel.close()
    again = Panel(board, table.events.append, table.clock, table.pins.factory)
    assert table.lost == []
    again.close()
