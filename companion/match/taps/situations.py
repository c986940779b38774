"""What is half said at a table, beside how the game stands: all that a screen needs to know of it.

Only the tap grammar moves from one situation to the next.
"""

from dataclasses import dataclass

from companion.games.display import Choice, Page
from companion.games.taps import Ending, Throw, Wait
from companion.i18n.message import Message
from companion.match.taps.enrolment import Enrolment

FRAME = 0.12
"""Seconds between two pictures of a die that rolls."""


@dataclass(frozen=True, slots=True)
class Resting:
    """Nothing is half said. Where the game asks something, ``mark`` is at one of the answers."""

    mark: int = 0


@dataclass(frozen=True, slots=True)
class Pending:
    """A gesture that is not complete, and what it waits for."""

    wait: Wait
    mark: int = 0

    @property
    def lasts(self) -> bool:
        """Is somebody in the midst of it? Who pays card by card is not hurried."""
        return len(self.wait.gesture.things) > 1


@dataclass(frozen=True, slots=True)
class Undoing:
    """What a second press of UNDO takes back."""

    label: Message
    revision: int


@dataclass(frozen=True, slots=True)
class Clearing:
    """The game is over: a second press of NEXT puts a new one on the table."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """What a second press of NEXT ends for everybody."""

    ending: Ending
    revision: int


@dataclass(frozen=True, slots=True)
class Looking:
    """Somebody leafs through the pages: so many on, or back."""

    page: int


@dataclass(frozen=True, slots=True)
class Begun:
    """Something has happened: for a while, the screen says what it came to, or what people do now
    in the step that NEXT has led to."""

    page: Page | None = None
    """What it came to, where there is a page of it."""
    came: Message | None = None
    """The same in one line."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die rolls until ``still``, and then shows its face; what it did is done already."""

    role: str
    die: str
    faces: tuple[str, ...]
    since: float
    still: float
    came: Message
    """What it did."""

    def frame(self, now: float) -> int:
        """Which picture of the rolling die is due."""
        # A hair more, so that a picture is due when its moment has come and not just before.
        return int((now - self.since) / FRAME + 1e-6)


@dataclass(frozen=True, slots=True)
class Entering:
    """Somebody enters what wooden dice show, one after the other."""

    role: str
    throw: Throw
    shown: tuple[str, ...] = ()
    """The faces that were entered before."""
    mark: int = 0

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.throw.entries or self.throw.faces


@dataclass(frozen=True, slots=True)
class Enrolling:
    """The cards get their tags, one after the other."""

    enrolment: Enrolment


Situation = (
    Resting
    | Pending
    | Undoing
    | Clearing
    | Leaving
    | Looking
    | Begun
    | Rolled
    | Entering
    | Enrolling
)
