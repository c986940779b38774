"""MQTT topics such as ``table-companion/1/<table>/state``, and whose a table's name is."""

import hashlib
import re
import unicodedata
import uuid
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.i18n.message import Message, say
from companion.storage.json_file import DECODE_ERRORS

PREFIX = "table-companion/1"
STATUS, TABLE, STATE, NEWS, ENDED, HELP, SAY = (
    *("status", "table", "state", "news", "ended", "help", "say"),
)
TABLE_TOPICS = (STATUS, TABLE, STATE, NEWS, ENDED, HELP)
RESULT = "result"
"""One topic below it for each result that no hall has confirmed yet."""
RETAINED = (STATUS, TABLE, STATE, ENDED, HELP, SAY)
HALL = "hall"
HALL_SAYS = f"{PREFIX}/{HALL}/{SAY}"
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MAX_SLUG_LENGTH = 48
ONLINE, OFFLINE = b"online", b"offline"
YES = b"yes"


@dataclass(frozen=True, slots=True)
class IncomingMessage:
    topic: str
    payload: bytes
    retained: bool
    """Was it said before we listened?"""


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    topic: str
    payload: bytes
    retained: bool = True


def topic(table: str, what: str) -> str:
    return f"{PREFIX}/{table}/{what}"


def discovery_topic(table: str) -> str:
    """Where Home Assistant looks for new devices."""
    return f"homeassistant/device/table-companion/{table}/config"


def parse_topic(name: str) -> tuple[str, str] | None:
    """The table and what is told of it; None for a topic that no table of ours could have."""
    table, _, what = name.removeprefix(f"{PREFIX}/").partition("/")
    fits = SLUG.fullmatch(table) and len(table) <= MAX_SLUG_LENGTH and table != HALL
    return (table, what) if fits else None


def slug(name: str) -> str:
    """A table's name as a word of a topic: "Mesa 4 · Salão" is ``mesa-4-salao``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = "-".join(re.findall(r"[a-z0-9]+", plain))[: MAX_SLUG_LENGTH - 9].strip("-")
    return f"table-{found}".rstrip("-") if found in ("", HALL) else found


def machine_id(folder: Path) -> str:
    """Eight letters that tell this table from all others, and nobody anything else.

    The address of the network card is in it because copied memory cards have the same machine id,
    and the folder because one machine may have two tables.
    """
    try:
        machine = Path("/etc/machine-id").read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        machine = ""
    told = f"table-companion {machine} {uuid.getnode()} {folder.resolve()}"
    return hashlib.sha256(told.encode()).hexdigest()[:8]


SETTLE_S = 0.3
"""By then a broker has sent what is retained under this name."""


class Owner(msgspec.Struct):
    id: str = ""


class NameClaim:
    """A table's claim to its name; the second of two adds its machine's id.

    The name of a table that is offline is free: a new machine at the same table takes it over.
    """

    def __init__(self, name: str, machine: str) -> None:
        self.slug = slug(name)
        self.fault: Message | None = None
        self._name = name
        self._machine = machine
        self._owner = ""
        self._online = False
        self._settled_at: float | None = None

    def connected(self, now: float) -> None:
        """What is retained under this name arrives from now on."""
        self._settled_at = now + SETTLE_S

    def disconnected(self) -> None:
        """Whoever else has the name may be gone, too, before the next connection."""
        self._settled_at, self._owner, self._online = None, "", False

    def due(self, now: float) -> float | None:
        """Seconds until the name is settled."""
        if self._settled_at is None or now >= self._settled_at:
            return None
        return self._settled_at - now

    def is_settled(self, now: float) -> bool:
        return self._settled_at is not None and now >= self._settled_at

    def receive(self, message: IncomingMessage) -> None:
        if message.topic == topic(self.slug, TABLE):
            self._owner = owner_in(message.payload)
        elif message.topic == topic(self.slug, STATUS):
            self._online = message.payload == ONLINE

    def is_lost(self, published: bool) -> bool:
        """Is it another's? Of two who ``published`` it at once, the lower machine id keeps it."""
        other = self._owner not in ("", self._machine)
        return other and (self._owner < self._machine if published else self._online)

    def rename(self) -> None:
        self.slug = f"{slug(self._name)}-{self._machine}"
        self.fault = say(
            "Another table here is called {name}: this one is {other} in the hall."
            " Please give one of them another name (--name).",
            name=self._name,
            other=self.slug,
        )
        self.disconnected()


def owner_in(payload: bytes) -> str:
    try:
        return msgspec.json.decode(payload, type=Owner).id
    except DECODE_ERRORS:
        return ""
