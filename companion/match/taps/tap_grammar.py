"""The tap grammar: what taps, presses and turns of the knob amount to, one after the other.

It remembers what is only half said, and for how long, and tells the rest to the table as lines. It
knows no game: what things mean is asked of the game's own ``TapHandler``. Times are handed in.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

from companion.errors import CompanionError, Refusal
from companion.games import ANYBODY, AnyGame
from companion.games.display import Choice, Page
from companion.games.layout import DIE, MODE
from companion.games.taps import NEXT, THEN, Do, Gesture, Thing, Throw, Wait
from companion.i18n.message import Message, say
from companion.match.collection.walk import Walk
from companion.match.match import Revision
from companion.match.taps.enrolment import Enrolment, thing_called
from companion.match.taps.printed_tags import Printing
from companion.match.taps.situations import (
    FRAME,
    Begun,
    Clearing,
    Enrolling,
    Entering,
    Leaving,
    Looking,
    Pending,
    Resting,
    Rolled,
    Situation,
    Undoing,
)
from companion.match.taps.tags import NotEnrolled, Tags
from companion.match.taps.timeouts import Patience

LAST = -1
"""The page before the first one: how to join by phone, wherever there is one."""


class Ask(Protocol):
    """The way to the table: a clerk's ``ask``, or a table's own ``take``."""

    def __call__(self, line: str, id: str = "", seen: int | None = None) -> Revision: ...


class TapGrammar:
    """One table's hands. What is refused is raised, said in ``notice``, and changes nothing.

    ``stepwise`` says whether NEXT stops at every step, as in a first game; ``new_game`` puts
    another game on the table, where there is a shelf to take it from; ``call`` asks the hall for
    help, where there is one; ``walk`` gets the taps while somebody walks through their box.
    """

    def __init__(
        self,
        game: AnyGame,
        current: Callable[[], Revision],
        ask: Ask,
        *,
        tags: Tags | None = None,
        patience: Patience | None = None,
        throw: Callable[[Sequence[Choice]], Choice] = secrets.choice,
        knob: bool = True,
        stepwise: Callable[[], bool] = lambda: False,
        new_game: Callable[[], None] | None = None,
        call: Callable[[], Message] | None = None,
        walk: Walk | None = None,
    ) -> None:
        self.situation: Situation = Resting()
        self.notice: Message | None = None
        self.asks: Message | None = None
        """What the notice asks of people; nothing waits for it, and it goes with the notice."""
        self._game = game
        self._tap_handler = game.tap_handler
        self._current = current
        self._ask = ask
        self._tags = tags or Tags()
        self._patience = patience or Patience()
        self._throw = throw
        self._knob = knob
        self._stepwise = stepwise
        self._new_game = new_game
        self._call = call
        self._walk = walk
        self._printing = Printing(game)
        self._until: float | None = None
        self._notice_until: float | None = None
        self._shown = (current().revision, self._tap_handler.question(current().state))
        self._shown_since = float("-inf")

    @property
    def clears(self) -> bool:
        """Can another game be put on the table from here?"""
        return self._new_game is not None

    # What people do. Each answers the revision that came of it, if one did.

    def read(self, uid: str, zone: str, now: float, *, again: bool = False) -> Revision | None:
        """A reader saw a tag. ``again`` is one that it had lost a moment ago: another card may
        have lain on it, so it is asked about before it counts."""
        with self._hearing(now):
            thing = self._tags.find(uid)
        if thing is not None and thing.kind == "command":
            return self._command(thing.name, now)
        with self._hearing(now):
            if isinstance(self.situation, Enrolling):
                self.tell(self.situation.enrolment.read(uid), now)
                return None
            if self._walk and self._walk.game:
                self.tell(self._walk.read(uid), now)
                return None
            if thing is None:
                raise NotEnrolled(uid)
            if thing != thing_called(self._game, self._current().state, thing.name):
                # A tag from another table, or from a pack that is not here any more.
                raise Refusal("unknown_card", say("There is no card {card}.", card=thing.name))
            if again:
                raise Refusal(
                    "same_card_again",
                    say("The same card again? If you mean it, lift it and tap it once more."),
                )
            return self._understand(self._tapped(thing, zone), now)

    def lifted(self, uid: str, reads: int, now: float) -> None:
        """A reader has lost a tag that it had read so often: two reads in one tap are two."""
        told: Message | None = None
        if isinstance(self.situation, Enrolling):
            told = self.situation.enrolment.lifted(uid, reads)
        elif self._walk:
            told = self._walk.lifted(uid, reads)
        if told:
            self.tell(told, now)

    def tap(self, thing: Thing, zone: str, now: float) -> Revision | None:
        """The tag of a thing, whatever its number."""
        with self._hearing(now):
            if isinstance(self.situation, Enrolling):
                self.situation.enrolment.refuse(thing)
            return self._understand(self._tapped(thing, zone), now)

    def press(self, role: str, now: float) -> Revision | None:
        role = self._game.layout.part(role)
        with self._hearing(now):
            match self.situation, role:
                case Enrolling(enrolment), "next" | "undo":
                    enrolment.move(+1 if role == "next" else -1)
                case Rolled() as rolled, _ if now < rolled.still and role in ("next", rolled.role):
                    # Whoever presses while the die rolls has not seen yet what it shows.
                    self._turn_to(replace(rolled, still=now), now)
                case Entering(role=entered), _ if role == entered:
                    self._move_mark(+1, now)
                case _, "next" | "undo" if now < self._shown_since + self._patience.glance:
                    pass
                case _, "next":
                    return self._next(now)
                case _, "undo":
                    return self._undo(now)
                case _, "info":
                    self._look(+1, now)
                case _ if role.startswith(MODE):
                    return self._take_up(role, now)
                case _:
                    return self._roll(role, now)
        return None

    def hold(self, role: str, now: float) -> Revision | None:
        role = self._game.layout.part(role)
        with self._hearing(now):
            match self.situation, role:
                case Enrolling(), "next":
                    self._rest(now)
                    return None
                case _, "next":
                    self._enrol(now)
                    return None
                case _, "undo":
                    return self._do("redo", now)
                case Entering(role=entered), _ if role == entered:
                    return self._enter(now)
                case Looking(page), "info" if self._call and page == LAST:
                    self._rest(now)
                    self.tell(self._call(), now)
                    return None
                case _, "info" if not isinstance(self.situation, Enrolling):
                    self._turn_to(Looking(LAST), now)
                    return None
                case _ if role.startswith(DIE):
                    self._turn_to(Entering(role, self._throw_of(role)), now)
                    return None
        # A finger that stays on another button does what it does when it leaves at once.
        return self.press(role, now)

    def turn(self, step: int, now: float) -> None:
        with self._hearing(now):
            if isinstance(self.situation, Enrolling):
                self.situation.enrolment.move(step)
            elif self._choices:
                self._move_mark(step, now)
            elif not isinstance(self.situation, Pending):
                self._look(step, now)

    def enrol(self, first: str, now: float) -> None:
        """The cards get their tags, beginning with this one."""
        with self._hearing(now):
            self._enrol(now, first)

    def tell(self, notice: Message, now: float, asks: Message | None = None) -> None:
        """One line that people should read now, and what it asks of them, if anything."""
        self.notice, self.asks = notice, asks
        self._notice_until = now + self._patience.notice

    # What time does.

    def look_again(self, now: float) -> None:
        """The table may have moved on, by these hands or by others."""
        current = self._current()
        shown = (current.revision, self._tap_handler.question(current.state))
        if shown[1] != self._shown[1] and isinstance(self.situation, Resting):
            self.situation = Resting()
        if shown != self._shown:
            self._shown, self._shown_since = shown, now
            self._keep_up(current, now)

    def _keep_up(self, current: Revision, now: float) -> None:
        """What lasts is dropped where it means something else since somebody changed the game."""
        match self.situation:
            case Pending(before) as pending if pending.lasts:
                if wait := self._meaning_still(before, current):
                    self.situation = replace(pending, wait=wait)
                else:
                    self._rest(now)
            case Begun(page=Page()):
                self._rest(now)
            case Leaving():
                ending = self._tap_handler.ending(current.state)
                self.situation = Leaving(ending, current.revision) if ending else Resting()

    def _meaning_still(self, before: Wait, current: Revision) -> Wait | None:
        """The same gesture as the game stands now, if it still waits for the same."""
        try:
            meaning = self._tap_handler.meaning(current.state, before.gesture)
        except Refusal:
            return None
        if isinstance(meaning, Wait) and meaning.gesture == before.gesture:
            return meaning
        return None

    def pass_time(self, now: float) -> bool:
        """Ends what has lasted long enough; was that something that waited for an answer?"""
        if self._notice_until is not None and now >= self._notice_until:
            self.notice = self._notice_until = None
        if self._until is None or now < self._until:
            return False
        ended = isinstance(self.situation, Pending | Undoing | Clearing | Leaving | Entering)
        self._rest(now)
        return ended

    def due(self, now: float) -> float | None:
        """When there will be something else to show, unless somebody does something."""
        times = [self._until, self._notice_until]
        if isinstance(self.situation, Rolled) and now < self.situation.still:
            times.append(self.situation.since + FRAME * (self.situation.frame(now) + 1))
        return min((time for time in times if time is not None), default=None)

    def looks_like(self, now: float) -> object:
        """Equal for two moments that look the same."""
        match self.situation:
            case Rolled() as rolled if now < rolled.still:
                return rolled, rolled.frame(now)
            case Rolled():
                return Rolled
            case Enrolling(enrolment):
                return enrolment.words
        return self.situation

    # Taps and what they mean.

    @property
    def _gesture(self) -> Gesture:
        if isinstance(self.situation, Pending):
            return self.situation.wait.gesture
        return Gesture()

    def _tapped(self, thing: Thing, zone: str) -> Gesture:
        """What was tapped so far, and this; a reader's zone is that of whoever sits there."""
        state = self._current().state
        return self._gesture.then(thing, self._game.whose(state, zone) or zone)

    def _understand(self, gesture: Gesture, now: float) -> Revision | None:
        if gesture.things[-1].kind == "printed":
            return self._enter_printed(gesture, now)
        meaning = self._tap_handler.meaning(self._current().state, gesture)
        if isinstance(meaning, Do):
            change = self._do(meaning.line, now)
            if unread := self._printing.after(gesture, change):
                self.tell(change.result_for(ANYBODY), now, unread)
            return change
        self._turn_to(Pending(meaning), now)
        return None

    def _enter_printed(self, gesture: Gesture, now: float) -> Revision:
        """A tag card after a card: that is what it prints. What was half said stays so."""
        change, words = self._printing.enter(gesture, self._ask)
        if isinstance(self.situation, Pending):
            self._turn_to(self.situation, now)
        self.look_again(now)
        self.tell(words, now)
        return change

    def _take_up(self, role: str, now: float) -> Revision | None:
        """A mode: for what was tapped already, or for what will be."""
        gesture, mode = self._gesture, self._game.layout.word(role)
        if not (self._knob or gesture.things) and self._choices:
            # Without a knob, these two go through the answers.
            self._move_mark(+1 if role == f"{MODE}1" else -1, now)
            return None
        if mode not in self._game.layout.modes:
            raise no_such_button(role)
        gesture = replace(gesture, mode="" if gesture.mode == mode else mode, button_last=True)
        if gesture.things:
            return self._understand(gesture, now)
        if gesture.mode:
            asked = self._tap_handler.taken_up(self._current().state, mode)
            asks = self._game.layout.modes[mode].asks
            wait = replace(asked, gesture=gesture) if asked else Wait(asks, gesture)
            self._turn_to(Pending(wait), now)
        else:
            self._rest(now)
        return None

    # NEXT, UNDO and the dice.

    def _next(self, now: float) -> Revision | None:
        match self.situation:
            case Undoing() | Pending(Wait(gesture=Gesture(things=()), choices=())):
                self._rest(now)
                return None
            case Pending(Wait(choices=()) as wait) as before:
                change = self._understand(wait.gesture.then(NEXT), now)
                if wait.page and self.situation == before:
                    self._rest(now)  # somebody has only looked at it, and goes on
                return change
        if self._new_game and self._current().over:
            self._clear(self._new_game, now)
            return None
        if isinstance(self.situation, Entering):
            return self._enter(now)
        if choices := self._choices:
            confirmed = isinstance(self.situation, Pending) and not self._gesture.things
            chosen = choices[self._mark]
            drawn = self._throw(chosen.drawn) if chosen.drawn else chosen
            change = self._answer(drawn.answer, now)
            if confirmed and change:
                self._turn_to(Begun(), now)
            return change
        return self._go_on(now)

    def _go_on(self, now: float) -> Revision | None:
        """What ends something for everybody is shown first, with what is still open."""
        current = self._current()
        led = self._tap_handler.onward(current.state, stepwise=self._stepwise())
        if isinstance(led, Wait):
            self._turn_to(Pending(led), now)
            return None
        seen = isinstance(self.situation, Leaving) and self.situation.revision == current.revision
        if not seen and (ending := self._tap_handler.ending(current.state)):
            self._turn_to(Leaving(ending, current.revision), now)
            return None
        change = self._ask(led.line, seen=current.revision if seen else None)
        self.look_again(now)
        self._turn_to(Begun(), now)
        self._tell_what_came(change, change.step.result, now)
        return change

    def _answer(self, answer: str, now: float) -> Revision | None:
        """What was chosen is a line, or one more word of a gesture that waits for it."""
        if not answer.startswith(THEN):
            return self._do(answer, now)
        word = Thing("answer", answer.removeprefix(THEN))
        return self._understand(self._gesture.then(word), now)

    def _clear(self, new_game: Callable[[], None], now: float) -> None:
        """After the end: first it says what it would do, then another game is on the table."""
        if isinstance(self.situation, Clearing):
            self._rest(now)
            new_game()
        else:
            self._turn_to(Clearing(), now)

    def _undo(self, now: float) -> Revision | None:
        """First what is half said; then it shows what it would undo; then it does."""
        if isinstance(self.situation, Pending | Entering | Leaving):
            self._rest(now)
            return None
        current = self._current()
        if isinstance(self.situation, Undoing) and self.situation.revision == current.revision:
            return self._do("undo", now, seen=current.revision)
        if current.undoes is None:
            return self._do("undo", now)
        self._turn_to(
            Undoing(current.undoes.label_for(current.state, ANYBODY), current.revision), now
        )
        return None

    def _roll(self, role: str, now: float) -> Revision:
        throw = self._throw_of(role)
        faces = tuple(self._throw(throw.faces).answer for _ in range(throw.dice))
        change = self._do(throw.line(faces), now)
        self.notice = self._notice_until = None  # the die has not shown it yet
        still, came = now + self._patience.roll, change.result_for(ANYBODY)
        self._turn_to(Rolled(role, throw.die, faces, now, still, came), now)
        return change

    def _enter(self, now: float) -> Revision | None:
        """What a wooden die shows; with several dice, one after the other."""
        assert isinstance(self.situation, Entering)
        entering, chosen = self.situation, self.situation.choices[self.situation.mark].answer
        throw, shown = entering.throw, (*entering.shown, chosen)
        if throw.entries:
            return self._do(chosen, now)
        if len(shown) == throw.dice:
            return self._do(throw.line(shown), now)
        self._turn_to(Entering(entering.role, throw, shown), now)
        return None

    def _throw_of(self, role: str) -> Throw:
        die = self._game.layout.word(role)
        if throw := self._tap_handler.throw(self._current().state, die):
            return throw
        raise no_such_button(role)

    # Choices, pages and tags.

    @property
    def _choices(self) -> tuple[Choice, ...]:
        """What can be chosen now: about a gesture, a face, or what the game itself asks."""
        match self.situation:
            case Pending(wait):
                return wait.choices
            case Entering() as entering:
                return entering.choices
        question = self._tap_handler.question(self._current().state)
        return question.choices if question else ()

    @property
    def _mark(self) -> int:
        match self.situation:
            case Pending(mark=mark) | Entering(mark=mark) | Resting(mark):
                return mark
        return 0

    def _move_mark(self, step: int, now: float) -> None:
        mark = (self._mark + step) % len(self._choices)
        if isinstance(self.situation, Pending | Entering):
            self.situation = replace(self.situation, mark=mark)
            if self._until is not None:
                self._until = now + self._patience.prompt
        else:
            self.situation, self._until = Resting(mark), None

    def _look(self, step: int, now: float) -> None:
        page = self.situation.page if isinstance(self.situation, Looking) else 0
        self._turn_to(Looking(page + step), now)

    def _enrol(self, now: float, first: str = "") -> None:
        current = self._current()
        self._rest(now)
        enrolment = Enrolment(current.step.game, current.state, self._tags, first)
        self.situation = Enrolling(enrolment)

    def _command(self, name: str, now: float) -> Revision | None:
        """A command card is a button for people without buttons."""
        match name.split():
            case ["hold", role]:
                return self.hold(role, now)
            case ["turn", "+1" | "-1" as step]:
                self.turn(int(step), now)
                return None
        return self.press(name, now)

    # What all of them share.

    @contextmanager
    def _hearing(self, now: float) -> Iterator[None]:
        self.pass_time(now)
        self.look_again(now)
        self.notice = self._notice_until = None
        try:
            yield
        except CompanionError as refusal:
            self.tell(refusal.message, now)
            if self._until is not None:
                self._until = now + self._patience.prompt
            raise

    def _do(self, line: str, now: float, seen: int | None = None) -> Revision:
        """Sends a line to the table, and says in one line what came of it."""
        change = self._ask(line, seen=seen)
        self._rest(now)
        self.look_again(now)
        self._tell_what_came(change, change.result_for(ANYBODY), now)
        return change

    def _tell_what_came(self, change: Revision, line: Message | None, now: float) -> None:
        """On a page of its own, where there is one; else in a line over what people do next."""
        step = change.step
        page = self._game.came_page(step.before, step.after) if change.kind == "input" else None
        if page:
            self._turn_to(Begun(page, line), now)
        elif line:
            self.tell(line, now)

    def _turn_to(self, situation: Situation, now: float) -> None:
        self.situation = situation
        lasts = isinstance(situation, Pending) and situation.lasts
        self._until = None if lasts else now + self._patience.prompt
        self._shown_since = now

    def _rest(self, now: float) -> None:
        self.situation = Resting()
        self._until = None
        self._shown_since = now


def no_such_button(role: str) -> Refusal:
    return Refusal("unknown_button", say("There is no button {role} here.", role=role))
