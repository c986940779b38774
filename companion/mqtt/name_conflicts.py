"""Two tables of one name: who comes second goes by its name and its machine's id.

The name of a table that is offline is free: a new machine at the same table takes it over.
"""

import msgspec

from companion.i18n.message import Message, say
from companion.mqtt import topics
from companion.mqtt.connection import Heard
from companion.mqtt.topics import topic

LOOK = 0.3
"""Seconds after a connection in which a broker has told what it kept of this name."""


class Owner(msgspec.Struct):
    id: str = ""


class Namesake:
    def __init__(self, name: str, machine: str) -> None:
        self.slug = topics.slug(name)
        self.fault: Message | None = None
        self._name = name
        self._machine = machine
        self._owner = ""
        self._online = False
        self._settled_at: float | None = None

    def look_around(self, now: float) -> None:
        """A connection was made: what is kept of this name will be heard now."""
        self._settled_at = now + LOOK

    def forget(self) -> None:
        """The connection is lost, and whoever else has the name may be gone with it."""
        self._settled_at, self._owner, self._online = None, "", False

    def due(self, now: float) -> float | None:
        """Seconds until it is clear whose the name is."""
        if self._settled_at is None or now >= self._settled_at:
            return None
        return self._settled_at - now

    def is_settled(self, now: float) -> bool:
        return self._settled_at is not None and now >= self._settled_at

    def hear(self, heard: Heard) -> None:
        if heard.topic == topic(self.slug, topics.TABLE):
            self._owner = owner_of(heard.payload)
        elif heard.topic == topic(self.slug, topics.STATUS):
            self._online = heard.payload == topics.ONLINE

    def must_yield(self, told: bool) -> bool:
        """Has somebody else the name? Who has ``told`` theirs at the same time as another yields to
        the one whose machine comes first."""
        other = self._owner not in ("", self._machine)
        return other and (self._owner < self._machine if told else self._online)

    def step_aside(self) -> None:
        self.slug = f"{topics.slug(self._name)}-{self._machine}"
        self.fault = say(
            "Another table here is called {name}: this one is {other} in the hall."
            " Please give one of them another name (--name).",
            name=self._name,
            other=self.slug,
        )
        self.forget()


def owner_of(payload: bytes) -> str:
    try:
        return msgspec.json.decode(payload, type=Owner).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
