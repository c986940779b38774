"""A sentence that somebody will read: the English text and what goes into it.

The rules know no language, so they hand out messages; ``companion.i18n.catalogs`` says them in the
reader's own. The English text is the key of the translation catalogs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Message:
    text: str
    values: Mapping[str, object] = field(default_factory=dict)
    plural: str | None = None
    names: Mapping[str, str] | None = None
    """By language: the translations of a name that comes from data, not from the catalogs."""

    def say(self, translate: Callable[["Message"], str]) -> str:
        """This sentence, with every message inside it said in the same language."""
        if self.names is not None:
            return translate(self)  # a name is no pattern: its braces are its own
        values = {
            name: value.say(translate) if isinstance(value, Message) else shown(value)
            for name, value in self.values.items()
        }
        return translate(self).format_map(values)

    def english(self) -> str:
        return self.plural if self.plural and self.values["n"] != 1 else self.text

    def __str__(self) -> str:
        return self.say(Message.english)


def shown(value: object) -> object:
    """As people read it: a number below nothing has a real minus."""
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def say(text: str, /, **values: object) -> Message:
    """A sentence with ``{names}`` to fill in; a value may be a message itself."""
    return Message(text, values)


def count(one: str, many: str, /, n: int, **values: object) -> Message:
    """A sentence that changes with the number ``{n}``."""
    return Message(one, {"n": n, **values}, many)


def decimal(number: float) -> Message:
    """A number with one decimal: not every language has a point before it."""
    whole, tenths = f"{number:.1f}".split(".")
    return say("{whole}.{tenths}", whole=whole, tenths=tenths)


def signed(number: int) -> str:
    """``+3``, ``+0``, and ``−3`` with a real minus."""
    return f"{number:+}".replace("-", "−")


def name(english: str, /, **translations: str) -> Message:
    """A name that its data translates, such as a card's; empty where no edition prints it."""
    return Message(english, names=translations)
