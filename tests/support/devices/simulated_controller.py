"""A whole table that a test plays with hands only: every part simulated, the drivers real.

Nothing runs in a thread but the writer: the parts take their steps while simulated time passes, and
what is worked out beside the table is there at once, or when the test says so.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from unittest.mock import patch

from companion.clock import VirtualClock
from companion.controller import TableController
from companion.devices.board import profile
from companion.devices.board.choice import Board
from companion.devices.board.parts import Profile
from companion.devices.drawing.pages import draw
from companion.devices.panel.sounds import Sound
from companion.devices.screen.screen import PIXEL_SHIFTS, shifted
from companion.devices.simulator.board import SimulatedTabletop
from companion.devices.simulator.typed_input import Keyboard
from companion.games import Document, game
from companion.games.display import Chance, Choice, Page
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match import worker
from companion.match.levels.show import Show
from companion.match.match import Match
from companion.match.taps.effects import Ports
from companion.match.taps.tags import Tags
from companion.match.writer import MatchWriter
from companion.splash import Hardware
from companion.storage.journal import MemoryJournal
from companion.table_view import Surroundings

TICK = 0.1


class SteppedClock(VirtualClock):
    """Lets the parts do their work while somebody's hands take their time."""

    def __init__(self) -> None:
        super().__init__(100.0)
        self.parts: Callable[[], object] = lambda: None
        self._stepping = False

    def sleep(self, seconds: float) -> None:
        if self._stepping:
            super().sleep(seconds)
            return
        until = self.now() + seconds
        while self.now() < until:
            self._stepping = True
            try:
                self.parts()
            finally:
                self._stepping = False
            self.advance(min(TICK, max(0.0, until - self.now())))


class PlayedTable:
    """What a test does and sees at such a table."""

    def __init__(
        self, board: Profile, writer: MatchWriter, tags: Tags, dice: "LoadedDice", stepwise: bool
    ) -> None:
        self.clock = SteppedClock()
        self.writer = writer
        self.tags = tags
        self.dice = dice
        self.simulated = SimulatedTabletop(board, self.clock)
        self.hands = writer.match.game.tap_handler
        self.keyboard = Keyboard(self.simulated, lambda: writer.current, tags)
        self.language = Language("en", writer.match.game.id)
        self.sounds: list[str] = []
        self.refusals: list[str] = []
        self.faults: list[str] = []
        self.more_pages: tuple[Page, ...] = ()
        self.invitation: Page | None = None
        self.show = Show()
        self._stepwise = stepwise
        self._open(board)

    def _open(self, board: Profile) -> None:
        told = say("The parts of this table are simulated.")
        self.top = TableController(
            self.writer,
            Hardware(
                Board(board, simulated=True, announcement=told),
                self.language,
                self.clock,
                self.simulated,
                None,
                SimpleQueue(),
            ),
            Surroundings(
                Ports(self.tags, self.dice),
                stepwise=lambda: self._stepwise,
                more_pages=lambda: self.more_pages,
                invitation=lambda: self.invitation,
                show=self.show,
                report=self._take_down,
            ),
        )
        panel: Any = self.top.parts.panel
        self._play = panel.play
        panel.play = self._hear
        self.clock.parts = self._step

    def _take_down(self, faults: Sequence[Message]) -> None:
        self.faults = [str(fault) for fault in faults]

    def _hear(self, sound: Any) -> None:
        self.sounds.append(sound.value)
        if sound is Sound.REFUSED:
            self.refusals.append(str(self.top.taps.notice))
        self._play(sound)

    def _step(self) -> None:
        for part in (self.top.parts.readers, self.top.parts.panel, self.top, self.top.parts.screen):
            if part:
                part.step()

    def close(self) -> None:
        self.clock.parts = lambda: None
        self.top.close()

    def do(self, *lines: str) -> None:
        """Moves the hands, and lets everything come to rest after each movement."""
        for line in lines:
            self.keyboard.obey(line)
            self.wait(0.45)

    def wait(self, seconds: float) -> None:
        self.clock.sleep(seconds)

    @property
    def document(self) -> Document:
        return self.writer.current.document

    @property
    def page(self) -> Page:
        """What the screen ought to show."""
        page, game = self.top.page(), self.writer.match.game
        if game.odds and any(isinstance(part, Chance) for part in page.parts):
            page = page.with_chance(game.odds.chance(self.writer.current.state))
        return page

    @property
    def shown(self) -> bool:
        return self.shows(self.page)

    def shows(self, page: Page) -> bool:
        """Is that page on the glass? It may have wandered by a dot, against burning in."""
        wanted = draw(page, self.language)
        glass = self.simulated.picture().tobytes()
        return any(shifted(wanted, *place).tobytes() == glass for place in PIXEL_SHIFTS)

    @property
    def says(self) -> str:
        """Every sentence on the glass: the line over the page first, then the page's own."""
        page = self.page
        assert self.shown, page
        parts = [str(getattr(part, "text", "")) for part in page.parts]
        return " ".join(part for part in (str(page.notice), *parts) if part)


class LoadedDice:
    """Dice that show what the test says, or whoever it asks; without that, the first face."""

    def __init__(self) -> None:
        self.next = ""
        self.throw: Callable[[Sequence[Choice]], Choice] = self._first

    def __call__(self, faces: Sequence[Choice]) -> Choice:
        return self.throw(faces)

    def _first(self, faces: Sequence[Choice]) -> Choice:
        return next((face for face in faces if face.answer.endswith(self.next)), faces[0])


def codes_of(writer: MatchWriter) -> dict[str, str]:
    """Every card by its number; no pack has an address for one."""
    return dict.fromkeys(writer.match.game.tap_handler.deck(writer.current.state), "")


def at_once(work: Callable[[], None]) -> None:
    work()


def never(work: Callable[[], None]) -> None:
    """For whole games in which nobody looks at the odds: they are most of what those cost."""


@contextmanager
def sitting_at(
    board: str = "simulator",
    table: Match | None = None,
    think: Callable[[Callable[[], None]], None] = at_once,
    *,
    stepwise: bool = False,
) -> Iterator[PlayedTable]:
    """A new table of Daybreak with the parts of a board; ``stepwise``, as in a first game."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(worker, "in_a_thread", think))
        writer = MatchWriter(table or Match(game("daybreak"), MemoryJournal()))
        stack.callback(writer.close)
        tags = Tags(game=writer.match.game.id, links=partial(codes_of, writer))
        played = PlayedTable(profile.load(board), writer, tags, LoadedDice(), stepwise)
        stack.enter_context(played.simulated.installed())
        stack.callback(played.close)
        played.wait(0.5)
        yield played


GOLDEN = Path(__file__).parents[2] / "golden"
