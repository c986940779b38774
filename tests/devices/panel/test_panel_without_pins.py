"""The way to the pins itself may fail when the companion starts: it is tried again, too."""

from typing import Any

from companion.clock import VirtualClock
from companion.devices.board import profile
from companion.devices.panel.panel import Panel, PanelEvent, PartBack, PartLost, Pressed
from companion.devices.simulator.panel import Pins

BOARD = profile.load("full_table")


class Late:
    """Pins that cannot be had before somebody gives them."""

    def __init__(self, clock: VirtualClock) -> None:
        self.pins = Pins(BOARD, clock)
        self.there = False

    def __call__(self) -> Any:
        if not self.there:
            raise OSError("can not open gpiochip")
        return self.pins.factory


def test_it_is_told_once_and_in_one_sentence_that_there_are_no_pins() -> None:
    clock, events = VirtualClock(), list[PanelEvent]()
    panel = Panel(BOARD, events.append, clock, Late(clock))
    for _ in range(5):
        clock.sleep(5)
        panel.step()
    [lost] = events
    assert isinstance(lost, PartLost)
    assert "can not open gpiochip" in str(lost.why)


def test_buttons_lights_and_knob_work_as_soon_as_there_are_pins() -> None:
    clock, events = VirtualClock(), list[PanelEvent]()
    late = Late(clock)
    panel = Panel(BOARD, events.append, clock, late)
    panel.bar(3)
    late.there = True
    clock.sleep(5)
    panel.step()
    assert events[1:] == [PartBack("pins")]
    assert late.pins.bar().count(True) == 3
    late.pins.press("next")
    panel.step()
    clock.sleep(0.1)
    panel.step()
    assert events[2:] == [Pressed("next")]
    panel.close()
