"""What is half said at a table, and until when: a state machine that only the tap grammar moves,
and all that a screen needs to know of it. Times are handed in.
"""

from dataclasses import replace

from companion.clock import earliest
from companion.errors import Refusal
from companion.games.display import Choice, Page
from companion.games.taps import Gesture, Wait
from companion.i18n.message import Message, say
from companion.match.match import Revision
from companion.match.taps import situations as s
from companion.match.taps.enrolment import Enrolment


class TapState:
    """The situation and the notice, each with the time at which it ends.

    ``clears`` says whether another game can be put on the table from here.
    """

    def __init__(self, current: Revision, timeouts: s.Timeouts, *, clears: bool) -> None:
        self.situation: s.Situation = s.Idle()
        self.notice: Message | None = None
        """One line that people should read now: what the last gesture did, or why not."""
        self.asks: Message | None = None
        """What the notice asks of people; nothing waits for it, and it goes with the notice."""
        self.new_code: s.NewCode | None = None
        self.clears = clears
        self.stepwise = False
        """Does NEXT stop at every step, as in a first game?"""
        self._game = current.step.game
        self._tap_handler = self._game.tap_handler
        self._current = current
        self._question = self._tap_handler.question(current.state)
        self._offer: tuple[bool, s.Offer] | None = None
        self._timeouts = timeouts
        self._ends_at: float | None = None
        self._notice_ends_at: float | None = None
        self._shown_since = float("-inf")

    @property
    def offer(self) -> s.Offer:
        """What NEXT may take now."""
        if self._offer is None or self._offer[0] != self.stepwise:
            state = self._current.state
            self._offer = self.stepwise, s.offer_of(self._game, state, stepwise=self.stepwise)
        return self._offer[1]

    @property
    def enrolment(self) -> Enrolment | None:
        return self.situation.enrolment if isinstance(self.situation, s.Enrolling) else None

    def see(self, current: Revision, now: float) -> None:
        """The match may have moved on, by these hands or by others."""
        question = self._tap_handler.question(current.state)
        moved_on = (current.revision, question) != (self._current.revision, self._question)
        before = self.offer if moved_on else None
        self._current, self._question = current, question
        if moved_on:
            self._offer = None
            if before != self.offer and isinstance(self.situation, s.Idle):
                self.situation = s.Idle()
            self._shown_since = now
            self._keep_up(now)

    def _keep_up(self, now: float) -> None:
        """What lasts is dropped where it means something else since somebody changed the game."""
        match self.situation:
            case s.Pending(before) as pending if pending.lasts:
                if wait := self._meaning_still(before):
                    self.situation = replace(pending, wait=wait)
                else:
                    self._put_aside(now)
                    self._rest(now)
            case s.ShowingResult(page=Page()):
                self._rest(now)
            case s.ConfirmingNext():
                self.situation = self._what_next_ends() or s.Idle()

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
        if isinstance(self.situation, s.Idle | s.Browsing | s.ShowingResult):
            self._turn_to(s.ShowingResult(page), now)

    def pass_time(self, now: float) -> bool:
        """Ends what has lasted long enough; was that something that waited for an answer?"""
        if self._notice_ends_at is not None and now >= self._notice_ends_at:
            self._drop_notice()
        if self._ends_at is None or now < self._ends_at:
            return False
        resting = s.Idle | s.Browsing | s.ShowingResult | s.ShowingRoll
        waited = not isinstance(self.situation, resting)
        self._put_aside(now)
        self._rest(now)
        return waited

    def due(self, now: float) -> float | None:
        """When there will be something else to show, unless somebody does something."""
        times = [self._ends_at, self._notice_ends_at]
        if isinstance(self.situation, s.ShowingRoll) and now < self.situation.still:
            times.append(self.situation.since + s.FRAME_S * (self.situation.frame(now) + 1))
        return earliest(*times)

    def looks_like(self, now: float) -> object:
        """Equal for two moments that look the same."""
        match self.situation:
            case s.ShowingRoll() as rolled if now < rolled.still:
                return rolled, rolled.frame(now)
            case s.ShowingRoll():
                return s.ShowingRoll
            case s.Enrolling(enrolment):
                return enrolment.words
        return self.situation

    def _drop_notice(self) -> None:
        self.notice = self._notice_ends_at = None

    def _turn_to(self, situation: s.Situation, now: float) -> None:
        self.situation = situation
        lasts = isinstance(situation, s.Pending) and situation.lasts
        self._ends_at = None if lasts else now + self._timeouts.prompt_s
        self._shown_since = now

    def _rest(self, now: float) -> None:
        self.situation = s.Idle()
        self._ends_at = None
        self._shown_since = now

    @property
    def _unanswered(self) -> Message | None:
        """That what is asked now, and kept by no game, is put aside; None where nothing is."""
        match self.situation:
            case s.Pending(Wait(gesture=Gesture(things=(), mode=mode), choices=(_, *_))) if mode:
                return say("Nothing was chosen.")
            case s.Pending(Wait(words=words, choices=(_, *_))):
                return say("Put aside: {question}", question=words)
            case s.EnteringRoll():
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

    def _what_next_ends(self) -> s.ConfirmingNext | None:
        ending = self._tap_handler.ending(self._current.state)
        return s.ConfirmingNext(ending) if ending else None

    @property
    def _game_asks(self) -> Wait | None:
        """What the game itself asks, once it has begun."""
        return self._question if self._game.round_of(self._current.state) else None

    @property
    def _gesture(self) -> Gesture:
        return self.situation.wait.gesture if isinstance(self.situation, s.Pending) else Gesture()

    @property
    def _choices(self) -> tuple[Choice, ...]:
        """What can be chosen now: about a gesture, a face, the game's answers, or proposals."""
        match self.situation:
            case s.Pending(wait):
                return wait.choices
            case s.EnteringRoll() as entering:
                return entering.choices
        return self.offer.choices

    @property
    def _mark(self) -> int:
        match self.situation:
            case s.Pending(mark=mark) | s.EnteringRoll(mark=mark):
                return mark
            case s.Idle(turned):
                return self.offer.at(turned)
        return self.offer.likely

    def _move_mark(self, step: int, now: float) -> None:
        many = len(self._choices)
        if isinstance(self.situation, s.Pending | s.EnteringRoll):
            self.situation = replace(self.situation, mark=(self._mark + step) % many)
            self._extend(now)
        else:
            turned = self.situation.turned if isinstance(self.situation, s.Idle) else 0
            self.situation, self._ends_at = s.Idle((turned + step) % many), None

    def _browse(self, step: int, now: float) -> None:
        self._put_aside(now)
        page = self.situation.page if isinstance(self.situation, s.Browsing) else 0
        self._turn_to(s.Browsing(page + step), now)
