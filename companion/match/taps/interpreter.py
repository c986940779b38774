"""What a gesture amounts to: lines for the match, a question about it, or a refusal.

It remembers what is only half said, and for how long, and says what is to be done as effects. It
knows no game: what things mean is asked of the game's own ``TapHandler``.
"""

from dataclasses import replace
from typing import Any

from companion.errors import Refusal
from companion.games import ANYBODY, several
from companion.games.layout import MODE
from companion.games.taps import NEXT, THEN, Do, Gesture, Thing, Throw, Wait
from companion.i18n.message import Message, say
from companion.match.match import Revision
from companion.match.taps import effects as e
from companion.match.taps import situations as s
from companion.match.taps.effects import Steps
from companion.match.taps.printed_tags import Printing
from companion.match.taps.situations import WAITS, Timeouts
from companion.match.taps.tap_state import TapState
from companion.match.taps.throwing import after, throw_all


class GestureInterpreter(TapState):
    """``clears``: another game can follow; ``choice``: UNDO may lead back to choosing one."""

    def __init__(
        self, current: Revision, timeouts: Timeouts, *, knob: bool, clears: bool, choice: bool
    ) -> None:
        super().__init__(current, timeouts, clears=clears)
        self._knob = knob
        self._choice = choice
        self._printing = Printing(self._game)

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
            yield e.CallPort("new_game")
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
                yield e.CallPort("choose_again")
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

    def _do(self, line: str, now: float, seen: int | None = None) -> Steps[Revision]:
        """Sends a line to the match, and says in one line what came of it."""
        change: Revision = yield e.Submit(line, seen)
        self._rest(now)
        self.see(change, now)
        self._tell_what_came(change, change.result_for(ANYBODY), now)
        return change

    def _tell_what_came(self, change: Revision, line: Message | None, now: float) -> None:
        """On a page of its own, where there is one; else in a line over what people do next."""
        if page := change.result_page:
            self._turn_to(s.ShowingResult(page, line), now)
        elif line:
            self.tell(line, now)


def no_such_button(role: str) -> Refusal:
    return Refusal("unknown_button", say("There is no button {role} here.", role=role))
