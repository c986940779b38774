"""What can be half said at a table, beside how the game stands: the situations, as data."""

from dataclasses import dataclass
from typing import Any

from companion.games import AnyGame
from companion.games.display import Choice, Page
from companion.games.taps import Ending, Throw, Wait
from companion.i18n.message import Message, say
from companion.match.taps.enrolment import Enrolment

FRAME_S = 0.12
"""Between two pictures of a die that rolls."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a table waits for people."""

    prompt_s: float = 15.0
    """A tap that waits for another, or a question about one. Who is in the midst of something,
    such as paying, has all the time in the world."""
    notice_s: float = 5.0
    """A line that says why not."""
    roll_s: float = 1.2
    """A die that is rolling."""
    glance_s: float = 0.4
    """What has not been shown for so long is not confirmed: that press was for something else."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Nothing is half said; the knob is so many steps away from the likely answer."""

    turned: int = 0


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
class ConfirmingUndo:
    """What a second press of UNDO takes back."""

    label: Message
    revision: int


@dataclass(frozen=True, slots=True)
class ConfirmingChoice:
    """There is nothing to undo: a second press of UNDO leads back to the choice of games."""


@dataclass(frozen=True, slots=True)
class ConfirmingNewGame:
    """The game is over: a second press of NEXT puts a new one on the table."""


@dataclass(frozen=True, slots=True)
class ConfirmingNext:
    """What a second press of NEXT ends for everybody."""

    ending: Ending


@dataclass(frozen=True, slots=True)
class Browsing:
    """Somebody leafs through the pages: so many on, or back."""

    page: int


@dataclass(frozen=True, slots=True)
class ShowingResult:
    """What has just happened; without a page, what people do now in the step that NEXT led to."""

    page: Page | None = None
    came: Message | None = None
    """The same in one line."""


@dataclass(frozen=True, slots=True)
class ShowingRoll:
    """A die rolls until ``still``, and then shows its face; what it did is done already."""

    role: str
    die: str
    faces: tuple[str, ...]
    since: float
    still: float
    came: Message
    """What it did."""
    throws: int = 1
    """So many were made by one press."""

    def frame(self, now: float) -> int:
        """Which picture of the rolling die is due."""
        # A hair more, so that a picture is due when its moment has come and not just before.
        return int((now - self.since) / FRAME_S + 1e-6)


@dataclass(frozen=True, slots=True)
class EnteringRoll:
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
    Idle
    | Pending
    | ConfirmingUndo
    | ConfirmingChoice
    | ConfirmingNewGame
    | ConfirmingNext
    | Browsing
    | ShowingResult
    | ShowingRoll
    | EnteringRoll
    | Enrolling
)


@dataclass(frozen=True, slots=True)
class NewCode:
    """A printed code of which people have to say once which card it is."""

    uid: str
    zone: str


WAITS = say("A question waits meanwhile.")
"""What is tapped covers what the game asks, which comes back afterwards."""


PLAIN = ""
"""The answer that takes nothing of what is proposed: NEXT, as without proposals."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What NEXT may take while nothing is half said: what is proposed, then the answers to what the
    game asks, or NEXT as without proposals where it asks nothing."""

    choices: tuple[Choice, ...] = ()
    new: int = 0
    """So many of them, the first ones, are no answers of the question itself."""
    likely: int = 0

    def at(self, turned: int) -> int:
        return (self.likely + turned) % len(self.choices) if self.choices else 0


def offer_of(game: AnyGame, state: Any, *, stepwise: bool = False) -> Offer:
    handler = game.tap_handler
    proposals = handler.proposed(state, stepwise=stepwise)
    if question := handler.question(state):
        others = question.choices
    elif proposals:
        led = handler.plain(state, stepwise=stepwise)
        others = (Choice(PLAIN, led.words if isinstance(led, Wait) else say("just go on")),)
    else:
        return Offer()
    known = [choice.answer for choice in others]
    new = tuple(each for each in proposals if each.answer not in known)
    likely = [*(each.answer for each in new), *known].index(proposals[0].answer) if proposals else 0
    return Offer((*new, *others), len(new), likely)


def is_about(wait: Wait, question: Wait | None) -> bool:
    """Is this how what the game asks gets its answer, step by step?"""
    if question is None:
        return False
    answers = {choice.answer for choice in question.choices}
    of_an_answer = any(thing.kind == "answer" for thing in wait.gesture.things[:1])
    return of_an_answer or any(choice.answer in answers for choice in wait.choices)
