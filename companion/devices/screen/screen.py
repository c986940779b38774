"""The OLED on the table: shows the latest picture, retries, and never blocks who hands it in.

One thread sends what has changed. A panel that stops answering is reported and tried again, and
shows what is wanted as soon as it answers; meanwhile the game goes on.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import ClassVar

from PIL import Image, ImageChops

from companion.clock import Clock
from companion.devices.board.parts import Oled
from companion.devices.drawing.frames import HEIGHT, WIDTH, changes, pack
from companion.devices.screen.oled import NO_ANSWER_ERRORS, OledDriver, Panels
from companion.i18n.message import Message, say

log = logging.getLogger(__name__)

MIN_RETRY_S, MAX_RETRY_S = 0.25, 8.0
STABLE_AFTER_S = 10.0  # seconds of answering after which a panel's past is forgotten

PIXEL_SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Where a picture wanders, one pixel at a time, so that no pixel is always lit."""


@dataclass(frozen=True, slots=True)
class ScreenLost:
    message: ClassVar[Message] = say(
        "The small screen does not answer. The game goes on without it, "
        "and it comes back by itself; “companion doctor” says more."
    )


@dataclass(frozen=True, slots=True)
class ScreenBack:
    message: ClassVar[Message] = say("The small screen is back.")


Sink = Callable[[ScreenLost | ScreenBack], None]


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """How a panel is kept from burning in, and watched; in seconds."""

    bright: int = 0x7F
    dim: int = 0x01
    dim_after: float = 180
    shift: bool = True
    renew_every: float = 60
    """How often the picture moves. The panel is set up anew with it: one that lost its power for
    a moment, unnoticed, is right again by then."""
    check_every: float = 2
    """How long a panel may be gone unnoticed while there is nothing to send."""


DEFAULT_SETTINGS = ScreenSettings()


class Screen:
    """Shows the latest picture: ``show`` from any thread, the rest from one."""

    size = (WIDTH, HEIGHT)

    def __init__(self, panels: Panels, clock: Clock, sink: Sink, settings: ScreenSettings) -> None:
        self._panels = panels
        self._panel: OledDriver | None = None  # None once lost: it may come back as another
        self._clock = clock
        self._sink = sink
        self._settings = settings

        self._lock = Lock()
        self._wake = Event()
        self._wanted = Image.new("1", self.size)
        self._changed_at = clock.now()

        self._on_panel: bytes | None = None  # what the panel has; None if nobody can know
        self._contrast = settings.bright
        self._shift_index = 0
        self._set_up_at = self._answered_at = self._retry_at = self._recovered_at = clock.now()
        self._pause = MIN_RETRY_S
        self._lost = False

        self._thread: Thread | None = None
        self._stopping = False

    def show(self, image: Image.Image) -> None:
        """Wants this picture, of the screen's size, from now on; returns at once."""
        if image.size != self.size:
            raise ValueError(f"The screen has {self.size} pixels, the picture {image.size}.")
        wanted = image.convert("1", dither=Image.Dither.NONE)
        with self._lock:
            if wanted.tobytes() != self._wanted.tobytes():
                self._wanted = wanted
                self._changed_at = self._clock.now()
        self._wake.set()

    def step(self) -> float:
        """One round: sends what has to be sent. Returns the seconds until there may be more."""
        now = self._clock.now()
        if self._on_panel is not None or now >= self._retry_at:
            try:
                self._refresh(now)
            except NO_ANSWER_ERRORS:
                self._mark_lost()
            except Exception:
                # Whatever the driver stumbles over: it is set up anew, and this thread goes on.
                if not self._lost:
                    log.exception("the small screen")
                self._mark_lost()
        return max(0.0, self._due() - self._clock.now())

    def start(self) -> None:
        """At once; who starts the whole table need not know whether its screen was first."""
        if self._thread is not None:
            return
        self._thread = Thread(target=self._run, name="screen", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends for good, with the panel switched off: an old total must not stay behind."""
        if self._thread is not None:
            self._stopping = True
            self._wake.set()
            self._thread.join()
        with suppress(*NO_ANSWER_ERRORS):
            (self._panel or self._panels.usual).cleanup()

    def _run(self) -> None:
        while not self._stopping:
            self._wake.wait(self.step())
            self._wake.clear()

    def _refresh(self, now: float) -> None:
        settings = self._settings
        with self._lock:
            wanted, changed_at = self._wanted, self._changed_at
        contrast = settings.dim if now >= changed_at + settings.dim_after else settings.bright
        if self._on_panel is not None and now >= self._set_up_at + settings.renew_every:
            self._shift_index = (self._shift_index + 1) % len(PIXEL_SHIFTS) if settings.shift else 0
            self._on_panel = None
        self._panel = panel = self._panel or self._panels.find()
        frame = pack(panel.preprocess(shifted(wanted, *PIXEL_SHIFTS[self._shift_index])))
        if self._on_panel is None:
            panel.set_up(frame, contrast)
            self._set_up_at = now
        elif self._update(panel, self._on_panel, frame, contrast):
            pass
        elif now >= self._answered_at + settings.check_every:
            panel.check()
        else:
            return
        self._answered(now, frame, contrast)

    def _update(self, panel: OledDriver, on_panel: bytes, frame: bytes, contrast: int) -> bool:
        """Sends what is different, and says whether anything was."""
        windows = changes(on_panel, frame, panel.cost)
        for window in windows:
            panel.send(window, frame)
        if contrast != self._contrast:
            panel.contrast(contrast)
        return bool(windows) or contrast != self._contrast

    def _answered(self, now: float, frame: bytes, contrast: int) -> None:
        self._on_panel = frame
        self._contrast = contrast
        self._answered_at = now
        if self._lost:
            self._lost = False
            self._recovered_at = now
            self._sink(ScreenBack())

    def _mark_lost(self) -> None:
        now = self._clock.now()
        if not self._lost and now >= self._recovered_at + STABLE_AFTER_S:
            self._pause = MIN_RETRY_S
        self._panel = self._on_panel = None
        self._retry_at = now + self._pause
        self._pause = min(2 * self._pause, MAX_RETRY_S)
        if not self._lost:
            self._lost = True
            self._sink(ScreenLost())

    def _due(self) -> float:
        if self._on_panel is None:
            return self._retry_at
        return min(
            self._answered_at + self._settings.check_every,
            self._set_up_at + self._settings.renew_every,
        )


def open_screen(
    oled: Oled, clock: Clock, sink: Sink, settings: ScreenSettings = DEFAULT_SETTINGS
) -> Screen:
    """A screen for this panel, which need not be there yet; nothing is sent before it starts."""
    return Screen(Panels(oled), clock, sink, settings)


def shifted(image: Image.Image, right: int, down: int) -> Image.Image:
    """The picture moved, as far as its empty margin allows: nothing of it is ever cut off."""
    box = image.getbbox()
    if box is None:
        return image
    right = max(-box[0], min(right, image.width - box[2]))
    down = max(-box[1], min(down, image.height - box[3]))
    return ImageChops.offset(image, right, down)
