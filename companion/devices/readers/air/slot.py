"""A zone whose reader is on the air: how it was paired, what has come, which card lies there."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from companion.devices.board.parts import MqttReader
from companion.devices.readers.air.messages import Order, SeatMessage, TapStream
from companion.devices.readers.presence import (
    CardArrived,
    Presence,
    ReaderButton,
    ReaderSays,
    Report,
    Seen,
)
from companion.devices.readers.watcher import Condition, Pace
from companion.i18n.message import Message, count, say
from companion.storage.json_file import JsonFile

LATE_S = 20.0
"""What was tapped so long ago is not carried out: the game has moved on."""
RESTART_S = 10.0
"""A reader that is back within that time may tell the card anew that was there all along."""
STILL_THERE_S = 2.0
"""A device that tells no end of a tap says its number again and again while a card lies there."""
TWINS_AGAIN_S = 60.0
UNREADABLE_TAG = say("It has told something that is no tag's number.")
SILENT_S = 40.0
"""A seat reader says every 15 seconds that it is there."""


class AirSlot:
    def __init__(self, place: MqttReader, name: str, pace: Pace, now: float) -> None:
        self.place = place
        self.name = name
        self.online: bool | None = None
        """Whether it is in reach, as far as anybody has said."""
        self.heard_at = now
        """When it, or the broker for it, has last said so."""
        self.fault: Message | None = None
        """What is wrong with it, as it was reported last."""
        self.stream = TapStream()
        silence = STILL_THERE_S if place.topic else 0.0
        self._presence = Presence(place.zone, silence=silence, settle=pace.settle, again=pace.again)
        self._last_heard = self._since = now
        self._twins_told: float | None = None
        self._unreadable_told = False

    @property
    def condition(self) -> Condition:
        return Condition(self.place, self._presence.card, 0, 0, self._since, self.fault)

    def hear(self, message: SeatMessage, now: float) -> Iterator[Report]:
        """What a seat reader told, unless it has come before."""
        zone = self.place.zone
        if self.stream.is_of_another(message) and not self._twins_are_known(now):
            twins = say("Two readers are called {name}: give one another name.", name=self.name)
            yield ReaderSays(zone, twins)
        known = message.boot in self.stream.last
        order = self.stream.take(message)
        if order is Order.REPEATED:
            return
        if order is Order.AFTER_A_GAP:
            yield ReaderSays(zone, say("A tap was lost on the way. Look whether one is missing."))
        # What is told late happened earlier, but never before what was told before it.
        at = max(self._last_heard, now - message.ago / 1000)
        if message.uid and not known and at - self._last_heard > RESTART_S:
            yield from self._presence.see(Seen.NOTHING, self._last_heard)
        seconds = message.ago / 1000
        late = seconds >= LATE_S and not message.gone
        yield from self._late(seconds) if late else self._act(message, at)
        self._last_heard = at

    def _act(self, message: SeatMessage, at: float) -> Iterator[Report]:
        id = f"{self.name}/{message.boot}/{message.n}"
        if message.button:
            yield ReaderButton(self.place.button, message.button == "hold", id)
            return
        self._since = at
        for report in self._presence.see(message.uid or Seen.NOTHING, at):
            if isinstance(report, CardArrived):
                report = CardArrived(report.zone, report.uid, report.again, id)
            yield report

    def _late(self, seconds: float) -> Iterator[Report]:
        words = count(
            "A tap came {n} second late, and does not count.",
            "A tap came {n} seconds late, and does not count.",
            int(seconds),
        )
        yield ReaderSays(self.place.zone, words)

    def hear_number(self, uid: str, now: float) -> list[Report]:
        """What another device publishes: a number, and nothing when the card is gone."""
        if uid:
            self._since = now
            return self._presence.see(uid, now)
        told, self._unreadable_told = self._unreadable_told, True
        return [] if told else [ReaderSays(self.place.zone, UNREADABLE_TAG)]

    def hear_status(self, online: bool, now: float) -> None:
        self.online, self.heard_at = online, now

    def wrong(self, now: float, settled: bool) -> Message | None:
        """Why nobody could tap a card there, while the broker is there."""
        if self.place.topic or (self.online is None and not settled):
            return None if self.place.topic else self.fault
        if self.online and now - self.heard_at < SILENT_S:
            return None
        return say("{name} is out of reach: check its power, and the Wi-Fi.", name=self.name)

    def pass_time(self, now: float) -> list[Report]:
        return self._presence.see(Seen.NOTHING, now) if self.place.topic else []

    @property
    def due(self) -> float | None:
        """When a card or a seat reader counts as gone, unless something is heard of it."""
        if self.place.topic:
            return self._since + STILL_THERE_S if self._presence.card else None
        return self.heard_at + SILENT_S if self.online and not self.fault else None

    def _twins_are_known(self, now: float) -> bool:
        before, self._twins_told = self._twins_told, now
        return before is not None and now - before < TWINS_AGAIN_S


FILE = "readers.json"


class _File(msgspec.Struct):
    table_companion_readers: int
    names: dict[str, str]


class Pairings:
    """By zone, the name of its reader. Without a file they last as long as the process."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = JsonFile(folder / FILE if folder else None, _File)
        found = self._file.read()
        self._names = found.names if found else {}

    @property
    def names(self) -> Mapping[str, str]:
        return self._names

    @property
    def fault(self) -> Message | None:
        return self._file.fault

    def pair(self, zone: str, name: str) -> None:
        self._keep({**self._names, zone: name})

    def forget(self, zone: str) -> None:
        self._keep({each: name for each, name in self._names.items() if each != zone})

    def _keep(self, names: dict[str, str]) -> None:
        self._names = names
        self._file.write(_File(1, names))
