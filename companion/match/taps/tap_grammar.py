"""The tap grammar: what taps, presses and turns of the knob amount to, one after the other.

It remembers what is only half said, and for how long, and says what is to be done as effects. It
knows no game: what things mean is asked of the game's own ``TapHandler``. Times are handed in.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from companion.errors import CompanionError, Refusal
from companion.games import ANYBODY, several
from companion.games.layout import DIE, MODE
from companion.games.taps import NEXT, THEN, Do, Gesture, Thing, Throw, Wait
from companion.i18n.message import Message, say
from companion.match.match import Revision
from companion.match.taps import effects as e
from companion.match.taps import situations as s
from companion.match.taps.effects import Steps
from companion.match.taps.enrolment import thing_called
from companion.match.taps.printed_codes import is_code
from companion.match.taps.printed_tags import Printing
from companion.match.taps.sight import Sight
from companion.match.taps.situations import WAITS, TapState, Timeouts
from companion.match.taps.tags import not_enrolled
from companion.match.taps.throwing import after, throw_all

LAST = -1
"""The page before the first one: how to join by phone, wherever there is one."""


class TapGrammar(TapState):
    """Each ``on_...`` is one gesture, a generator: it yields effects, is sent what came of each,
    and answers the revision that came of it all, if one did. What is refused is raised, said in
    ``notice``, and changes nothing.

    Without a ``knob`` two buttons go through answers; ``new_game``, ``choice`` and ``hall`` say
    whether another game can follow, UNDO lead back to the choice of games, and help be called.
    """

    def __init__(
        self,
        current: Revision,
        timeouts: Timeouts | None = None,
        *,
        knob: bool = True,
        new_game: bool = False,
        choice: bool = False,
        hall: bool = False,
    ) -> None:
        super().__init__(current, timeouts or Timeouts(), clears=new_game)
        self._choice = choice
        self._hall = hall
        self._knob = knob
        self._printing = Printing(self._game)
        self._sight = Sight()
        self._no_cards: set[str] = set()
        """Codes of which people have said that they are no card."""

    # What people do.

    def on_tag(
        self, uid: str, zone: str, now: float, *, again: bool = False
    ) -> Steps[Revision | None]:
        """A reader saw a tag. ``again`` is one that it had lost a moment ago: another card may
        have lain on it, so it is asked about before it counts."""
        with self._hearing(now):
            thing = yield e.FindTag(uid)
        if thing is not None and thing.kind == "command":
            return (yield from self._command(thing.name, now))
        with self._hearing(now):
            if is_code(uid) and thing is not None and thing.kind == "card":
                self._sight.cards[uid] = thing
            seen = self._sight.only_card
            looked_at = seen.name if seen else ""
            if told := (yield e.CollectTag(uid, self.enrolment, in_sight=looked_at)):
                self.tell(told, now)
                return None
            if thing is None and seen and not is_code(uid):
                self._sight.sticker = uid
                self.tell(say("Read once."), now)
                return None
            if thing is None and uid in self._no_cards:
                return None
            if thing is None:
                raise self._unknown(uid, zone)
            if thing != thing_called(self._game, self._current.state, thing.name):
                # A tag from another table, or from a pack that is not here any more.
                raise no_such_card(thing.name)
            if again:
                raise Refusal(
                    "same_card_again",
                    say("The same card again? If you mean it, lift it and tap it once more."),
                )
            return (yield from self._understand(self._tapped(thing, zone), now))

    def on_code_named(self, uid: str, name: str, now: float) -> Steps[Revision | None]:
        """Somebody says which card has the new code, and it counts as tapped; without a name, that
        it is no card."""
        with self._hearing(now):
            asked = self.new_code
            if asked is None or asked.uid != uid:
                return None  # somebody else was quicker
            if not name:
                self.new_code = None
                self._no_cards.add(uid)
                return None
            thing = thing_called(self._game, self._current.state, name)
            if thing is None:
                raise no_such_card(name)
            yield e.BindTag(uid, thing)
            self.new_code = None
            return (yield from self._understand(self._tapped(thing, asked.zone), now))

    def on_lift(self, uid: str, reads: int, now: float) -> Steps[None]:
        """A reader has lost a tag that it had read so often: two reads in one tap are two. A new
        sticker is that of the one card before the camera."""
        if card := self._sight.lift(uid, reads):
            yield e.BindTag(uid, card)
            self.tell(
                say("Enrolled: {card}.", card=self._tap_handler.name(self._current.state, card)),
                now,
            )
            return
        if told := (yield e.CollectTag(uid, self.enrolment, reads)):
            self.tell(told, now)

    def on_tap(self, thing: Thing, zone: str, now: float) -> Steps[Revision | None]:
        """The tag of a thing, whatever its number."""
        with self._hearing(now):
            if self.enrolment:
                self.enrolment.refuse(thing)
            return (yield from self._understand(self._tapped(thing, zone), now))

    def on_press(self, role: str, now: float) -> Steps[Revision | None]:
        role = self._game.layout.part(role)
        with self._hearing(now):
            match self.situation, role:
                case s.Enrolling(enrolment), "next" | "undo":
                    enrolment.move(+1 if role == "next" else -1)
                case s.ShowingRoll() as rolled, _ if now < rolled.still and role in (
                    "next",
                    rolled.role,
                ):
                    # Whoever presses while the die rolls has not seen yet what it shows.
                    self._turn_to(replace(rolled, still=now), now)
                case s.EnteringRoll(role=entered), _ if role == entered:
                    self._move_mark(+1, now)
                case _, "next" | "undo" if not self._was_glanced_at(now):
                    pass
                case _, "next":
                    return (yield from self._next(now))
                case _, "undo":
                    return (yield from self._undo(now))
                case _, "info":
                    self._browse(+1, now)
                case _ if role.startswith(MODE):
                    return (yield from self._take_up(role, now))
                case _:
                    return (yield from self._roll(role, now))
        return None

    def on_hold(self, role: str, now: float) -> Steps[Revision | None]:
        role = self._game.layout.part(role)
        with self._hearing(now):
            if role == "info":
                yield e.ShowCode()
            match self.situation, role:
                case s.Enrolling(), "next":
                    self._rest(now)
                    return None
                case _, "next":
                    yield from self._enrol(now)
                    return None
                case _, "undo":
                    return (yield from self._do("redo", now))
                case s.EnteringRoll(role=entered), _ if role == entered:
                    return (yield from self._enter(now))
                case s.Browsing(page), "info" if self._hall and page == LAST:
                    self._rest(now)
                    self.tell((yield e.CallHall()), now)
                    return None
                case _, "info" if not isinstance(self.situation, s.Enrolling):
                    self._put_aside(now)
                    self._turn_to(s.Browsing(LAST), now)
                    return None
                case _ if role.startswith(DIE):
                    self._put_aside(now)
                    self._turn_to(s.EnteringRoll(role, self._throw_of(role)), now)
                    return None
        # A finger that stays on another button does what it does when it leaves at once.
        return (yield from self.on_press(role, now))

    def on_turn(self, step: int, now: float) -> None:
        with self._hearing(now):
            if self.enrolment:
                self.enrolment.move(step)
            elif self._choices:
                self._move_mark(step, now)
            elif not isinstance(self.situation, s.Pending):
                self._browse(step, now)

    def on_enrol(self, first: str, now: float) -> Steps[None]:
        """The cards get their tags, beginning with this one."""
        with self._hearing(now):
            yield from self._enrol(now, first)

    def _unknown(self, uid: str, zone: str) -> Refusal:
        """A tag that nobody knows; of a code it is asked once which card it is."""
        if is_code(uid) and not self._tap_handler.deck(self._current.state):
            return Refusal("new_code", say("Choose a game first; then show its cards."))
        if is_code(uid):
            self.new_code = s.NewCode(uid, zone)
        return not_enrolled(uid)

    # Taps and what they mean.

    def _tapped(self, thing: Thing, zone: str) -> Gesture:
        """What was tapped so far, and this; a reader's zone is that of whoever sits there."""
        return self._gesture.then(thing, self._game.whose(self._current.state, zone) or zone)

    def _understand(
        self, gesture: Gesture, now: float, *, answers: bool = False
    ) -> Steps[Revision | None]:
        """``answers`` what was asked about the gesture so far."""
        if gesture.things[-1].kind == "printed":
            return (yield from self._enter_printed(gesture, now))
        meaning = self._tap_handler.means(self._current.state, gesture)
        left = None if answers else self._left_by(meaning)
        if isinstance(meaning, Do):
            change = yield from self._do(meaning.line, now)
            unread = self._printing.after(gesture, change)
            if asks := left or (None if self._game_asks else unread):
                self.tell(change.result_for(ANYBODY), now, asks)
            return change
        self._turn_to(s.Pending(meaning), now)
        if left:
            self.tell(left, now)
        return None

    def _left_by(self, meaning: Do | Wait) -> Message | None:
        """What a gesture leaves unanswered; what the game asks comes back afterwards."""
        match self.situation, meaning:
            case s.Pending(Wait(choices=choices)), Do(line) if line in {
                choice.answer for choice in choices
            }:
                return None
            case s.Pending(Wait(gesture=before, choices=choices)), Wait(gesture=now) if (
                before.things
                and now.things[: len(before.things)] == before.things
                and (meaning.choices or not choices)
            ):
                return None
            case s.Pending(Wait(choices=())), _:
                return None
        asked = self._game_asks
        covers = asked and isinstance(meaning, Wait) and not s.is_about(meaning, asked)
        return self._unanswered or (WAITS if covers else None)

    def _enter_printed(self, gesture: Gesture, now: float) -> Steps[Revision]:
        """A tag card after a card: that is what it prints. What was half said stays so."""
        change, words = yield from self._printing.enter(gesture)
        if isinstance(self.situation, s.Pending):
            self._turn_to(self.situation, now)
        self.see(change, now)
        self.tell(words, now)
        return change

    def _take_up(self, role: str, now: float) -> Steps[Revision | None]:
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
            return (yield from self._understand(gesture, now))
        if gesture.mode:
            asked = self._tap_handler.taken_up(self._current.state, mode)
            asks = self._game.layout.modes[mode].asks
            wait = replace(asked, gesture=gesture) if asked else Wait(asks, gesture)
            self._put_aside(now)
            self._turn_to(s.Pending(wait), now)
        else:
            self._rest(now)
        return None

    # NEXT, UNDO and the dice.

    def _next(self, now: float) -> Steps[Revision | None]:
        match self.situation:
            case s.ConfirmingUndo() | s.ConfirmingChoice():
                self._rest(now)
                return None
            case s.Pending(Wait(gesture=Gesture(things=()), choices=())):
                self._rest(now)
                return None
            case s.Pending(Wait(choices=()) as wait) as before:
                change = yield from self._understand(wait.gesture.then(NEXT), now)
                if wait.page and self.situation == before:
                    self._rest(now)  # somebody has only looked at it, and goes on
                return change
        if self.clears and self._current.over:
            yield from self._clear(now)
            return None
        if isinstance(self.situation, s.EnteringRoll):
            return (yield from self._enter(now))
        half_said = isinstance(self.situation, s.Pending)
        if (self._question or half_said) and (choices := self._choices):
            confirmed = half_said and not self._gesture.things
            chosen = choices[self._mark]
            drawn = (yield e.PickRandom(chosen.drawn)) if chosen.drawn else chosen
            change = yield from self._answer(drawn.answer, now)
            if confirmed and change:
                self._turn_to(s.ShowingResult(), now)
            return change
        return (yield from self._go_on(now))

    def _go_on(self, now: float) -> Steps[Revision | None]:
        """What ends something for everybody is shown first, with what is still open."""
        current, confirmed = self._current, isinstance(self.situation, s.ConfirmingNext)
        offered = () if confirmed else self._choices
        line = offered[self._mark].answer if offered else s.PLAIN
        if line == s.PLAIN:
            led = self._tap_handler.plain(current.state, stepwise=self.stepwise)
            if isinstance(led, Wait):
                self._turn_to(s.Pending(led), now)
                return None
            if not confirmed and (ending := self._what_next_ends()):
                self._turn_to(ending, now)
                return None
            line = led.line
        seen = current.revision if confirmed else None
        change: Revision = yield e.Submit(line, seen)
        self.see(change, now)
        self._turn_to(s.ShowingResult(), now)
        self._tell_what_came(change, change.step.result, now)
        return change

    def _answer(self, answer: str, now: float) -> Steps[Revision | None]:
        """What was chosen is a line, or one more word of a gesture that waits for it."""
        if not answer.startswith(THEN):
            return (yield from self._do(answer, now))
        word = Thing("answer", answer.removeprefix(THEN))
        return (yield from self._understand(self._gesture.then(word), now, answers=True))

    def _clear(self, now: float) -> Steps[None]:
        """After the end: first it says what it would do, then another game is on the table."""
        if isinstance(self.situation, s.ConfirmingNewGame):
            self._rest(now)
            yield e.NewGame()
        else:
            self._turn_to(s.ConfirmingNewGame(), now)

    def _undo(self, now: float) -> Steps[Revision | None]:
        """First what is half said; then it shows what it would undo; then it does."""
        if isinstance(self.situation, s.Pending | s.EnteringRoll | s.ConfirmingNext):
            self._rest(now)
            return None
        current = self._current
        if (
            isinstance(self.situation, s.ConfirmingUndo)
            and self.situation.revision == current.revision
        ):
            return (yield from self._do("undo", now, seen=current.revision))
        if current.undoes is None and self._choice:
            if isinstance(self.situation, s.ConfirmingChoice):
                self._rest(now)
                yield e.ChooseAgain()
            else:
                self._turn_to(s.ConfirmingChoice(), now)
            return None
        if current.undoes is None:
            return (yield from self._do("undo", now))
        label = current.undoes.label_for(current.state, ANYBODY)
        self._turn_to(s.ConfirmingUndo(label, current.revision), now)
        return None

    def _roll(self, role: str, now: float) -> Steps[Revision]:
        """All throws of one cause, by one press."""
        state = self._current.state
        if staked := self._staked(role):
            state = after(self._game, state, staked)
        throw = self._throw_of(role, state)
        thrown = yield from throw_all(self._game, state, throw)
        left = None if staked else self._unanswered
        change = yield from self._do(several.together(staked, thrown.line), now)
        self._drop_notice()  # the die has not shown it yet
        if left:
            self.tell(left, now)
        still, came = now + self._timeouts.roll_s, change.result_for(ANYBODY)
        rolled = s.ShowingRoll(role, throw.die, thrown.faces, now, still, came, thrown.throws)
        self._turn_to(rolled, now)
        return change

    def _staked(self, role: str) -> str:
        """The marked answer that the button of this die takes first; nothing for most."""
        if isinstance(self.situation, s.EnteringRoll) or not self._choices:
            return ""
        marked = self._choices[self._mark].answer
        turned = isinstance(self.situation, s.Idle) and self.situation.turned != 0
        die = self._tap_handler.rolls_after(self._current.state, marked, turned=turned)
        return marked if die == self._game.layout.word(role) else ""

    def _enter(self, now: float) -> Steps[Revision | None]:
        """What a wooden die shows; with several dice, one after the other."""
        assert isinstance(self.situation, s.EnteringRoll)
        entering, chosen = self.situation, self.situation.choices[self.situation.mark].answer
        throw, shown = entering.throw, (*entering.shown, chosen)
        if throw.entries:
            return (yield from self._do(chosen, now))
        if len(shown) == throw.dice:
            return (yield from self._do(throw.line(shown), now))
        self._turn_to(s.EnteringRoll(entering.role, throw, shown), now)
        return None

    def _throw_of(self, role: str, state: Any = None) -> Throw:
        die = self._game.layout.word(role)
        if throw := self._tap_handler.throw(state or self._current.state, die):
            return throw
        raise no_such_button(role)

    # Tags, and the cards of buttons.

    def _enrol(self, now: float, first: str = "") -> Steps[None]:
        self._put_aside(now)
        self._rest(now)
        self.situation = s.Enrolling((yield e.StartEnrolment(first, self._current)))

    def _command(self, name: str, now: float) -> Steps[Revision | None]:
        """A command card is a button for people without buttons."""
        match name.split():
            case ["hold", role]:
                return (yield from self.on_hold(role, now))
            case ["turn", "+1" | "-1" as step]:
                self.on_turn(int(step), now)
                return None
        return (yield from self.on_press(name, now))

    # What all of them share.

    @contextmanager
    def _hearing(self, now: float) -> Iterator[None]:
        self._drop_notice()
        self.pass_time(now)
        try:
            yield
        except CompanionError as refusal:
            self.tell(refusal.message, now)
            self._extend(now)
            raise

    def _do(self, line: str, now: float, seen: int | None = None) -> Steps[Revision]:
        """Sends a line to the match, and says in one line what came of it."""
        change: Revision = yield e.Submit(line, seen)
        self._rest(now)
        self.see(change, now)
        self._tell_what_came(change, change.result_for(ANYBODY), now)
        return change

    def _tell_what_came(self, change: Revision, line: Message | None, now: float) -> None:
        """On a page of its own, where there is one; else in a line over what people do next."""
        step = change.step
        page = self._game.came_page(step.before, step.after) if change.kind == "input" else None
        if page:
            self._turn_to(s.ShowingResult(page, line), now)
        elif line:
            self.tell(line, now)


def no_such_card(name: str) -> Refusal:
    return Refusal("unknown_card", say("There is no card {card}.", card=name))


def no_such_button(role: str) -> Refusal:
    return Refusal("unknown_button", say("There is no button {role} here.", role=role))
