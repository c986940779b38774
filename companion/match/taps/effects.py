"""What gestures ask for, as data, and the ports through which it is done.

The tap grammar yields an effect and is sent what came of it, so it calls nothing itself: whoever
runs it holds the match, the tags, the dice and the hall.
"""

import secrets
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeVar

from companion.games.display import Choice
from companion.games.taps import Thing
from companion.i18n.message import Message
from companion.match.collection.walk import Walk
from companion.match.match import Revision
from companion.match.taps.enrolment import Enrolment
from companion.match.taps.tags import Tags

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Submit:
    """A line for the match; answered by its revision. Refused unless ``seen`` is the newest."""

    line: str
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class FindTag:
    """Which thing has this tag?"""

    uid: str


@dataclass(frozen=True, slots=True)
class BindTag:
    """From now on this thing has this tag."""

    uid: str
    thing: Thing


@dataclass(frozen=True, slots=True)
class StartEnrolment:
    """The cards get their tags, beginning with this one."""

    first: str
    current: Revision


@dataclass(frozen=True, slots=True)
class CollectTag:
    """A tag for the enrolment, or else for whoever walks through their box; answered by what that
    did. ``reads``: so often it was read before it was lifted; ``in_sight``: the one card that lies
    before the camera."""

    uid: str
    enrolment: Enrolment | None = None
    reads: int | None = None
    in_sight: str = ""


@dataclass(frozen=True, slots=True)
class PickRandom:
    """One of these, by chance: the face of a die, or an answer that is drawn."""

    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class CallPort:
    """Asks for something beside the match, where there is a port for it; answered by what it says.

    Another game, the choice of games again, help from the hall, the code by which phones join.
    """

    port: Literal["new_game", "choose_again", "call_hall", "show_code"]


Effect = Submit | FindTag | BindTag | StartEnrolment | CollectTag | PickRandom | CallPort
Steps = Generator[Effect, Any, Result]


class SubmitLine(Protocol):
    """The way to the match: a writer's ``ask``, or a match's own ``take``."""

    def __call__(self, line: str, *, seen: int | None = None) -> Revision: ...


@dataclass(frozen=True, slots=True)
class Ports:
    """What gestures reach beside the match; None for what is not there."""

    tags: Tags = field(default_factory=Tags)
    pick: Callable[[Sequence[Choice]], Choice] = secrets.choice
    new_game: Callable[[], None] | None = None
    choose_again: Callable[[], None] | None = None
    call_hall: Callable[[], Message] | None = None
    show_code: Callable[[], None] | None = None
    walk: Walk | None = None
    let_in: Callable[[], None] | None = None
    """A yes to the second phone that the small screen names."""


def carry_out(steps: Steps[Result], submit: SubmitLine, ports: Ports) -> Result:
    """Does what a gesture asks for, one effect after the other; what fails is raised in it."""
    advance, given = steps.send, None
    try:
        while True:
            effect = advance(given)
            try:
                advance, given = steps.send, perform(effect, submit, ports)
            except Exception as error:
                advance, given = steps.throw, error
    except StopIteration as done:
        result: Result = done.value
        return result


def perform(effect: Effect, submit: SubmitLine, ports: Ports) -> Any:
    match effect:
        case Submit(line, seen):
            return submit(line, seen=seen)
        case FindTag(uid):
            return ports.tags.find(uid)
        case BindTag(uid, thing):
            ports.tags.bind(uid, thing)
            return None
        case StartEnrolment(first, current):
            return Enrolment(current.step.game, current.state, ports.tags, first)
        case CollectTag(uid, enrolment, reads, in_sight):
            collecting = enrolment or ports.walk
            if collecting is None:
                return None
            if reads is None:
                return collecting.read(uid, in_sight)
            return collecting.lifted(uid, reads)
        case PickRandom(choices):
            return ports.pick(choices)
        case CallPort(port):
            call = getattr(ports, port)
            return call() if call else None
