"""The panel: buttons, knob, lights and buzzer, through gpiozero on whatever pins are handed in.

gpiozero's callbacks and the table's wishes only go into an inbox; ``step`` does all the work, in
the panel's own thread or in a test that holds the clock. A part whose pin cannot be had is left
out, reported once, tried again, and reported when it is back.
"""

import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Event, Thread
from typing import Any

from gpiozero import DigitalInputDevice, DigitalOutputDevice, RotaryEncoder

from companion.clock import Clock, earliest, seconds_until
from companion.devices.board.parts import Output, Profile, ShiftOutput
from companion.devices.panel.buttons import Contact, Gesture
from companion.devices.panel.outputs import Chain
from companion.devices.panel.sounds import Player, Sound
from companion.errors import LineUnavailable
from companion.i18n.message import Message, say

log = logging.getLogger(__name__)

RETRY_S = 5.0
PINS = "pins"
"""The part that all others need: the way to the pins."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed and let go."""

    role: str


@dataclass(frozen=True, slots=True)
class Held:
    """A button is being held; letting it go afterwards says nothing more."""

    role: str


@dataclass(frozen=True, slots=True)
class Turned:
    """The knob went one step: +1 clockwise, -1 back."""

    step: int


@dataclass(frozen=True, slots=True)
class PartLost:
    """A button, the knob, a light or the buzzer cannot be used; the others can."""

    part: str
    why: Message


@dataclass(frozen=True, slots=True)
class PartBack:
    part: str


PanelEvent = Pressed | Held | Turned | PartLost | PartBack

# What an output device is set to: one level, or those of all outputs of the chain.
Value = bool | tuple[bool, ...]


class Panel:
    """The parts of a profile that are on pins. ``sink`` is told what people do with them, and
    which of them fail. ``pin_factory`` is gpiozero's way to the pins, or how to get one: that may
    fail too, and is tried again like everything else."""

    def __init__(
        self,
        profile: Profile,
        sink: Callable[[PanelEvent], object],
        clock: Clock,
        pin_factory: Any,
    ) -> None:
        self._sink = sink
        self._clock = clock
        self._open_factory: Callable[[], Any] = (
            pin_factory if callable(pin_factory) else lambda: pin_factory
        )
        self._owns_factory = callable(pin_factory)
        self._factory: Any = None
        self._inbox: deque[Callable[[], object]] = deque()
        self._posted = Event()
        self._closing = False
        self._thread: Thread | None = None

        settle, hold = profile.timing.settle_ms / 1000, profile.timing.hold_ms / 1000
        self._contacts = {button.role: Contact(settle, hold) for button in profile.buttons}
        self._player = Player()
        self._lit: set[str] = set()
        self._level = 0
        self._steps_turned = 0

        self._openers: dict[str, Callable[[], Any]] = {}
        self._wanted: dict[str, Callable[[], Value]] = {}
        self._chain: list[Callable[[], bool]] = []
        self._devices: dict[str, Any] = {}
        self._shown: dict[str, Value] = {}
        self._lost: set[str] = set()
        self._retry_at = 0.0
        self._list_inputs(profile)
        self._list_outputs(profile)
        self._open(clock.now())
        self._show()

    # What the table wishes: from any thread, never waiting for a pin.

    def light(self, name: str, on: bool) -> None:
        """The light of a button's role or of a reader's zone."""
        self._post(partial(self._lit.add if on else self._lit.discard, name))

    def bar(self, level: int) -> None:
        """Lights the first ``level`` lights of the bar."""
        self._post(partial(setattr, self, "_level", level))

    def play(self, sound: Sound) -> None:
        self._post(lambda: self._player.play(sound, self._clock.now()))

    def mute(self, muted: bool) -> None:
        self._post(partial(self._player.mute, muted))

    # The panel's own thread.

    def start(self) -> None:
        self._thread = Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closing = True
        self._posted.set()
        if self._thread:
            self._thread.join()
        for key in list(self._devices):
            self._close(key)
        if self._owns_factory and self._factory is not None:
            with suppress(Exception):
                self._factory.close()
            self._factory = None

    def step(self) -> float | None:
        """Does everything that is due now; answers when there is something to do again."""
        now = self._clock.now()
        while self._inbox:
            self._inbox.popleft()()
        for role, contact in self._contacts.items():
            self._report(role, contact.step(now))
        self._player.step(now)
        if self._lost and now >= self._retry_at:
            self._open(now)
        self._show()
        self._report_recovered()
        contacts = (contact.due() for contact in self._contacts.values())
        return earliest(*contacts, self._player.due(), self._retry_at if self._lost else None)

    def _run(self) -> None:
        while True:
            # Cleared before anything is looked at: what is posted from here on wakes the wait.
            self._posted.clear()
            if self._closing:
                return
            try:
                due = self.step()
            except Exception:
                log.exception("the panel")
                due = self._clock.now() + RETRY_S
            self._posted.wait(seconds_until(due, self._clock))

    def _post(self, work: Callable[[], object]) -> None:
        self._inbox.append(work)
        self._posted.set()

    def _report(self, role: str, gesture: Gesture | None) -> None:
        if gesture:
            self._sink(Pressed(role) if gesture is Gesture.PRESS else Held(role))

    # Pins.

    def _list_inputs(self, profile: Profile) -> None:
        for button in profile.buttons:
            self._openers[f"button {button.role}"] = partial(self._button, button.role, button.pin)
        if encoder := profile.encoder:
            self._per_detent = encoder.steps_per_detent
            self._openers["knob"] = partial(self._knob, encoder.a, encoder.b)

    def _list_outputs(self, profile: Profile) -> None:
        if profile.shift:
            self._chain = [lambda: False] * profile.shift.outputs
            shift, resting = profile.shift, profile.resting()
            self._openers["shift"] = lambda: Chain(shift, self._factory, resting)
            self._wanted["shift"] = lambda: tuple(wanted() for wanted in self._chain)
        for place, names in profile.lights_by_output().items():
            self._output(f"light {' '.join(names)}", place, partial(self._is_any_lit, set(names)))
        for i, place in enumerate(profile.bar.pins if profile.bar else ()):
            self._output(f"bar {i + 1}", place, partial(self._reaches, i))
        if buzzer := profile.buzzer:
            turned = buzzer.active == "low"
            self._output("buzzer", buzzer.pin, lambda: self._player.on, turned=turned)

    def _output(
        self, key: str, place: Output, wanted: Callable[[], bool], *, turned: bool = False
    ) -> None:
        """``turned`` is an output that is low when it is wanted."""
        if isinstance(place, ShiftOutput):
            self._chain[place.shift] = (lambda: not wanted()) if turned else wanted
        else:
            self._openers[key] = lambda: DigitalOutputDevice(
                place, active_high=not turned, pin_factory=self._factory
            )
            self._wanted[key] = wanted

    def _is_any_lit(self, names: set[str]) -> bool:
        return not names.isdisjoint(self._lit)

    def _reaches(self, i: int) -> bool:
        return i < self._level

    def _button(self, role: str, pin: int) -> Any:
        # Not gpiozero's Button: each of those runs a thread of its own, for holds that it times.
        device = DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory)
        device.when_activated = lambda: self._on_change(role, True)
        device.when_deactivated = lambda: self._on_change(role, False)
        return device

    def _on_change(self, role: str, down: bool) -> None:
        at = self._clock.now()
        self._post(lambda: self._report(role, self._contacts[role].edge(down, at)))

    def _knob(self, a: int, b: int) -> Any:
        device = RotaryEncoder(a, b, max_steps=0, pin_factory=self._factory)
        device.when_rotated_clockwise = lambda: self._post(partial(self._on_turn, +1))
        device.when_rotated_counter_clockwise = lambda: self._post(partial(self._on_turn, -1))
        return device

    def _on_turn(self, step: int) -> None:
        """Some knobs count several steps from one click to the next."""
        self._steps_turned = self._steps_turned + step if self._steps_turned * step > 0 else step
        if abs(self._steps_turned) >= self._per_detent:
            self._steps_turned = 0
            self._sink(Turned(step))

    def _open(self, now: float) -> None:
        self._retry_at = now + RETRY_S
        if self._factory is None:
            try:
                self._factory = self._open_factory()
            except Exception as error:
                # One sentence for all: without a way to the pins, no part of the panel works.
                self._mark_lost(PINS, error)
                return
        for key, opener in self._openers.items():
            if key in self._devices:
                continue
            try:
                self._devices[key] = opener()
            except Exception as error:
                self._mark_lost(key, error)

    def _show(self) -> None:
        for key, wanted in self._wanted.items():
            on = wanted()
            if key not in self._devices or self._shown.get(key) == on:
                continue
            try:
                self._devices[key].value = on
            except Exception as error:
                self._close(key)
                self._mark_lost(key, error)
            else:
                self._shown[key] = on

    def _mark_lost(self, key: str, error: Exception) -> None:
        # Any exception: each of gpiozero's backends has its own, and no pin may stop a game.
        self._shown.pop(key, None)
        if key not in self._lost:
            self._lost.add(key)
            told = error.message if isinstance(error, LineUnavailable) else str(error)
            why = say(
                "A part of the panel cannot be used ({part}): {detail}", part=key, detail=told
            )
            if key == PINS:
                why = say("The buttons cannot be used ({why}).", why=told)
            self._sink(PartLost(key, why))

    def _report_recovered(self) -> None:
        """Not sooner than it has been shown what is wanted of it: some only fail then."""
        found = self._devices.keys() | ({PINS} if self._factory is not None else set())
        for key in sorted(self._lost & found):
            self._lost.remove(key)
            self._sink(PartBack(key))

    def _close(self, key: str) -> None:
        with suppress(Exception):
            self._devices.pop(key).close()
