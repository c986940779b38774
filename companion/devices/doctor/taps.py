"""``companion doctor --taps``: shows live what each part of a board reports, for its builder.

A live line for each reader; every button, every step of the knob is named when it is touched, and
lights its own light. The small screen shows the same.
"""

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from companion.clock import Clock
from companion.devices.board.parts import CameraReader, Pn532Reader, Profile, Rc522Reader
from companion.devices.drawing.pages import draw
from companion.devices.panel import panel
from companion.devices.panel.sounds import Sound
from companion.devices.peripherals import PartEvent, Peripherals
from companion.devices.readers import presence
from companion.devices.readers.watcher import Condition
from companion.devices.screen.screen import ScreenBack, ScreenLost
from companion.games.display import Page, Prose
from companion.games.layout import neutral_name
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say


class TapWatch:
    """The parts of one board, all at work, and what they tell."""

    def __init__(
        self,
        board: Profile,
        clock: Clock,
        pins: Callable[[], Any],
        card_of: Callable[[str], str],
    ) -> None:
        """``card_of`` says what a tag stands for; empty for one that is not bound yet."""
        self._board = board
        self._clock = clock
        self._card_of = card_of
        self._events: SimpleQueue[PartEvent] = SimpleQueue()
        self.last: Message = say("Tap a card, press a button, turn the knob.")
        self._lit = ""
        self._level = 0
        self.parts = Peripherals(board, self._events.put, clock, pins)

    def start(self) -> None:
        self.parts.start()

    def stop(self) -> None:
        self.parts.close()

    def update(self, language: Language) -> None:
        """Takes down what was done meanwhile, and shows it."""
        with suppress(Empty):
            while True:
                self._handle(self._events.get_nowait())
        if self.parts.screen:
            page = Page("taps", say("Doctor"), (Prose(self.last),))
            self.parts.screen.show(draw(page, language))

    def lines(self, language: Language) -> list[str]:
        """One for each reader, and what was touched last."""
        conditions = self.parts.readers.conditions() if self.parts.readers else ()
        return [*(language.say(self._line(each)) for each in conditions), language.say(self.last)]

    def _line(self, reader: Condition) -> Message:
        zone = neutral_name(reader.place.zone)
        if reader.why:
            return say("{zone}: {why}", zone=zone, why=reader.why)
        looks = looks_of(reader)
        seconds = int(self._clock.now() - reader.since)
        if isinstance(reader.place, CameraReader):
            return self._camera_line(reader, zone)
        if reader.card is None:
            return say("{zone}: empty for {n} s; {looks}", zone=zone, n=seconds, looks=looks)
        names = {"zone": zone, "uid": reader.card, "n": seconds, "looks": looks}
        if card := self._card_of(reader.card):
            return say("{zone}: {uid} ({card}) for {n} s; {looks}", card=card, **names)
        return say(
            "{zone}: {uid} for {n} s, there is a sticker that is not bound yet; {looks}", **names
        )

    def _camera_line(self, reader: Condition, zone: Message) -> Message:
        """Which cards lie before it, and whether they could lie better."""
        cards = [self._card_of(uid) or uid for uid in (reader.card or "").splitlines()]
        seen = ", ".join(cards) or say("no card")
        return say(
            "{zone}, camera: {cards}; {looks}", zone=zone, cards=seen, looks=looks_of(reader)
        )

    def _handle(self, heard: PartEvent) -> None:
        match heard:
            case presence.Handled(acknowledge):
                acknowledge()
            case presence.ReaderPaired(zone, name):
                self.last = say(
                    "{name} lies at {zone} from now on.", name=name, zone=neutral_name(zone)
                )
            case presence.ReaderSays(zone, words):
                told = say("Reader {zone}: {why}", zone=neutral_name(zone), why=words)
                self.last = told if zone else words
            case presence.ReaderButton(role, held):
                pressed, kept = (
                    say("{part} was pressed.", part=neutral_name(role)),
                    say("{part} is held.", part=neutral_name(role)),
                )
                self.last = kept if held else pressed
            case presence.CardArrived(zone, uid):
                self.last = say("{part}: {uid}", part=neutral_name(zone), uid=uid)
                self._light(zone)
                self.parts.play(Sound.ACCEPTED)
            case presence.CameraLooks(_, on):
                self.last = say("The camera is on.") if on else say("The camera is off.")
            case presence.TwoCards(zone):
                self.last = say("{part}: two cards?", part=neutral_name(zone))
            case panel.Pressed(role):
                self.last = say("{part} was pressed.", part=neutral_name(role))
                self._light(role)
            case panel.Held(role):
                self.last = say("{part} is held.", part=neutral_name(role))
                self._light(role)
            case panel.Turned(step):
                self.last = say("The knob was turned: {step}", step=f"{step:+}")
                self._move_bar(step)
            case panel.PartLost(_, why):
                self.last = why
            case panel.PartBack(part):
                self.last = say("A part of the panel works again ({part}).", part=part)
            case ScreenLost() | ScreenBack():
                self.last = heard.message

    def _light(self, name: str) -> None:
        if panel := self.parts.panel:
            panel.light(self._lit, False)
            panel.light(name, True)
            self._lit = name

    def _move_bar(self, step: int) -> None:
        most = len(self._board.bar.pins) if self._board.bar else 0
        self._level = max(0, min(most, self._level + step))
        self.parts.bar(self._level)


def looks_of(reader: Condition) -> Message:
    """How well it reads, as far as a reader of its kind can say."""
    if reader.quality:
        return reader.quality
    if isinstance(reader.place, Pn532Reader):
        return say("{clean} of {looks} looks clean", clean=reader.clean, looks=reader.looks)
    if not isinstance(reader.place, Rc522Reader):
        return say("on the air")
    return say(
        "{clean} of {looks} looks clean, {gain} dB",
        clean=reader.clean,
        looks=reader.looks,
        gain=reader.place.gain,
    )
