"""The tap grammar: taps, presses and turns of the knob, one after the other, as people make them.

What each of them amounts to, the interpreter says. Times are handed in.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from companion.errors import CompanionError, Refusal
from companion.games.layout import DIE, MODE
from companion.games.taps import Thing
from companion.i18n.message import say
from companion.match.match import Revision
from companion.match.taps import effects as e
from companion.match.taps import situations as s
from companion.match.taps.effects import Steps
from companion.match.taps.enrolment import Sight, thing_called
from companion.match.taps.interpreter import GestureInterpreter
from companion.match.taps.printed_codes import is_code
from companion.match.taps.situations import Timeouts
from companion.match.taps.tags import not_enrolled

LAST = -1
"""The page before the first one: how to join by phone, wherever there is one."""


class TapGrammar(GestureInterpreter):
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
        super().__init__(current, timeouts or Timeouts(), knob=knob, clears=new_game, choice=choice)
        self._hall = hall
        self._sight = Sight()
        self._no_cards: set[str] = set()
        """Codes of which people have said that they are no card."""

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
        """A new code is named, and counts as tapped; without a name it is no card."""
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
                yield e.CallPort("show_code")
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
                    self.tell((yield e.CallPort("call_hall")), now)
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


def no_such_card(name: str) -> Refusal:
    return Refusal("unknown_card", say("There is no card {card}.", card=name))
