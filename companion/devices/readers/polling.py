"""Polls the readers that are wired to the Pi in one thread, in turn: one antenna is on at a time.

A reader that does not answer is reported once, tried at every round, and reported again when it is
back.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from companion.clock import Clock
from companion.devices.board.parts import Rc522Reader, WiredReader
from companion.devices.readers import presence
from companion.devices.readers.watcher import Condition, Pace, Sink, Watcher
from companion.errors import LineUnavailable, ReaderError
from companion.i18n.message import Message, say

log = logging.getLogger(__name__)

LOOKS_REMEMBERED = 20
NO_DRIVER = say("The readers have no driver yet: run “companion drivers” once.")


class Driver(Protocol):
    """One reader that is open."""

    def look(self) -> presence.Sighting: ...

    def close(self) -> None: ...


class PolledReaders(Watcher):
    """Watches the places; ``step`` is one round, ``start`` and ``stop`` run rounds in a thread."""

    def __init__(self, places: Sequence[WiredReader], sink: Sink, clock: Clock, pace: Pace) -> None:
        self._clock = clock
        self._pace = pace
        self._sink = sink
        self._slots = [
            _ReaderSlot(place, self._clock, self._pace, self._hold_reset_line) for place in places
        ]
        self._release_reset_line: Callable[[], None] | None = None
        self._places = places
        self._without_driver: list[str] = []
        self._due = self._last_event = self._clock.now()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def step(self) -> None:
        """Waits until the next round is due, then lets every reader look once."""
        self._clock.sleep(max(0.0, self._due - self._clock.now()))
        self._due = self._clock.now() + self._interval()
        for slot in self._slots:
            for report in slot.look():
                self._last_event = self._clock.now()
                if not self._is_known(report):
                    self._sink(report)

    def _is_known(self, report: presence.Report) -> bool:
        """A driver that is missing is missing for all of them: one sentence is enough."""
        match report:
            case presence.ReaderLost(zone, why) if why == NO_DRIVER:
                self._without_driver.append(zone)
                return len(self._without_driver) > 1
            case presence.ReaderBack(zone) if zone in self._without_driver:
                self._without_driver.remove(zone)
                return zone != self._places[0].zone
        return False

    def conditions(self) -> list[Condition]:
        return [slot.condition for slot in self._slots]

    def start(self) -> None:
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="readers", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread, if there is one, and lets go of the readers."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        for slot in self._slots:
            slot.close()
        if self._release_reset_line:
            self._release_reset_line()
            self._release_reset_line = None

    def _hold_reset_line(self) -> None:
        """Until all readers stop: one that fails must not send the others to sleep."""
        if self._release_reset_line is None:
            from companion.devices.readers.chip import RESET_LINE

            RESET_LINE.hold()
            self._release_reset_line = RESET_LINE.release

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.step()

    def _interval(self) -> float:
        idle = self._clock.now() - self._last_event
        return self._pace.slow if idle >= self._pace.slow_after else self._pace.fast


class _ReaderSlot:
    """One place: its reader, when there is one, and the card that lies there."""

    def __init__(
        self, place: WiredReader, clock: Clock, pace: Pace, hold_reset_line: Callable[[], None]
    ) -> None:
        self._place = place
        self._hold_reset_line = hold_reset_line
        self._clock = clock
        self._pace = pace
        self._presence = presence.Presence(
            place.zone, silence=pace.silence, settle=pace.settle, again=pace.again
        )
        self._reader: Driver | None = None
        self._open_next = clock.now()
        self._blind_since: float | None = None
        self._unclear_since: float | None = None
        self._lost = False
        self._why: Message
        self._looks: deque[bool] = deque(maxlen=LOOKS_REMEMBERED)
        self._since = clock.now()

    @property
    def condition(self) -> Condition:
        return Condition(
            self._place,
            self._presence.card,
            sum(self._looks),
            len(self._looks),
            self._since,
            self._why if self._lost else None,
        )

    def look(self) -> list[presence.Report]:
        if self._reader is None and self._clock.now() < self._open_next:
            return self._blind()
        try:
            if self._reader is None:
                self._reader = self._open()
            sighting = self._reader.look()
        except ReaderError as error:
            self._why = error.message
            return self._blind()
        except Exception as error:
            # Whatever a driver stumbles over: the other readers, and this thread, go on.
            if not isinstance(error, OSError) and self._blind_since is None:
                log.exception("reader %s", self._place.zone)
            self.close()
            self._why = _bus_trouble(self._place, error)
            return self._blind()
        now = self._clock.now()
        self._blind_since = None
        self._looks.append(sighting is not presence.Seen.UNCLEAR)
        if sighting is presence.Seen.UNCLEAR:
            return self._unclear(now) + self._presence.see(sighting, now)
        self._unclear_since = None
        back: list[presence.Report] = [presence.ReaderBack(self._place.zone)] if self._lost else []
        self._lost = False
        seen = self._presence.see(sighting, now)
        if seen:
            self._since = now
        return back + seen

    def close(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            with suppress(OSError):
                reader.close()

    def _open(self) -> Driver:
        self._open_next = self._clock.now() + self._pace.open_again
        try:
            return self._driver(self._place)
        except LineUnavailable as error:
            raise ReaderError(error.message) from error
        except OSError:
            raise
        except ModuleNotFoundError as error:
            if error.name != "mfrc522":
                raise ReaderError(_does_not_start(error)) from error
            raise ReaderError(NO_DRIVER) from error
        except Exception as error:  # packages for pins each fail with a class of their own
            raise ReaderError(_does_not_start(error)) from error

    def _driver(self, place: WiredReader) -> Driver:
        if isinstance(place, Rc522Reader):
            from companion.devices.readers.rc522 import Rc522

            self._hold_reset_line()
            return Rc522(*place.place, self._clock, gain=place.gain, spi_hz=place.spi_hz)
        from companion.devices.readers.pn532.pn532 import Pn532

        return Pn532(place, self._clock)

    def _unclear(self, now: float) -> list[presence.Report]:
        """It hears something, again and again, and no number: nobody could tap a card there."""
        if self._unclear_since is None:
            self._unclear_since = now
        if self._lost or now - self._unclear_since < self._pace.unclear_after:
            return []
        self._lost = True
        self._why = say(
            "It hears something that it cannot read. Lift what lies there, also coins and phones; "
            "if that does not help, “companion doctor” looks closer."
        )
        return [presence.ReaderLost(self._place.zone, self._why)]

    def _blind(self) -> list[presence.Report]:
        now = self._clock.now()
        self._looks.append(False)
        self._presence.look_away(now)
        if self._blind_since is None:
            self._blind_since = now
        if self._lost or now - self._blind_since < self._pace.lost_after:
            return []
        self._lost = True
        return [presence.ReaderLost(self._place.zone, self._why)]


def _does_not_start(error: Exception) -> Message:
    return say("The reader's driver does not start here ({error}).", error=error)


def _bus_trouble(place: WiredReader, error: Exception) -> Message:
    node = place.node
    if isinstance(error, FileNotFoundError):
        return say(
            "{node} does not exist. Switch {bus} on in the boot configuration.",
            node=node,
            bus=place.bus_name,
        )
    if isinstance(error, PermissionError):
        return say(
            "{node} may not be opened. Add the user to the group {group}.",
            node=node,
            group=place.group,
        )
    return say("{node} does not work ({error}).", node=node, error=error)
