"""Presses buttons, reads lights and buzzer by their roles, on gpiozero's mock pins.

The panel does not know: gpiozero's own mock factory hands it pins, and this moves their levels as
contacts do. What is on shift registers is read from simulated 74HC595 chips: as their data sheet
has it, a rising edge at SRCLK takes the level at SER in and moves every stage on by one, QH' is the
last stage, and a rising edge at RCLK copies all stages to the outputs. SRCLR is tied high and OE
low, as on our boards.
"""

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.clock import Clock
from companion.devices.board.parts import Output, Profile, Shift

# The board that the mock factory pretends to be; a Compute Module 3 has pins for every part.
PI_3B, MODULE_3 = "a02082", "a020a0"

PRESS_S = 0.1
BOUNCE_S = 0.001


class WiredFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Closing it frees the lines, and leaves what they are wired to."""

    def close(self) -> None:
        for pin in self.pins.values():
            pin.close()


class Pins:
    """The pins of one profile's panel, from the outside; on gpiozero's mock factory, or another."""

    def __init__(self, profile: Profile, clock: Clock, factory: Any = None) -> None:
        model = MODULE_3 if profile.simulated else PI_3B
        self.factory: Any = factory or WiredFactory(model, MockPWMPin)
        self._profile = profile
        self._clock = clock
        self._buttons = {button.role: button.pin for button in profile.buttons}
        self._lights = {
            name: place for place, names in profile.lights_by_output().items() for name in names
        }
        self._chain = Hc595Chain(profile.shift, self.factory) if profile.shift else None

    def push(self, role: str) -> None:
        """A finger goes down on a button, and stays."""
        self.factory.pin(self._buttons[role]).drive_low()

    def release(self, role: str) -> None:
        self.factory.pin(self._buttons[role]).drive_high()

    def press(self, role: str) -> None:
        self.push(role)
        self._clock.sleep(PRESS_S)
        self.release(role)

    def hold(self, role: str) -> None:
        self.push(role)
        self._clock.sleep(self._profile.timing.hold_ms / 1000 + PRESS_S)
        self.release(role)

    def bounce(self, role: str, times: int = 4) -> None:
        """The contact chatters for some milliseconds and ends as it was."""
        pin = self.factory.pin(self._buttons[role])
        was_down = not pin.state
        for _ in range(times):
            for down in (not was_down, was_down):
                (pin.drive_low if down else pin.drive_high)()
                self._clock.sleep(BOUNCE_S)

    def turn(self, steps: int) -> None:
        """The knob clicks that many times, clockwise or (below zero) back."""
        encoder = self._profile.encoder
        assert encoder, "this board has no knob"
        first, second = (encoder.a, encoder.b) if steps > 0 else (encoder.b, encoder.a)
        for _ in range(abs(steps)):
            for pin, closed in ((first, True), (second, True), (first, False), (second, False)):
                contact = self.factory.pin(pin)
                (contact.drive_low if closed else contact.drive_high)()

    def lit(self, name: str) -> bool:
        """Is the light of this role or zone on?"""
        return self._is_high(self._lights[name])

    def bar(self) -> list[bool]:
        places = self._profile.bar.pins if self._profile.bar else ()
        return [self._is_high(place) for place in places]

    def buzzing(self) -> bool:
        buzzer = self._profile.buzzer
        return buzzer is not None and self._is_high(buzzer.pin) == (buzzer.active == "high")

    def _is_high(self, place: Output) -> bool:
        if isinstance(place, int):
            return bool(self.factory.pin(place).state)
        assert self._chain, "the profile has been checked: it has a chain"
        return self._chain.outputs[place.shift]


STAGES = 8


class Hc595:
    """One chip. What it shows when the power comes on is chance; the worst is everything."""

    def __init__(self) -> None:
        self.outputs = [True] * STAGES
        self._stages = [True] * STAGES

    @property
    def carry(self) -> bool:
        """QH', for the chip that follows."""
        return self._stages[-1]

    def shift(self, serial: bool) -> None:
        self._stages = [serial, *self._stages[:-1]]

    def latch(self) -> None:
        self.outputs = self._stages.copy()


class ClockLine(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that somebody acts on whenever it rises, whoever or whatever raises it."""

    def __init__(self, factory: Any, info: Any, rises: Callable[[], None]) -> None:
        super().__init__(factory, info)
        self._rises = rises

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        if changed and value:
            self._rises()
        return changed


class Hc595Chain:
    """Chips in a row, the first of them fed by the Pi."""

    def __init__(self, shift: Shift, factory: Any) -> None:
        self._chips = [Hc595() for _ in range(shift.chips)]
        self._data = factory.pin(shift.data)
        factory.pin(shift.clock, pin_class=ClockLine, rises=self._shift)
        factory.pin(shift.latch, pin_class=ClockLine, rises=self._latch)

    @property
    def outputs(self) -> list[bool]:
        """From QA of the first chip to QH of the last."""
        return [output for chip in self._chips for output in chip.outputs]

    def _shift(self) -> None:
        # All chips see the same edge: each takes in what its neighbour held before it.
        levels = [bool(self._data.state), *(chip.carry for chip in self._chips)]
        for chip, level in zip(self._chips, levels, strict=False):
            chip.shift(level)

    def _latch(self) -> None:
        for chip in self._chips:
            chip.latch()
