"""What a watcher of readers takes and tells, whether it polls them or listens; faults in words."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from companion.devices.board.parts import Reader
from companion.devices.readers.presence import Report
from companion.errors import ReaderError
from companion.i18n.message import Message, say

Sink = Callable[[Report], None]


@dataclass(frozen=True, slots=True)
class Pace:
    """How often the readers look, and how long things last, in seconds.

    Even the slow pace sees a card that lies there for 150 ms.
    """

    fast: float = 0.033
    slow: float = 0.12
    slow_after: float = 180.0
    silence: float = 0.5
    settle: float = 0.3
    again: float = 2.0
    lost_after: float = 0.5
    unclear_after: float = 2.0
    open_again: float = 1.0


@dataclass(frozen=True, slots=True)
class Condition:
    """How a reader does: ``clean`` of its last ``looks`` could be read, or ``why`` it is lost."""

    place: Reader
    card: str | None
    clean: int
    looks: int
    since: float
    """When a card came, or went."""
    why: Message | None
    quality: Message | None = None
    """How well it reads, where it says so itself."""


class Watcher(ABC):
    """Watches readers in a thread of its own; ``step`` is one round of it, for tests."""

    @abstractmethod
    def step(self) -> None: ...

    @abstractmethod
    def conditions(self) -> list[Condition]: ...

    def light(self, name: str, on: bool) -> None:  # noqa: B027 - most have none
        """Lights of their own that some readers have."""

    def wake(self) -> None:  # noqa: B027 - most never rest
        """Somebody plays: what was switched off because nobody did looks again."""

    @abstractmethod
    def start(self) -> None: ...

    @abstractmethod
    def stop(self) -> None:
        """Ends the thread, if there is one, and lets go of the readers."""


def no_reader_answers() -> ReaderError:
    return ReaderError(
        say("No reader answers there. Check its power, its wires and its chip select.")
    )


def forgets_settings() -> ReaderError:
    return ReaderError(say("The reader answers, but forgets its settings. Check its 3.3 V supply."))
