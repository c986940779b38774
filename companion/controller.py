"""The controller of a table: its readers, panel and screen around one match, in one thread.

Whatever people or parts do comes in through one queue. The tap grammar says what a gesture asks
for, the controller carries that out, and what comes of it is the grammar's next input; then the
screen is drawn. ``step`` does all that is due, so a test can hold the clock; ``run`` does it again
and again, whatever goes wrong meanwhile.
"""

import itertools
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event as Heartbeat

from companion.devices.drawing.pages import draw
from companion.devices.panel import panel
from companion.devices.panel.sounds import Sound
from companion.devices.readers import presence
from companion.devices.readers.readers import Readers
from companion.devices.screen.screen import ScreenBack, ScreenLost, open_screen
from companion.errors import CompanionError
from companion.games import ANYBODY, playable
from companion.games.display import Page
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.levels.level import after
from companion.match.levels.show import LEVELS, MovingTotals, Show, is_calm, moving_page, words_of
from companion.match.revisions import Revision
from companion.match.taps.common_pages import OTHER_GAMES, SECOND_PHONE, trouble
from companion.match.taps.effects import Ports, Steps, carry_out
from companion.match.taps.enrolment import EnrolmentStep
from companion.match.taps.prompts import Prompt, asked_by, prompt_of
from companion.match.taps.screen_page import Chances, page_of
from companion.match.taps.situations import Browsing, Idle, Timeouts
from companion.match.taps.tap_grammar import TapGrammar
from companion.match.writer import MatchWriter, not_counted, where
from companion.splash import Hardware

log = logging.getLogger(__name__)

RETRY_S = 1.0
NEW_CODE = "new code"
LOOP = "loop"
"""The name under which a mistake in the loop itself is one of the faults."""


@dataclass(frozen=True, slots=True)
class Enrol:
    """Somebody gives tags to the cards from a phone: begins, goes on or back, or ends."""

    step: EnrolmentStep
    first: str


@dataclass(frozen=True, slots=True)
class CodeNamed:
    """Somebody says on a page which card a new code is; without a name, that it is none."""

    uid: str
    name: str


Event = (
    presence.Report
    | panel.PanelEvent
    | ScreenLost
    | ScreenBack
    | Enrol
    | CodeNamed
    | MatchWriter
    | Heartbeat
    | Message
    | Page
)
"""A writer is that of another game; a heartbeat is waited for by somebody who wants to know whether
the loop still turns; a message is a line to show for a moment, and a page is that as well."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a table asks and tells beside its match and its parts."""

    ports: Ports = field(default_factory=Ports)
    stepwise: Callable[[], bool] = lambda: False
    """Is a first game explained, step by step?"""
    more_pages: Callable[[], tuple[Page, ...]] = tuple
    """What the small screen can show beside the game."""
    invitation: Callable[[], Page | None] = lambda: None
    """The page that is shown as long as nobody can do anything here."""
    show: Show = field(default_factory=Show)
    """What there is to see of the totals that moved."""
    report: Callable[[Sequence[Message]], None] = lambda faults: None
    """Told what is wrong with the parts whenever that changes."""
    camera: Callable[[bool], None] = lambda on: None
    """Told whether a camera looks at the table."""
    folder: Path | None = None
    """Where parts keep what they have to know the next time."""


class TableController:
    def __init__(
        self,
        writer: MatchWriter,
        hardware: Hardware,
        surroundings: Surroundings | None = None,
        timeouts: Timeouts | None = None,
    ) -> None:
        self._hardware = hardware
        self._clock = hardware.clock
        self._around = surroundings or Surroundings()
        self._timeouts = timeouts
        # The screen is at work already: what happened to it lies in this queue. None wakes the
        # loop up: there is news, or it is to stop.
        self._queue: SimpleQueue[Event | None] = hardware.events
        self._stopping = False
        self._faults: dict[object, Message] = {}
        self._lit = ""
        # Any thread may read these two: each is replaced as a whole, by the loop alone.
        self.enrolling: Message | None = None
        """What whoever gives tags to the cards is asked now."""
        self.notice: Message | None = None
        self._sit_at(writer)
        self.readers: Readers | None = None
        self.panel: panel.Panel | None = None
        self.screen = hardware.screen
        self._open_parts()

    def _sit_at(self, writer: MatchWriter) -> None:
        """What was half said about another game is forgotten."""
        profile, ports = self._hardware.board.profile, self._around.ports
        self._writer = writer
        self._game = writer.match.game
        self._language = Language(self._hardware.language.code, self._game.id)
        self._tap_handler = self._game.tap_handler
        self.taps = TapGrammar(
            writer.current,
            self._timeouts,
            knob=bool(profile and profile.encoder),
            new_game=ports.new_game is not None,
            choice=ports.choose_again is not None and self._game.id in playable(),
            hall=ports.call_hall is not None,
        )
        # For other threads, in one piece: they never see what is half said of one game in another.
        self._asking = writer, self.taps
        self._chances = Chances(self._game, self.wake)
        self._level = self._tap_handler.level(writer.current.state)
        self._totals = MovingTotals(self._around.show, writer.match, self.taps)
        self._seen: object = None
        self._awake_at = -1
        # What was wrong before is told where the table is started, and on phones.
        self._old_warnings = self._told_warnings = len(writer.match.warnings)

    def _open_parts(self) -> None:
        profile = self._hardware.board.profile
        if profile is None:
            return
        if profile.readers:
            self.readers = Readers(
                profile.readers,
                self.hear,
                clock=self._clock,
                folder=self._around.folder,
                page=self._hardware.page_camera,
            )
        if next(profile.pins(), None):
            pin_factory = self._hardware.pin_factory
            self.panel = panel.Panel(profile, self.hear, self._clock, pin_factory)
            self.panel.bar(self._level)
        if profile.oled and not self.screen:
            self.screen = open_screen(profile.oled, self._clock, self.hear)

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
                self._handle(self._queue.get(timeout=wait))

    # What other threads ask for.

    def hear(self, event: Event | None) -> None:
        """Whatever people or parts do; the loop comes to it in its turn."""
        self._queue.put(event)

    def move_to(self, writer: MatchWriter) -> None:
        """Another game is on the table."""
        self.hear(writer)

    @property
    def prompt(self) -> Prompt:
        """What the table asks of people now, for a page beside it."""
        writer, taps = self._asking
        prompt, shown = prompt_of(writer.current, taps), self._around.show.of(writer.match)
        if shown is None or not (shown.waits and is_calm(taps, self._clock.now())):
            return prompt
        return replace(prompt, asked=(words_of(shown), *prompt.asked), due="next", choices=())

    def enrol(self, step: EnrolmentStep, first: str = "") -> None:
        self.hear(Enrol(step, first))

    @property
    def new_code(self) -> str:
        """The code of which people have to say which card it is."""
        return self.prompt.new_code

    def name_code(self, uid: str, name: str) -> None:
        self.hear(CodeNamed(uid, name))

    def pulse(self) -> None:
        """Waits until the loop has come to this: proof that it works."""
        heartbeat = Heartbeat()
        self.hear(heartbeat)
        heartbeat.wait()

    def tell(self, line: Message) -> None:
        """Somebody elsewhere says something to the people at this table."""
        self.hear(line)

    def show(self, page: Page) -> None:
        """For a moment, unless something waits for an answer."""
        self.hear(page)

    def wake(self) -> None:
        """There may be something new to show."""
        self.hear(None)

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

    # The loop.

    def turn(self) -> float | None:
        """A step that a mistake in it does not end: it is logged, told, and tried again."""
        try:
            due = self.step()
        except Exception as error:
            if LOOP not in self._faults:
                log.exception("the table")
                self._fail(
                    LOOP,
                    say("How the game stands cannot be shown here ({why}); it goes on.", why=error),
                )
            return self._clock.now() + RETRY_S
        if LOOP in self._faults:
            self._mend(LOOP, say("How the game stands is shown again."))
        return due

    def step(self) -> float | None:
        """Does everything that is due now; answers when there will be something to do again."""
        while not self._queue.empty():
            self._handle(self._queue.get())
        now = self._clock.now()
        if self.taps.pass_time(now):
            self._play(Sound.ENDED)
        self.taps.see(self._writer.current, now)
        self._tell_warnings(now)
        if self.readers and self._writer.current.revision != self._awake_at:
            self._awake_at = self._writer.current.revision
            self.readers.wake()
        self.enrolling = self.taps.enrolment.words if self.taps.enrolment else None
        self.notice = self.taps.notice
        self._ask_code()
        self._totals.begin(now)
        self._show(now)
        due = self.taps.due(now), self._totals.due(now)
        return min((each for each in due if each is not None), default=None)

    def _tell_warnings(self, now: float) -> None:
        """What people must know while they play, such as that an answer could not be kept."""
        warnings = self._writer.match.warnings
        for warning in warnings[self._told_warnings :]:
            self.taps.tell(warning, now)
            self._play(Sound.REFUSED)
        self._told_warnings = len(warnings)

    def _ask_code(self) -> None:
        """Phones are told that there is a code of which somebody has to say which card it is."""
        if bool(self.taps.new_code) != (NEW_CODE in self._faults):
            if self.taps.new_code:
                self._faults[NEW_CODE] = say(
                    "A new code lies before the camera: the page Tags asks which card it is."
                )
            else:
                del self._faults[NEW_CODE]
            self._around.report(tuple(self._faults.values()))

    # What comes in.

    def _handle(self, event: Event | None) -> None:
        now = self._clock.now()
        self.taps.see(self._writer.current, now)
        if self.readers and isinstance(event, panel.Pressed | panel.Held | panel.Turned):
            self.readers.wake()
        try:
            match event:
                case presence.CardArrived(zone, uid, again, id):
                    self._light(zone, True)
                    self._carry_out(self.taps.on_tag(uid, zone, now, again=again), id)
                case presence.ReaderButton("next", False, _) if self._totals.at(now):
                    self._totals.hurry(now)
                case presence.ReaderButton(role, held, id):
                    press = self.taps.on_hold if held else self.taps.on_press
                    self._carry_out(press(role, now), id)
                case CodeNamed(uid, name):
                    self._carry_out(self.taps.on_code_named(uid, name, now))
                case panel.Pressed("next") if answer := self._answer_to_page():
                    answer()
                case panel.Pressed(role):
                    self._carry_out(self.taps.on_press(role, now))
                case panel.Held(role):
                    self._carry_out(self.taps.on_hold(role, now))
                case panel.Turned(step):
                    self.taps.on_turn(step, now)
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

    def _carry_out(self, steps: Steps[object], id: str = "") -> None:
        """``id`` is that of a gesture that may come twice: its lines count once, also after a
        restart."""
        self.taps.stepwise = self._around.stepwise()
        numbers = itertools.count(1)

        def submit(line: str, *, seen: int | None = None) -> Revision:
            return self._writer.ask(line, f"{id}/{next(numbers)}" if id else "", seen)

        carry_out(steps, submit, self._around.ports)

    def _answer_to_page(self) -> Callable[[], None] | None:
        """What NEXT does on a page that asks something, and was leafed to or shows what moves."""
        ports, now = self._around.ports, self._clock.now()
        if self._totals.at(now):
            return lambda: self._totals.hurry(now)
        looked_at = self.page().name if isinstance(self.taps.situation, Browsing) else ""
        return {
            OTHER_GAMES.name: ports.new_game,
            SECOND_PHONE: ports.let_in,
            LEVELS: self._next_level,
        }.get(looked_at)

    def _next_level(self) -> None:
        self._writer.ask(after(self._writer.match.level).line)

    def _hear_of_parts(self, event: Event | None, now: float) -> None:
        match event:
            case presence.CardGone(zone, uid, reads):
                self._light(zone, False)
                self._carry_out(self.taps.on_lift(uid, reads, now))
            case presence.TwoCards():
                self.taps.tell(say("Two cards? Tap them one after the other."), now)
                self._play(Sound.REFUSED)
            case presence.Handled(acknowledge):
                acknowledge()
            case presence.ReaderSays(zone, words):
                told = say("Reader {zone}: {why}", zone=self._zone_name(zone), why=words)
                self.taps.tell(told if zone else words, now)
                self._play(Sound.REFUSED)
            case presence.CameraLooks(_, on):
                self._around.camera(on)
            case presence.ReaderPaired(zone, name):
                told = say(
                    "{name} lies at {zone} from now on.", name=name, zone=self._zone_name(zone)
                )
                self._mend(zone, told)
            case presence.ReaderLost(zone, why):
                self._fail(zone, say("Reader {zone}: {why}", zone=self._zone_name(zone), why=why))
            case presence.ReaderBack(zone):
                self._mend(zone, say("The reader {zone} is back.", zone=self._zone_name(zone)))
            case panel.PartLost(part, why):
                self._fail(("panel", part), why)
            case panel.PartBack(part):
                told = say("A part of the panel works again ({part}).", part=part)
                self._mend(("panel", part), told)
            case ScreenLost():
                self._fail("screen", event.message)
            case ScreenBack():
                self._mend("screen", event.message)
            case MatchWriter():
                self._sit_at(event)
            case Heartbeat():
                event.set()
            case Message():
                self.taps.tell(event, now)
            case Page():
                self.taps.show(event, now)
            case Enrol(step, first):
                self._enrol(step, first, now)

    def _zone_name(self, zone: str) -> Message:
        return self._game.zone_name(self._writer.current.state, zone)

    def _enrol(self, step: EnrolmentStep, first: str, now: float) -> None:
        if step == "begin":
            self._carry_out(self.taps.on_enrol(first, now))
        elif self.taps.enrolment:
            match step:
                case "end":
                    self._carry_out(self.taps.on_hold("next", now))
                case "skip":
                    self._carry_out(self.taps.on_press("next", now))
                case "back":
                    self._carry_out(self.taps.on_press("undo", now))

    def _fail(self, part: object, why: Message) -> None:
        """Told at once in one line, and for as long as it lasts to whoever asks."""
        self._faults[part] = why
        self.taps.tell(why, self._clock.now())
        self._play(Sound.REFUSED)
        self._around.report(tuple(self._faults.values()))

    def _mend(self, part: object, told: Message) -> None:
        self._faults.pop(part, None)
        self.taps.tell(told, self._clock.now())
        self._around.report(tuple(self._faults.values()))

    # What goes out.

    def _show(self, now: float) -> None:
        """The page, unless nothing has happened that could have changed it; then the lights."""
        current, around = self._writer.current, self._around
        beside = around.more_pages(), around.invitation(), self._chances.found
        moving = self._totals.at(now)
        moved = moving and (moving[0].key, moving[1])
        seen = (current.revision, self.taps.notice, self.taps.looks_like(now), beside, moved)
        if seen == self._seen:
            return
        if self.screen:
            self.screen.show(draw(self.page(), self._language))
        self._show_level(self._tap_handler.level(current.state))
        waited_for = "next" if moving else asked_by(current, self.taps).due
        self._show_due(self._game.layout.part(waited_for))
        self._seen = seen

    def page(self) -> Page:
        """What the small screen ought to show; who leafs through the pages finds what is wrong."""
        warnings = self._writer.match.warnings[self._old_warnings :]
        more = (*map(trouble, (*self._faults.values(), *warnings)), *self._around.more_pages())
        current, now = self._writer.current, self._clock.now()
        if moving := self._totals.at(now):
            page, came = moving_page(*moving), current.result_for(ANYBODY)
            notice = self.taps.notice
            return page if notice is None or notice == came else page.with_notice(notice)
        idle = isinstance(self.taps.situation, Idle) and not self.taps.notice
        if idle and (invitation := self._around.invitation()):
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
        if self.readers and name:
            self.readers.light(name, on)

    def _play(self, sound: Sound) -> None:
        if self.panel:
            self.panel.play(sound)
