"""Texts that are put together from others, and odds and doubtful numbers as people read them."""

from collections.abc import Iterable
from fractions import Fraction

from companion.i18n.message import Message

MARK = "*"
"""Behind a number that rests on something which nobody has verified."""
UNBROKEN = "\N{NO-BREAK SPACE}"


def joined(parts: Iterable[object], between: str = ", ") -> Message:
    """Several texts one after the other."""
    values = {f"p{at}": part for at, part in enumerate(parts)}
    return Message(between.join(f"{{{name}}}" for name in values), values)


def pair(name: object, value: object) -> Message:
    """``Red: Wood``"""
    return Message("{name}: {value}", {"name": name, "value": value})


def by_name(words: Message) -> Message:
    """A card without the number that people read before its name."""
    name = words.values.get("name")
    return name if words.text == "{number} {name}" and isinstance(name, Message) else words


def percent(odds: Fraction) -> str:
    """As people say it; what is possible is never nothing, and what is not certain never all."""
    if 0 < odds < Fraction(1, 200):
        return f"<1{UNBROKEN}%"
    if Fraction(199, 200) < odds < 1:
        return f">99{UNBROKEN}%"
    return f"{round(100 * odds)}{UNBROKEN}%"
