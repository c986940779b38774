"""The OLED on the table: it shows the latest picture, and never holds anybody up.

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
from companion.devices.board import parts
from companion.devices.board.parts import Driver, Rotation
from companion.devices.drawing.frames import HEIGHT, WIDTH, changes, pack
from companion.devices.screen.oled import NO_ANSWER, FoundOut, Link, Oled, open_panel
from companion.i18n.message import Message, say

log = logging.getLogger(__name__)

SHORTEST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
STEADY = 10.0  # seconds of answering after which a panel's past is forgotten

PLACES = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
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
class Care:
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


DEFAULT_CARE = Care()


class Screen:
    """Shows the latest picture: ``show`` from any thread, the rest from one."""

    size = (WIDTH, HEIGHT)

    def __init__(self, panel: Oled | FoundOut, clock: Clock, sink: Sink, care: Care) -> None:
        self._panel = panel
        self._clock = clock
        self._sink = sink
        self._care = care

        self._lock = Lock()
        self._news = Event()
        self._wanted = Image.new("1", self.size)
        self._changed_at = clock.now()

        self._held: bytes | None = None  # what the panel has; None if nobody can know
        self._contrast = care.bright
        self._place = 0
        self._set_up_at = self._heard_at = self._try_at = self._back_at = clock.now()
        self._pause = SHORTEST_PAUSE
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
        self._news.set()

    def step(self) -> float:
        """One round: sends what has to be sent. Returns the seconds until there may be more."""
        now = self._clock.now()
        if self._held is not None or now >= self._try_at:
            try:
                self._refresh(now)
            except NO_ANSWER:
                self._lose()
            except Exception:
                # Whatever the driver stumbles over: it is set up anew, and this thread goes on.
                if not self._lost:
                    log.exception("the small screen")
                self._lose()
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
            self._news.set()
            self._thread.join()
        with suppress(*NO_ANSWER):
            self._panel.cleanup()

    def _run(self) -> None:
        while not self._stopping:
            self._news.wait(self.step())
            self._news.clear()

    def _refresh(self, now: float) -> None:
        care = self._care
        with self._lock:
            wanted, changed_at = self._wanted, self._changed_at
        contrast = care.dim if now >= changed_at + care.dim_after else care.bright
        if self._held is not None and now >= self._set_up_at + care.renew_every:
            self._place = (self._place + 1) % len(PLACES) if care.shift else 0
            self._held = None
        frame = pack(self._panel.preprocess(shifted(wanted, *PLACES[self._place])))
        if self._held is None:
            self._panel.set_up(frame, contrast)
            self._set_up_at = now
        elif self._update(self._held, frame, contrast):
            pass
        elif now >= self._heard_at + care.check_every:
            self._panel.check()
        else:
            return
        self._heard(now, frame, contrast)

    def _update(self, held: bytes, frame: bytes, contrast: int) -> bool:
        """Sends what is different, and says whether anything was."""
        windows = changes(held, frame, self._panel.cost)
        for window in windows:
            self._panel.send(window, frame)
        if contrast != self._contrast:
            self._panel.contrast(contrast)
        return bool(windows) or contrast != self._contrast

    def _heard(self, now: float, frame: bytes, contrast: int) -> None:
        self._held = frame
        self._contrast = contrast
        self._heard_at = now
        if self._lost:
            self._lost = False
            self._back_at = now
            self._sink(ScreenBack())

    def _lose(self) -> None:
        now = self._clock.now()
        if not self._lost and now >= self._back_at + STEADY:
            self._pause = SHORTEST_PAUSE
        self._held = None
        self._try_at = now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if not self._lost:
            self._lost = True
            self._sink(ScreenLost())

    def _due(self) -> float:
        if self._held is None:
            return self._try_at
        return min(
            self._heard_at + self._care.check_every, self._set_up_at + self._care.renew_every
        )


def open_screen(
    driver: Driver,
    clock: Clock,
    sink: Sink,
    *,
    port: int = 1,
    address: int = 0x3C,
    rotation: Rotation = 0,
    care: Care = DEFAULT_CARE,
) -> Screen:
    """A screen for this panel, which need not be there yet; nothing is sent before it starts."""
    return Screen(open_panel(driver, Link(port, address), rotation), clock, sink, care)


def screen_of(oled: parts.Oled, clock: Clock, sink: Sink) -> Screen:
    """The screen that a board profile names."""
    return open_screen(
        oled.driver,
        clock,
        sink,
        port=oled.port,
        address=oled.address,
        rotation=oled.rotation,
    )


def shifted(image: Image.Image, right: int, down: int) -> Image.Image:
    """The picture moved, as far as its empty margin allows: nothing of it is ever cut off."""
    box = image.getbbox()
    if box is None:
        return image
    right = max(-box[0], min(right, image.width - box[2]))
    down = max(-box[1], min(down, image.height - box[3]))
    return ImageChops.offset(image, right, down)
