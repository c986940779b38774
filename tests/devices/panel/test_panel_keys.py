"""Buzzers that sound while their pin is low, knobs with several steps a click, and the dark."""

import pytest

from companion.clock import VirtualClock
from companion.devices.board import profile
from companion.devices.board.parts import Profile
from companion.devices.panel.outputs import switch_off
from companion.devices.panel.panel import Panel, PanelEvent, Turned
from companion.devices.panel.sounds import Sound
from companion.devices.simulator.panel import Pins
from companion.errors import ProfileError

SHIFTED = "[shift]\ndata = 22\nclock = 23\nlatch = 24\n[buzzer]\npin = { shift = 3 }\n"
ON_A_PIN = "[buzzer]\npin = 12\n"
KNOB = "[encoder]\na = 5\nb = 6\n"


def board(text: str) -> Profile:
    return profile.parse(text, "own.toml")


@pytest.mark.parametrize("where", [SHIFTED, ON_A_PIN])
@pytest.mark.parametrize("active", ["high", "low"])
def test_a_buzzer_sounds_only_while_it_is_wanted(where: str, active: str) -> None:
    own, clock = board(f'{where}active = "{active}"\n'), VirtualClock()
    pins = Pins(own, clock)
    panel = Panel(own, lambda event: None, clock, pins.factory)
    assert not pins.buzzing()
    panel.play(Sound.ALARM)
    panel.step()
    assert pins.buzzing()
    clock.sleep(5)
    panel.step()
    assert not pins.buzzing()


def test_a_buzzer_on_a_chain_is_silent_after_the_panel_was_closed() -> None:
    own, clock = board(f'{SHIFTED}active = "low"\n'), VirtualClock()
    pins = Pins(own, clock)
    panel = Panel(own, lambda event: None, clock, pins.factory)
    panel.play(Sound.ALARM)
    panel.step()
    panel.close()
    assert not pins.buzzing()


@pytest.mark.parametrize(("per_click", "clicks"), [(1, 4), (2, 2), (4, 1)])
def test_a_knob_turns_once_a_click(per_click: int, clicks: int) -> None:
    own, clock = board(f"{KNOB}steps_per_detent = {per_click}\n"), VirtualClock()
    events: list[PanelEvent] = []
    pins = Pins(own, clock)
    panel = Panel(own, events.append, clock, pins.factory)
    pins.turn(4)
    panel.step()
    assert events == [Turned(+1)] * clicks


def test_half_a_click_back_and_forth_is_nothing() -> None:
    own, clock = board(f"{KNOB}steps_per_detent = 2\n"), VirtualClock()
    events: list[PanelEvent] = []
    pins = Pins(own, clock)
    panel = Panel(own, events.append, clock, pins.factory)
    pins.turn(1)
    pins.turn(-1)
    panel.step()
    assert events == []


def test_after_the_companion_was_killed_everything_goes_dark_and_the_outputs_off() -> None:
    full = profile.load("full_table")
    clock = VirtualClock()
    pins = Pins(full, clock)
    panel = Panel(full, lambda event: None, clock, pins.factory)
    panel.bar(8)
    panel.play(Sound.ALARM)
    panel.step()
    assert pins.buzzing()
    pins.factory._reservations.clear()  # the process is gone, and its pins are free
    switch_off(full, pins.factory)
    assert pins.bar() == [False] * 8
    assert not pins.buzzing()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[buzzer]\npin = 12\nactive = "loud"\n', "sounds while its pin is high, or low"),
        (f"{KNOB}steps_per_detent = 9\n", "a click of the knob is 1 to 4 steps"),
        ('[[readers]]\nbus = 0\ndevice = 0\nzone = "centre"\ngain = 40\n', "amplifies by 18, 23"),
        ('[[readers]]\nbus = 0\ndevice = 0\nzone = "centre"\nspi_hz = 5\n', "hertz are possible"),
        ('[oled]\ndriver = "sh1107"\n', "the screen is auto, ssd1306 or sh1106"),
    ],
)
def test_what_cannot_work_is_named(text: str, why: str) -> None:
    with pytest.raises(ProfileError, match=why):
        board(text)
