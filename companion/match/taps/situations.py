"""What is half said at a table, beside how the game stands, and until when: a state machine that
only the tap grammar moves, and all that a screen needs to know of it. Times are handed in.
"""

from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refusal
from companion.games import AnyGame
from companion.games.display import Choice, Page
from companion.games.taps import Ending, Gesture, Throw, Wait
from companion.i18n.message import Message, say
from companion.match.match import Revision
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
    """Nothing is half said. Where something is asked or proposed, the knob has gone so many steps
    from what is likely."""

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


class TapState:
    """The situation and the notice, each with the time at which it ends.

    ``clears`` says whether another game can be put on the table from here.
    """

    def __init__(self, current: Revision, timeouts: Timeouts, *, clears: bool) -> None:
        self.situation: Situation = Idle()
        self.notice: Message | None = None
        """One line that people should read now: what the last gesture did, or why not."""
        self.asks: Message | None = None
        """What the notice asks of people; nothing waits for it, and it goes with the notice."""
        self.new_code: NewCode | None = None
        self.clears = clears
        self.stepwise = False
        """Does NEXT stop at every step, as in a first game?"""
        self._game = current.step.game
        self._tap_handler = self._game.tap_handler
        self._current = current
        self._question = self._tap_handler.question(current.state)
        self._offer: tuple[bool, Offer] | None = None
        self._timeouts = timeouts
        self._ends_at: float | None = None
        self._notice_ends_at: float | None = None
        self._shown_since = float("-inf")

    @property
    def offer(self) -> Offer:
        """What NEXT may take now."""
        if self._offer is None or self._offer[0] != self.stepwise:
            state = self._current.state
            self._offer = self.stepwise, offer_of(self._game, state, stepwise=self.stepwise)
        return self._offer[1]

    @property
    def enrolment(self) -> Enrolment | None:
        return self.situation.enrolment if isinstance(self.situation, Enrolling) else None

    def see(self, current: Revision, now: float) -> None:
        """The match may have moved on, by these hands or by others."""
        question = self._tap_handler.question(current.state)
        moved_on = (current.revision, question) != (self._current.revision, self._question)
        before = self.offer if moved_on else None
        self._current, self._question = current, question
        if moved_on:
            self._offer = None
            if before != self.offer and isinstance(self.situation, Idle):
                self.situation = Idle()
            self._shown_since = now
            self._keep_up(now)

    def _keep_up(self, now: float) -> None:
        """What lasts is dropped where it means something else since somebody changed the game."""
        match self.situation:
            case Pending(before) as pending if pending.lasts:
                if wait := self._meaning_still(before):
                    self.situation = replace(pending, wait=wait)
                else:
                    self._put_aside(now)
                    self._rest(now)
            case ShowingResult(page=Page()):
                self._rest(now)
            case ConfirmingNext():
                self.situation = self._what_next_ends() or Idle()

    def _meaning_still(self, before: Wait) -> Wait | None:
        """The same gesture as the game stands now, if it still waits for the same."""
        try:
            meaning = self._tap_handler.means(self._current.state, before.gesture)
        except Refusal:
            return None
        if isinstance(meaning, Wait) and meaning.gesture == before.gesture:
            return meaning
        return None

    def tell(self, notice: Message, now: float, asks: Message | None = None) -> None:
        self.notice, self.asks = notice, asks
        self._notice_ends_at = now + self._timeouts.notice_s

    def show(self, page: Page, now: float) -> None:
        """A page of something that lies beside the game; whatever waits for an answer stays."""
        if isinstance(self.situation, Idle | Browsing | ShowingResult):
            self._turn_to(ShowingResult(page), now)

    def pass_time(self, now: float) -> bool:
        """Ends what has lasted long enough; was that something that waited for an answer?"""
        if self._notice_ends_at is not None and now >= self._notice_ends_at:
            self._drop_notice()
        if self._ends_at is None or now < self._ends_at:
            return False
        waited = not isinstance(self.situation, Idle | Browsing | ShowingResult | ShowingRoll)
        self._put_aside(now)
        self._rest(now)
        return waited

    def due(self, now: float) -> float | None:
        """When there will be something else to show, unless somebody does something."""
        times = [self._ends_at, self._notice_ends_at]
        if isinstance(self.situation, ShowingRoll) and now < self.situation.still:
            times.append(self.situation.since + FRAME_S * (self.situation.frame(now) + 1))
        return min((time for time in times if time is not None), default=None)

    def looks_like(self, now: float) -> object:
        """Equal for two moments that look the same."""
        match self.situation:
            case ShowingRoll() as rolled if now < rolled.still:
                return rolled, rolled.frame(now)
            case ShowingRoll():
                return ShowingRoll
            case Enrolling(enrolment):
                return enrolment.words
        return self.situation

    def _drop_notice(self) -> None:
        self.notice = self._notice_ends_at = None

    def _turn_to(self, situation: Situation, now: float) -> None:
        self.situation = situation
        lasts = isinstance(situation, Pending) and situation.lasts
        self._ends_at = None if lasts else now + self._timeouts.prompt_s
        self._shown_since = now

    def _rest(self, now: float) -> None:
        self.situation = Idle()
        self._ends_at = None
        self._shown_since = now

    @property
    def _unanswered(self) -> Message | None:
        """That what is asked now, and kept by no game, is put aside; None where nothing is."""
        match self.situation:
            case Pending(Wait(gesture=Gesture(things=(), mode=mode), choices=(_, *_))) if mode:
                return say("Nothing was chosen.")
            case Pending(Wait(words=words, choices=(_, *_))):
                return say("Put aside: {question}", question=words)
            case EnteringRoll():
                return say("Nothing was entered: roll, or hold the die again.")
        return None

    def _put_aside(self, now: float) -> None:
        """Whoever leaves a question reads that nothing came of it."""
        if left := self._unanswered:
            self.tell(left, now)

    def _extend(self, now: float) -> None:
        """What waits has as long again."""
        if self._ends_at is not None:
            self._ends_at = now + self._timeouts.prompt_s

    def _was_glanced_at(self, now: float) -> bool:
        """Was it shown for long enough that a press can be meant for it?"""
        return now >= self._shown_since + self._timeouts.glance_s

    def _what_next_ends(self) -> ConfirmingNext | None:
        ending = self._tap_handler.ending(self._current.state)
        return ConfirmingNext(ending) if ending else None

    @property
    def _game_asks(self) -> Wait | None:
        """What the game itself asks, once it has begun."""
        return self._question if self._game.round_of(self._current.state) else None

    @property
    def _gesture(self) -> Gesture:
        return self.situation.wait.gesture if isinstance(self.situation, Pending) else Gesture()

    @property
    def _choices(self) -> tuple[Choice, ...]:
        """What can be chosen now: about a gesture, a face, or what the game itself asks; and what
        can be done instead of what is proposed."""
        match self.situation:
            case Pending(wait):
                return wait.choices
            case EnteringRoll() as entering:
                return entering.choices
        return self.offer.choices

    @property
    def _mark(self) -> int:
        match self.situation:
            case Pending(mark=mark) | EnteringRoll(mark=mark):
                return mark
            case Idle(turned):
                return self.offer.at(turned)
        return self.offer.likely

    def _move_mark(self, step: int, now: float) -> None:
        many = len(self._choices)
        if isinstance(self.situation, Pending | EnteringRoll):
            self.situation = replace(self.situation, mark=(self._mark + step) % many)
            self._extend(now)
        else:
            turned = self.situation.turned if isinstance(self.situation, Idle) else 0
            self.situation, self._ends_at = Idle((turned + step) % many), None

    def _browse(self, step: int, now: float) -> None:
        self._put_aside(now)
        page = self.situation.page if isinstance(self.situation, Browsing) else 0
        self._turn_to(Browsing(page + step), now)
