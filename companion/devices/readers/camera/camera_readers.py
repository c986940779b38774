"""Cameras as readers: what lies before one is tapped, as on any other reader.

Each has a thread of its own, for a picture may take as long to read as a hand to move. What cannot
be read is told once, in a sentence that helps.
"""

import logging
import threading
from collections.abc import Sequence

from companion.clock import Clock
from companion.devices.board.parts import CameraReader
from companion.devices.camera.decoding import PrintedCode, read_codes
from companion.devices.camera.frames import Frame, OpenSource, Source
from companion.devices.camera.motion import Motion
from companion.devices.camera.pictures import advice, is_dark
from companion.devices.readers.camera.code_presence import CodePresence
from companion.devices.readers.presence import CameraLooks, ReaderBack, ReaderLost, ReaderSays
from companion.devices.readers.watcher import Condition, Pace, Sink, Watcher
from companion.errors import CameraError
from companion.i18n.message import Message, count, decimal, say
from companion.match.taps.printed_codes import tag_of

log = logging.getLogger(__name__)

WAIT_S = 0.5
"""For a picture: then the thread looks whether it is to end."""
OPEN_AGAIN_S = 5.0
ADVISE_AFTER_S = 4.0
"""So long something may move before the camera without a code, until it is said why."""
ADVISE_AGAIN_S = 60.0
REST_AFTER_S = 15 * 60.0
"""So long nobody plays, and the camera is switched off until somebody does."""
UPSIDE_DOWN = 180
LEAST_DOTS = 3.0
"""For a small square of a code; four, if a hand shakes."""


class CameraReaders(Watcher):
    """``step`` takes at most one picture of each camera; ``start`` does so in threads."""

    def __init__(
        self,
        places: Sequence[CameraReader],
        sink: Sink,
        clock: Clock,
        pace: Pace,
        open_source: OpenSource,
    ) -> None:
        self._slots = [CameraSlot(place, sink, clock, pace, open_source) for place in places]
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []

    def step(self) -> None:
        for slot in self._slots:
            slot.step()

    def conditions(self) -> list[Condition]:
        return [slot.condition for slot in self._slots]

    def wake(self) -> None:
        for slot in self._slots:
            slot.wake()

    def start(self) -> None:
        self._stopping.clear()
        for slot in self._slots:
            thread = threading.Thread(target=self._run, args=(slot,), name="camera", daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        self._stopping.set()
        while self._threads:
            self._threads.pop().join()
        for slot in self._slots:
            slot.close()

    def _run(self, slot: "CameraSlot") -> None:
        while not self._stopping.is_set():
            try:
                waits = slot.step(WAIT_S)
            except Exception:  # whatever a library stumbles over in a picture
                log.exception("camera")
                waits = True
            if waits:
                self._stopping.wait(WAIT_S)


class CameraSlot:
    """One camera, and the cards before it."""

    def __init__(
        self,
        place: CameraReader,
        sink: Sink,
        clock: Clock,
        pace: Pace,
        open_source: OpenSource,
    ) -> None:
        self._place = place
        self._sink = sink
        self._clock = clock
        self._open_source = open_source
        self._presence = CodePresence(place.zone, again=pace.again)
        self._motion = Motion()
        self._source: Source | None = None
        self._open_next = self._since = clock.now()
        self._why: Message | None = None
        self._codes: list[PrintedCode] = []
        self._unread_since: float | None = None
        self._advised_at: float | None = None
        self._advice: Message | None = None
        self._looks = self._reads = False
        self._played_at = clock.now()

    @property
    def condition(self) -> Condition:
        lying, told = self._presence.cards, self._how_it_reads()
        uid = "\n".join(lying) or None
        return Condition(self._place, uid, 0, 0, self._since, self._why, told)

    def _how_it_reads(self) -> Message:
        if not self._looks:
            return say("the camera is off")
        if not self._codes:
            return self._advice or say("no code in sight")
        least = min(code.dots_a_module for code in self._codes)
        told = count(
            "{n} code, {dots} dots a square",
            "{n} codes, {dots} dots a square",
            len(self._codes),
            dots=decimal(least),
        )
        closer = say("{told}: closer", told=told)
        return told if least >= LEAST_DOTS else closer

    def wake(self) -> None:
        """Somebody plays."""
        self._played_at = self._clock.now()

    def step(self, timeout_s: float = 0.0) -> bool:
        """Takes a picture, if one comes in that time; True where there is no camera to wait for."""
        now = self._clock.now()
        if self._source and self._source.rests and now - self._played_at > REST_AFTER_S:
            self.close()
            self._look_away()
        if self._source is None and (now < self._open_next or now - self._played_at > REST_AFTER_S):
            return True
        try:
            if self._source is None:
                self._source = self._open_source(self._place)
            frame = self._source.read(timeout_s)
        except CameraError as error:
            self._lose(error.message)
            return True
        if self._why:
            self._why = None
            self._sink(ReaderBack(self._place.zone))
        if not self._source.on:
            self._look_away()
        else:
            self._tell_looks(True)
            if frame:
                self._look_at(frame, self._source)
        return False

    def close(self) -> None:
        if self._source:
            self._source.close()
            self._source = None

    def _look_at(self, frame: Frame, source: Source) -> None:
        now = self._clock.now()
        if self._motion.is_still(frame.picture, now):
            return
        self._codes = read_codes(frame.picture)
        source.seen(len(self._codes))
        uids = [uid for code in self._codes if (uid := tag_of(code.text))]
        if self._place.rotation == UPSIDE_DOWN:
            uids.reverse()
        for report in self._presence.see(uids, now, frame.zone):
            self._since = self._played_at = now
            self._sink(report)
        self._advise(frame, now)

    def _advise(self, frame: Frame, now: float) -> None:
        """Somebody shows something, and nothing is read: why, said once in a while. Where codes
        were read before, hands may move as they like: only what is dark is told."""
        if self._codes:
            self._reads = True
            self._unread_since = self._advised_at = self._advice = None
            return
        self._advice = advice(frame.picture)
        if self._unread_since is None:
            self._unread_since = now
        recent = self._advised_at is not None and now - self._advised_at < ADVISE_AGAIN_S
        of_use = not self._reads or is_dark(frame.picture)
        if now - self._unread_since >= ADVISE_AFTER_S and of_use and not recent:
            self._advised_at = now
            self._sink(ReaderSays(self._place.zone, self._advice))

    def _look_away(self) -> None:
        self._motion, self._unread_since, self._codes = Motion(), None, []
        self._reads = False
        for report in self._presence.look_away(self._clock.now()):
            self._sink(report)
        self._tell_looks(False)

    def _tell_looks(self, on: bool) -> None:
        if self._looks != on:
            self._looks = on
            self._sink(CameraLooks(self._place.zone, on))

    def _lose(self, why: Message) -> None:
        self.close()
        self._look_away()
        self._open_next = self._clock.now() + OPEN_AGAIN_S
        if self._why != why:
            self._why = why
            self._sink(ReaderLost(self._place.zone, why))
