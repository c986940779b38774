"""A table with its parts: readers, panel and screen around one clerk, and one thread for hands.

Whatever people or parts do comes in through one queue. ``step`` does all that is due, so a test can
hold the clock; ``run`` does it again and again, whatever goes wrong meanwhile.
"""

import logging
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event as Turn
from typing import Any

from companion.clock import Clock
from companion.devices.board.parts import Profile
from companion.devices.drawing.pages import draw
from companion.devices.panel.panel import (
    Held,
    Panel,
    PanelEvent,
    PartBack,
    PartLost,
    Pressed,
    Turned,
)
from companion.devices.panel.sounds import Sound
from companion.devices.readers.presence import (
    CardArrived,
    CardGone,
    ReaderBack,
    ReaderLost,
    Report,
    TwoCards,
)
from companion.devices.readers.readers import Readers
from companion.devices.screen.screen import Screen, ScreenBack, ScreenLost, open_screen
from companion.errors import CompanionError
from companion.games.display import Choice, Page
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.collection.walk import Walk
from companion.match.taps.common_pages import OTHER_GAMES, trouble
from companion.match.taps.enrolment import EnrolmentStep
from companion.match.taps.prompts import Prompt, asked_by, prompt_of
from companion.match.taps.screen_page import Chances, page_of
from companion.match.taps.situations import Enrolling, Looking, Resting
from companion.match.taps.tags import Tags
from companion.match.taps.tap_grammar import TapGrammar
from companion.match.taps.timeouts import Patience
from companion.match.writer import MatchWriter, not_counted, where

log = logging.getLogger(__name__)

RETRY = 1.0


@dataclass(frozen=True, slots=True)
class Enrol:
    """Somebody gives tags to the cards from a phone: begins, goes on or back, or ends."""

    step: EnrolmentStep
    first: str


Event = Report | PanelEvent | ScreenLost | ScreenBack | Enrol | MatchWriter | Turn | Message | None
"""A clerk is that of another game; a turn is waited for by somebody who wants to know whether the
loop still turns; a message is a line to show for a moment; None wakes the table up: there is news,
or it is to stop."""


def nobody(faults: Sequence[Message]) -> None:
    """Where nobody else wants to know of a fault."""


class TableController:
    """``profile`` is None for a table without any part: then only phones play.

    ``report`` is told what is wrong with the parts whenever that changes; ``more_pages`` are what
    the small screen can show beside the game, an ``invitation`` is shown as long as nobody can do
    anything here, NEXT goes ``stepwise`` while a first game is explained, ``new_game`` asks which
    game comes next, ``invite`` hears of it when somebody at the table wants to see how to join,
    ``call`` asks a hall for help, and taps are for a ``walk`` while somebody is on one through
    their box. A ``screen`` that is at work already has told what happened to it to ``events``.
    """

    def __init__(
        self,
        writer: MatchWriter,
        profile: Profile | None,
        tags: Tags,
        language: Language,
        clock: Clock,
        pin_factory: Callable[[], Any],
        *,
        patience: Patience | None = None,
        throw: Callable[[Sequence[Choice]], Choice] = secrets.choice,
        report: Callable[[Sequence[Message]], None] = nobody,
        more_pages: Callable[[], tuple[Page, ...]] = tuple,
        invitation: Callable[[], Page | None] = lambda: None,
        stepwise: Callable[[], bool] = lambda: False,
        new_game: Callable[[], None] | None = None,
        call: Callable[[], Message] | None = None,
        walk: Walk | None = None,
        invite: Callable[[], None] = lambda: None,
        screen: Screen | None = None,
        events: "SimpleQueue[Event] | None" = None,
    ) -> None:
        self._clock = clock
        self._invite = invite
        self._language = language
        self._report = report
        self._more_pages = more_pages
        self._invitation = invitation
        self._grammar = partial(
            TapGrammar,
            tags=tags,
            patience=patience,
            throw=throw,
            knob=bool(profile and profile.encoder),
            stepwise=stepwise,
            new_game=new_game,
            call=call,
            walk=walk,
        )
        self._new_game = new_game
        self._queue: SimpleQueue[Event] = events or SimpleQueue()
        self._stopping = False
        self._faults: dict[object, Message] = {}
        self._lit = ""
        # Any thread may read these two: each is replaced as a whole, by the loop alone.
        self.enrolling: Message | None = None
        """What whoever gives tags to the cards is asked now."""
        self.notice: Message | None = None
        self._sit_at(writer)
        self.readers: Readers | None = None
        self.panel: Panel | None = None
        self.screen = screen
        if profile:
            self._open(profile, pin_factory)

    def _sit_at(self, writer: MatchWriter) -> None:
        """What was half said about another game is forgotten."""
        self._writer = writer
        self._game = writer.match.game
        self._tap_handler = self._game.tap_handler
        self.taps = self._grammar(self._game, lambda: writer.current, writer.ask)
        # For other threads, in one piece: they never see the hands of one game in another.
        self._asking = writer, self.taps
        self._chances = Chances(self._game, self.wake)
        self._level = self._tap_handler.level(writer.current.state)
        self._seen: object = None
        # What was wrong before is told where the table is started, and on phones.
        self._old_warnings = self._told_warnings = len(writer.match.warnings)

    def _open(self, profile: Profile, pin_factory: Callable[[], Any]) -> None:
        if profile.readers:
            self.readers = Readers(profile.readers, self._queue.put, clock=self._clock)
        if next(profile.pins(), None):
            self.panel = Panel(profile, self._queue.put, self._clock, pin_factory)
            self.panel.bar(self._level)
        if profile.oled and not self.screen:
            self.screen = open_screen(profile.oled, self._clock, self._queue.put)

    def start(self) -> None:
        """Every part begins to work in its own thread."""
        for part in (self.readers, self.panel, self.screen):
            if part:
                part.start()
        self._play(Sound.READY)

    def run(self) -> None:
        """Plays until somebody says ``stop``."""
        while True:
            due = self.turn()
            # Only now: a step takes from the queue, and may have taken what should end the wait.
            if self._stopping:
                return
            wait = None if due is None else max(0.0, due - self._clock.now())
            with suppress(Empty):
                self._hear(self._queue.get(timeout=wait))

    def move_to(self, writer: MatchWriter) -> None:
        """Another game is on the table."""
        self._queue.put(writer)

    @property
    def prompt(self) -> Prompt:
        """What the table asks of people now, for a page beside it."""
        writer, taps = self._asking
        return prompt_of(writer.current, taps)

    def enrol(self, step: EnrolmentStep, first: str = "") -> None:
        self._queue.put(Enrol(step, first))

    def pulse(self) -> None:
        """Waits until the loop has come to this: proof that it works."""
        turn = Turn()
        self._queue.put(turn)
        turn.wait()

    def tell(self, line: Message) -> None:
        """Somebody elsewhere says something to the people at this table."""
        self._queue.put(line)

    def wake(self) -> None:
        """There may be something new to show."""
        self._queue.put(None)

    def stop(self) -> None:
        self._stopping = True
        self.wake()

    def close(self) -> None:
        """Lets go of every part; the screen goes dark."""
        if self.readers:
            self.readers.stop()
        if self.panel:
            self.panel.close()
        if self.screen:
            self.screen.stop()

    def turn(self) -> float | None:
        """A step that a mistake in it does not end: it is logged, told, and tried again."""
        try:
            due = self.step()
        except Exception as error:
            if TableController not in self._faults:
                log.exception("the table")
                self._fail(
                    TableController,
                    say("How the game stands cannot be shown here ({why}); it goes on.", why=error),
                )
            return self._clock.now() + RETRY
        if TableController in self._faults:
            self._mend(TableController, say("How the game stands is shown again."))
        return due

    def step(self) -> float | None:
        """Does everything that is due now; answers when there will be something to do again."""
        while not self._queue.empty():
            self._hear(self._queue.get())
        now = self._clock.now()
        if self.taps.pass_time(now):
            self._play(Sound.ENDED)
        self.taps.look_again(now)
        self._tell_warnings(now)
        self.enrolling, self.notice = self._asked(), self.taps.notice
        self._show()
        return self.taps.due(now)

    def _tell_warnings(self, now: float) -> None:
        """What people must know while they play, such as that an answer could not be kept."""
        warnings = self._writer.match.warnings
        for warning in warnings[self._told_warnings :]:
            self.taps.tell(warning, now)
            self._play(Sound.REFUSED)
        self._told_warnings = len(warnings)

    # What comes in.

    def _hear(self, event: Event) -> None:
        now = self._clock.now()
        try:
            match event:
                case CardArrived(zone, uid, again):
                    self._light(zone, True)
                    self.taps.read(uid, zone, now, again=again)
                case Pressed("next") if self._new_game and self._looks_at_other_games():
                    self._new_game()
                case Pressed(role):
                    self.taps.press(role, now)
                case Held(role):
                    if role == "info":
                        self._invite()
                    self.taps.hold(role, now)
                case Turned(step):
                    self.taps.turn(step, now)
                    return
                case _:
                    self._hear_of_parts(event, now)
                    return
        except CompanionError:
            self._play(Sound.REFUSED)
        except Exception as error:
            log.error("%s: %s", type(event).__name__, where(error))
            self.taps.tell(not_counted().message, now)
            self._play(Sound.REFUSED)
        else:
            self._play(Sound.ACCEPTED)

    def _looks_at_other_games(self) -> bool:
        return isinstance(self.taps.situation, Looking) and self.page() == OTHER_GAMES

    def _hear_of_parts(self, event: Event, now: float) -> None:
        match event:
            case CardGone(zone, uid, reads):
                self._light(zone, False)
                self.taps.lifted(uid, reads, now)
            case TwoCards():
                self.taps.tell(say("Two cards? Tap them one after the other."), now)
                self._play(Sound.REFUSED)
            case ReaderLost(zone, why):
                where = self._game.zone_name(self._writer.current.state, zone)
                self._fail(zone, say("Reader {zone}: {why}", zone=where, why=why))
            case ReaderBack(zone):
                where = self._game.zone_name(self._writer.current.state, zone)
                self._mend(zone, say("The reader {zone} is back.", zone=where))
            case PartLost(part, why):
                self._fail(("panel", part), why)
            case PartBack(part):
                told = say("A part of the panel works again ({part}).", part=part)
                self._mend(("panel", part), told)
            case ScreenLost():
                self._fail(Screen, event.message)
            case ScreenBack():
                self._mend(Screen, event.message)
            case MatchWriter():
                self._sit_at(event)
            case Turn():
                event.set()
            case Message():
                self.taps.tell(event, now)
            case Enrol(step, first):
                self._enrol(step, first, now)

    def _enrol(self, step: EnrolmentStep, first: str, now: float) -> None:
        if step == "begin":
            self.taps.enrol(first, now)
        elif self._asked() and step == "end":
            self.taps.hold("next", now)
        elif self._asked():
            self.taps.press("next" if step == "skip" else "undo", now)

    def _asked(self) -> Message | None:
        situation = self.taps.situation
        return situation.enrolment.words if isinstance(situation, Enrolling) else None

    def _fail(self, part: object, why: Message) -> None:
        """Told at once in one line, and for as long as it lasts to whoever asks."""
        self._faults[part] = why
        self.taps.tell(why, self._clock.now())
        self._play(Sound.REFUSED)
        self._report(tuple(self._faults.values()))

    def _mend(self, part: object, told: Message) -> None:
        self._faults.pop(part, None)
        self.taps.tell(told, self._clock.now())
        self._report(tuple(self._faults.values()))

    # What goes out.

    def _show(self) -> None:
        """The page, unless nothing has happened that could have changed it; then the lights."""
        current, now = self._writer.current, self._clock.now()
        beside = self._more_pages(), self._invitation(), self._chances.found
        seen = (current.revision, self.taps.notice, self.taps.looks_like(now), beside)
        if seen == self._seen:
            return
        if self.screen:
            self.screen.show(draw(self.page(), self._language))
        self._show_level(self._tap_handler.level(current.state))
        self._show_due(self._game.layout.part(asked_by(current, self.taps).due))
        self._seen = seen

    def page(self) -> Page:
        """What the small screen ought to show; who leafs through the pages finds what is wrong."""
        warnings = self._writer.match.warnings[self._old_warnings :]
        more = (*map(trouble, (*self._faults.values(), *warnings)), *self._more_pages())
        current, now = self._writer.current, self._clock.now()
        resting = isinstance(self.taps.situation, Resting) and not self.taps.notice
        if resting and (invitation := self._invitation()):
            return invitation
        page = page_of(self._game, current, self.taps, now, more)
        return self._chances.on(page, current.state)

    def _show_level(self, level: int) -> None:
        if level > self._level:
            self._play(Sound.ALARM)
        if self.panel:
            self.panel.bar(level)
        self._level = level

    def _show_due(self, role: str) -> None:
        """The button that is waited for shines."""
        if role != self._lit:
            self._light(self._lit, False)
            self._light(role, True)
            self._lit = role

    def _light(self, name: str, on: bool) -> None:
        if self.panel and name:
            self.panel.light(name, on)

    def _play(self, sound: Sound) -> None:
        if self.panel:
            self.panel.play(sound)
