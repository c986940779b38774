"""What a reader on the air publishes: ``table-companion-readers/1/<name>/tap``, and other forms.

A seat reader of ours numbers its taps, so that one that is told twice counts once, and tells them
again until they are acknowledged. Whatever else publishes a tag's number is taken as it is. Pure.
"""

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Annotated, Any, Literal

import msgspec

PREFIX = "table-companion-readers/1"
TAP, STATUS, TOLD, LIGHT = "tap", "status", "told", "light"
MAX_BYTES = 1024
UID = re.compile(r"[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20}")
"""The numbers that ISO 14443 knows: four, seven or ten bytes."""
SEPARATORS = re.compile(r"[\s:.-]|^0x")
UID_KEYS = ("uid", "tag_id", "tag", "id")
MAX_DEPTH = 4


class SeatMessage(msgspec.Struct, frozen=True):
    """A tap, the end of one, or the button of a seat reader."""

    boot: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
    """Chosen by chance whenever the reader starts."""
    n: Annotated[int, msgspec.Meta(ge=1, lt=2**32)]
    """Counts what it has told since then, from 1."""
    uid: str = ""
    gone: bool = False
    button: Literal["", "press", "hold"] = ""
    ago: Annotated[int, msgspec.Meta(ge=0, lt=2**32)] = 0
    """Milliseconds since it happened."""


def topic(name: str, what: str) -> str:
    return f"{PREFIX}/{name}/{what}"


def parse_topic(told: str) -> tuple[str, str]:
    """Which reader's it is, and what it tells; both empty for a topic of something else."""
    head, _, rest = told.partition(f"{PREFIX}/")
    name, _, what = rest.partition("/")
    return (name, what) if not head and name and what else ("", "")


def tag_number(text: str) -> str:
    """``74-10-37-94`` as ``74103794``; empty if it is no tag's number."""
    found = SEPARATORS.sub("", text.strip().lower())
    return found if UID.fullmatch(found) else ""


def read_seat(payload: bytes) -> SeatMessage | None:
    """None for what cannot be a seat reader's."""
    if len(payload) > MAX_BYTES:
        return None
    try:
        message = msgspec.json.decode(payload, type=SeatMessage)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    told = (bool(message.uid), message.gone, bool(message.button)).count(True)
    if told != 1 or (message.uid and not tag_number(message.uid)):
        return None
    return msgspec.structs.replace(message, uid=tag_number(message.uid))


def read_tag(payload: bytes) -> str:
    """A tag's number, bare or somewhere in JSON, as Home Assistant's tag scanners publish it
    (``{"PN532": {"UID": "…"}}``); empty if there is none."""
    if len(payload) > MAX_BYTES:
        return ""
    try:
        if found := tag_number(payload.decode()):
            return found
        return tag_within(msgspec.json.decode(payload))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


def tag_within(value: Any, depth: int = 0) -> str:
    if isinstance(value, str):
        return tag_number(value) if depth == 0 else ""
    if not isinstance(value, dict) or depth > MAX_DEPTH:
        return ""
    named = {str(key).lower(): below for key, below in value.items()}
    for key in UID_KEYS:
        if isinstance(below := named.get(key), str) and (found := tag_number(below)):
            return found
    return next(filter(None, (tag_within(each, depth + 1) for each in value.values())), "")


def acknowledged(message: SeatMessage) -> bytes:
    return msgspec.json.encode({"boot": message.boot, "n": message.n})


BOOTS_REMEMBERED = 4


class Order(Enum):
    NEW = auto()
    AFTER_A_GAP = auto()
    """New, and something before it never came."""
    REPEATED = auto()


@dataclass(slots=True)
class TapStream:
    """Knows what has come since each of the last few starts of a reader."""

    last: dict[str, int] = field(default_factory=dict)
    """By start: the number of the newest that has come; the newest start is at the end."""
    handled: dict[str, int] = field(default_factory=dict)
    """By start: the number of the newest that is dealt with."""

    def take(self, message: SeatMessage) -> Order:
        before = self.last.get(message.boot)
        if before is not None and message.n <= before:
            return Order.REPEATED
        self.last.pop(message.boot, None)
        self.last[message.boot] = message.n
        while len(self.last) > BOOTS_REMEMBERED:
            forgotten = next(iter(self.last))
            del self.last[forgotten]
            self.handled.pop(forgotten, None)
        # Of a start that nobody knows, what came before may have been told to an earlier process.
        gap = before is not None and message.n > before + 1
        return Order.AFTER_A_GAP if gap else Order.NEW

    def is_handled(self, message: SeatMessage) -> bool:
        return message.n <= self.handled.get(message.boot, 0)

    def handle(self, message: SeatMessage) -> None:
        self.handled[message.boot] = message.n

    def is_of_another(self, message: SeatMessage) -> bool:
        """Does one that was thought to have started anew go on as before? Then they are two."""
        return message.boot in self.last and next(reversed(self.last)) != message.boot
