"""All readers of a table, whatever their kind: each kind has its watcher.

What happens is reported to a callable, which should only put it into a queue.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.clock import Clock, SystemClock
from companion.devices.board import parts
from companion.devices.readers.polling import PolledReaders
from companion.devices.readers.watcher import Condition, Pace, Sink, Watcher

if TYPE_CHECKING:
    from companion.devices.camera.page_camera import PageCamera

Watch = Callable[[Sequence[Any], Sink, Clock, Pace], Watcher]


def watchers(folder: Path | None, page: "PageCamera | None") -> Mapping[type[parts.Reader], Watch]:
    """Who watches readers of a kind; kinds with one watcher are handed to it together. What is slow
    to import is imported by a function of its own, once a profile has such a reader."""
    return {
        parts.Rc522Reader: PolledReaders,
        parts.Pn532Reader: PolledReaders,
        parts.MqttReader: partial(on_air, folder=folder),
        parts.CameraReader: partial(cameras, page=page),
    }


def on_air(
    places: Sequence[Any], sink: Sink, clock: Clock, pace: Pace, *, folder: Path | None
) -> Watcher:
    from companion.devices.readers.air import air_readers

    return air_readers.on_air(places, sink, clock, pace, folder)


def cameras(
    places: Sequence[Any], sink: Sink, clock: Clock, pace: Pace, *, page: "PageCamera | None"
) -> Watcher:
    from companion.devices.camera.sources import open_source
    from companion.devices.readers.camera.camera_readers import CameraReaders

    return CameraReaders(places, sink, clock, pace, partial(open_source, clock=clock, page=page))


class Readers:
    """``start`` and ``stop`` them all; ``step`` is one round of each watcher. ``folder`` is where
    a watcher keeps what it has to know the next time, ``page`` a browser's camera."""

    def __init__(
        self,
        places: Sequence[parts.Reader],
        sink: Sink,
        *,
        clock: Clock | None = None,
        pace: Pace | None = None,
        folder: Path | None = None,
        page: "PageCamera | None" = None,
    ) -> None:
        kinds = watchers(folder, page)
        by_watcher: dict[Watch, list[parts.Reader]] = {}
        for place in places:
            by_watcher.setdefault(kinds[type(place)], []).append(place)
        clock, pace = clock or SystemClock(), pace or Pace()
        self._watchers = [
            watch(watched, sink, clock, pace) for watch, watched in by_watcher.items()
        ]

    def step(self) -> None:
        for each in self._watchers:
            each.step()

    def conditions(self) -> list[Condition]:
        return [condition for each in self._watchers for condition in each.conditions()]

    def light(self, name: str, on: bool) -> None:
        """Some readers have lights of their own: that of their zone, and one in their button."""
        for each in self._watchers:
            each.light(name, on)

    def wake(self) -> None:
        """Somebody plays: what was switched off because nobody did looks again."""
        for each in self._watchers:
            each.wake()

    def start(self) -> None:
        for each in self._watchers:
            each.start()

    def stop(self) -> None:
        for each in self._watchers:
            each.stop()
