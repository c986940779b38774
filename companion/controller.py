"""The controller of a table: its readers, panel and screen around one match, in one thread.

Whatever people or parts do comes in through one queue. The tap grammar says what a gesture asks
for, the controller carries that out, and what comes of it is the grammar's next input; then the
screen is drawn. ``step`` does all that is due, so a test can hold the clock; ``run`` does it again
and again, whatever goes wrong meanwhile.
"""

import itertools
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event as Heartbeat

from companion.clock import earliest, seconds_until
from companion.devices.panel import panel
from companion.devices.panel.sounds import Sound
from companion.devices.peripherals import PartEvent, Peripherals
from companion.devices.readers import presence
from companion.devices.screen.screen import ScreenBack, ScreenLost
from companion.errors import CompanionError
from companion.games import playable
from companion.games.display import Page
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.levels.level import after
from companion.match.levels.show import LEVELS
from companion.match.revisions import Revision
from companion.match.taps.common_pages import OTHER_GAMES, SECOND_PHONE
from companion.match.taps.effects import Steps, carry_out
from companion.match.taps.enrolment import EnrolmentStep
from companion.match.taps.prompts import Prompt
from companion.match.taps.situations import Browsing, Timeouts
from companion.match.taps.tap_grammar import TapGrammar
from companion.match.writer import MatchWriter, not_counted, where
from companion.splash import Hardware
from companion.table_view import Surroundings, TableView

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


Event = PartEvent | Enrol | CodeNamed | MatchWriter | Heartbeat | Message | Page
"""A writer is another match's; a heartbeat proves that the loop turns; the last two are shown."""


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
        # Any thread may read these two: each is replaced as a whole, by the loop alone.
        self.enrolling: Message | None = None
        """What whoever gives tags to the cards is asked now."""
        self.notice: Message | None = None
        self.parts = Peripherals(
            hardware.board.profile,
            self.hear,
            self._clock,
            hardware.pin_factory,
            screen=hardware.screen,
            folder=self._around.folder,
            page=hardware.page_camera,
        )
        self._sit_at(writer)

    def _sit_at(self, writer: MatchWriter) -> None:
        """What was half said about another game is forgotten."""
        profile, ports = self._hardware.board.profile, self._around.ports
        self._writer = writer
        self._game = writer.match.game
        self.taps = TapGrammar(
            writer.current,
            self._timeouts,
            knob=bool(profile and profile.encoder),
            new_game=ports.new_game is not None,
            choice=ports.choose_again is not None and self._game.id in playable(),
            hall=ports.call_hall is not None,
        )
        language = Language(self._hardware.language.code, self._game.id)
        self._view = TableView(
            writer, self.taps, language, self._around, self.parts, self._faults, self.wake
        )
        self._awake_at = -1
        # What was wrong before is told where the table is started, and on phones.
        self._told_warnings = len(writer.match.warnings)

    def start(self) -> None:
        """Every part begins to work in its own thread."""
        self.parts.start()
        self.parts.play(Sound.READY)

    def run(self) -> None:
        """Plays until somebody says ``stop``."""
        while True:
            due = self.turn()
            # Only now: a step takes from the queue, and may have taken what should end the wait.
            if self._stopping:
                return
            with suppress(Empty):
                self._handle(self._queue.get(timeout=seconds_until(due, self._clock)))

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
        return self._view.prompt(self._clock.now())

    def page(self) -> Page:
        """What the small screen ought to show."""
        return self._view.page(self._clock.now())

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
        self.parts.close()

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
            self.parts.play(Sound.ENDED)
        self.taps.see(self._writer.current, now)
        self._tell_warnings(now)
        if self._writer.current.revision != self._awake_at:
            self._awake_at = self._writer.current.revision
            self.parts.wake()
        self.enrolling = self.taps.enrolment.words if self.taps.enrolment else None
        self.notice = self.taps.notice
        self._ask_code()
        self._view.totals.begin(now)
        self._view.update(now)
        return earliest(self.taps.due(now), self._view.totals.due(now))

    def _tell_warnings(self, now: float) -> None:
        """What people must know while they play, such as that an answer could not be kept."""
        warnings = self._writer.match.warnings
        for warning in warnings[self._told_warnings :]:
            self.taps.tell(warning, now)
            self.parts.play(Sound.REFUSED)
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
        if isinstance(event, panel.Pressed | panel.Held | panel.Turned):
            self.parts.wake()
        try:
            match event:
                case presence.CardArrived(zone, uid, again, id):
                    self.parts.light(zone, True)
                    self._carry_out(self.taps.on_tag(uid, zone, now, again=again), id)
                case presence.ReaderButton("next", False, _) if self._view.totals.at(now):
                    self._view.totals.hurry(now)
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
            self.parts.play(Sound.REFUSED)
        except Exception as error:
            log.error("%s: %s", type(event).__name__, where(error))
            self.taps.tell(not_counted().message, now)
            self.parts.play(Sound.REFUSED)
        else:
            self.parts.play(Sound.ACCEPTED)

    def _carry_out(self, steps: Steps[object], id: str = "") -> None:
        """``id`` is of a gesture that may come twice: its lines count once, beyond restarts."""
        self.taps.stepwise = self._around.stepwise()
        numbers = itertools.count(1)

        def submit(line: str, *, seen: int | None = None) -> Revision:
            return self._writer.ask(line, f"{id}/{next(numbers)}" if id else "", seen)

        carry_out(steps, submit, self._around.ports)

    def _answer_to_page(self) -> Callable[[], None] | None:
        """What NEXT does on a page that asks something, and was leafed to or shows what moves."""
        ports, now = self._around.ports, self._clock.now()
        if self._view.totals.at(now):
            return lambda: self._view.totals.hurry(now)
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
                self.parts.light(zone, False)
                self._carry_out(self.taps.on_lift(uid, reads, now))
            case presence.TwoCards():
                self.taps.tell(say("Two cards? Tap them one after the other."), now)
                self.parts.play(Sound.REFUSED)
            case presence.Handled(acknowledge):
                acknowledge()
            case presence.ReaderSays(zone, words):
                told = say("Reader {zone}: {why}", zone=self._zone_name(zone), why=words)
                self.taps.tell(told if zone else words, now)
                self.parts.play(Sound.REFUSED)
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
        self.parts.play(Sound.REFUSED)
        self._around.report(tuple(self._faults.values()))

    def _mend(self, part: object, told: Message) -> None:
        self._faults.pop(part, None)
        self.taps.tell(told, self._clock.now())
        self._around.report(tuple(self._faults.values()))
