"""What the doctor found out: a fact, whether it is good, and what to do about it."""

from dataclasses import dataclass
from typing import Literal

from companion.i18n.message import Message


@dataclass(frozen=True, slots=True)
class Finding:
    """``check`` is stable, for programs; what people read are the two sentences."""

    check: str
    state: Literal["ok", "warning", "bad"]
    found: Message
    fix: Message | None = None


def ok(check: str, found: Message) -> Finding:
    return Finding(check, "ok", found)


def warning(check: str, found: Message, fix: Message) -> Finding:
    return Finding(check, "warning", found, fix)


def bad(check: str, found: Message, fix: Message) -> Finding:
    return Finding(check, "bad", found, fix)
