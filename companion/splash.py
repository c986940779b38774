"""The first sign of life: the small screen says that the table starts.

That takes a fraction of a start, most of which goes by with importing the rest. So whatever else a
table needs is imported only inside, and nothing here may need much.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from companion.clock import Clock, SystemClock
from companion.devices.board.choice import Board
from companion.devices.board.lines import open_pins
from companion.devices.drawing.pages import draw
from companion.devices.screen.screen import Screen, open_screen
from companion.devices.simulator.board import SimulatedTabletop
from companion.i18n.catalogs import Language
from companion.match.taps.common_pages import STARTING

if TYPE_CHECKING:
    from companion.devices.camera.page_camera import PageCamera


@dataclass(frozen=True, slots=True)
class Hardware:
    """A board's parts, of which only the screen is at work yet."""

    board: Board
    language: Language
    clock: Clock
    simulated: SimulatedTabletop | None
    """The board's parts, where they are in software."""
    screen: Screen | None
    events: "SimpleQueue[Any]"
    """What has happened to the screen: the queue of the controller to come."""

    @property
    def page_camera(self) -> "PageCamera | None":
        """A browser's camera, where the parts are in software."""
        return self.simulated.camera if self.simulated else None

    @property
    def pin_factory(self) -> Callable[[], Any]:
        return self.simulated.pin_factory if self.simulated else open_pins


@contextmanager
def splash_screen(board: Board, language: Language) -> Iterator[Hardware]:
    """The screen is at work inside, and dark after."""
    clock, events = SystemClock(), SimpleQueue[Any]()
    simulated = screen = None
    with ExitStack() as stack:
        if board.simulated and board.profile:
            simulated = SimulatedTabletop(board.profile, clock)
            stack.enter_context(simulated.installed())
        if board.profile and board.profile.oled:
            screen = open_screen(board.profile.oled, clock, events.put)
            stack.callback(screen.stop)
            screen.show(draw(STARTING, language))
            screen.start()
        yield Hardware(board, language, clock, simulated, screen, events)
