"""What panel and screen show of one match: the page, what moves, the lights and the level.

It is another view for another match, and remembers only what it has shown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.devices.drawing.pages import draw
from companion.devices.panel.sounds import Sound
from companion.devices.peripherals import Peripherals
from companion.games import ANYBODY
from companion.games.display import Page
from companion.i18n.catalogs import Language
from companion.i18n.message import Message
from companion.match.levels.show import MovingTotals, Show, is_calm, moving_page, words_of
from companion.match.taps.common_pages import trouble
from companion.match.taps.effects import Ports
from companion.match.taps.prompts import Prompt, asked_by, prompt_of
from companion.match.taps.screen_page import Chances, page_of
from companion.match.taps.situations import Idle
from companion.match.taps.tap_grammar import TapGrammar
from companion.match.writer import MatchWriter


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


class TableView:
    def __init__(
        self,
        writer: MatchWriter,
        taps: TapGrammar,
        language: Language,
        around: Surroundings,
        parts: Peripherals,
        faults: Mapping[object, Message],
        wake: Callable[[], None],
    ) -> None:
        """``faults`` are those that last; ``wake`` is called when there is more to show."""
        self._writer = writer
        self._taps = taps
        self._language = language
        self._around = around
        self._parts = parts
        self._faults = faults
        self._game = writer.match.game
        self._chances = Chances(self._game, wake)
        self.totals = MovingTotals(around.show, writer.match, taps)
        self._level = self._game.tap_handler.level(writer.current.state)
        parts.bar(self._level)
        # What was wrong before is told where the table is started, and on phones.
        self._old_warnings = len(writer.match.warnings)
        self._seen: object = None

    def update(self, now: float) -> None:
        """The page, unless nothing has happened that could have changed it; then the lights."""
        current, around = self._writer.current, self._around
        beside = around.more_pages(), around.invitation(), self._chances.found
        moving = self.totals.at(now)
        moved = moving and (moving[0].key, moving[1])
        seen = (current.revision, self._taps.notice, self._taps.looks_like(now), beside, moved)
        if seen == self._seen:
            return
        if self._parts.screen:
            self._parts.screen.show(draw(self.page(now), self._language))
        self._show_level(self._game.tap_handler.level(current.state))
        due = "next" if moving else asked_by(current, self._taps).due
        self._parts.light_due(self._game.layout.part(due))
        self._seen = seen

    def page(self, now: float) -> Page:
        """What the small screen ought to show; who leafs through the pages finds what is wrong."""
        warnings = self._writer.match.warnings[self._old_warnings :]
        more = (*map(trouble, (*self._faults.values(), *warnings)), *self._around.more_pages())
        current, notice = self._writer.current, self._taps.notice
        if moving := self.totals.at(now):
            page, came = moving_page(*moving), current.result_for(ANYBODY)
            return page if notice is None or notice == came else page.with_notice(notice)
        idle = isinstance(self._taps.situation, Idle) and not notice
        if idle and (invitation := self._around.invitation()):
            return invitation
        page = page_of(self._game, current, self._taps, now, more)
        return self._chances.on(page, current.state)

    def prompt(self, now: float) -> Prompt:
        """What the table asks of people now, for a page beside it. Any thread may ask."""
        prompt = prompt_of(self._writer.current, self._taps)
        shown = self._around.show.of(self._writer.match)
        if shown is None or not (shown.waits and is_calm(self._taps, now)):
            return prompt
        return replace(prompt, asked=(words_of(shown), *prompt.asked), due="next", choices=())

    def _show_level(self, level: int) -> None:
        if level > self._level:
            self._parts.play(Sound.ALARM)
        self._parts.bar(level)
        self._level = level
