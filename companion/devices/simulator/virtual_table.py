"""A simulated board for the server's page: what it shows, and input for every part.

Whatever is done here goes through the simulated chips and the real drivers. Any thread may look.
"""

from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import Protocol

from PIL import Image

from companion.devices.simulator.board import SimulatedTabletop
from companion.devices.simulator.typed_input import Keyboard
from companion.errors import Malformed
from companion.games.display import Page
from companion.games.layout import SCREEN
from companion.i18n.message import say
from companion.match.taps.prompts import Prompt
from companion.web.virtual_table.routes import Look, Parts

QUIET_S = 0.01
"""Seconds without a byte on the bus after which a picture is complete."""
MAX_QUIET_WAITS = 12
"""How often that is waited for: longer than any picture takes."""


NameCode = Callable[[str, str], None]


class SelfPlay(Protocol):
    """A game that plays itself."""

    paused: bool | None
    """None once it is over."""
    speed: str

    def pause(self, stop: bool) -> None: ...

    def go(self, speed: str) -> None: ...


class SimulatedBoard:
    """What ``companion.web.virtual_table.routes`` asks of a table, from its simulated parts."""

    def __init__(
        self,
        table: SimulatedTabletop,
        keyboard: Keyboard,
        prompt: Callable[[], Prompt],
        playing: SelfPlay | None = None,
        name_code: NameCode = lambda uid, name: None,
        show: Callable[[Page], None] = lambda page: None,
    ) -> None:
        """``name_code`` says which card a new code is; ``show`` shows a page for a moment."""
        board = table.profile
        self.parts = Parts(
            zones=tuple(reader.zone for reader in table.wired),
            roles=tuple(button.role for button in board.buttons),
            knob=board.encoder is not None,
            bar=len(board.bar.pins) if board.bar else 0,
            screen=board.oled is not None,
        )
        self.prompt = prompt
        self.name_code = name_code
        self.show = show
        self.camera = table.camera
        self._table = table
        self._keyboard = keyboard
        self._playing = playing
        self._lamps = tuple(name for names in board.lights_by_output().values() for name in names)
        self._plugs = Lock()
        self._drawn: tuple[int, str] = (-1, "")

    def look(self) -> Look:
        table, pins = self._table, self._table.pins
        return Look(
            screen=self._screen(),
            lit=tuple(name for name in self._lamps if pins.lit(name)),
            bar=tuple(pins.bar()),
            buzzing=pins.buzzing(),
            lying=tuple(sorted(table.lying)),
            unplugged=tuple(sorted(table.unplugged)),
            paused=self._playing.paused if self._playing else None,
            speed=self._playing.speed if self._playing else "",
        )

    def move(self, line: str) -> None:
        self._keyboard.obey(line)

    def plug(self, part: str, there: bool) -> None:
        if part not in self.parts.zones and not (part == SCREEN and self.parts.screen):
            raise Malformed(say("This board has no part {part}.", part=part))
        with self._plugs:
            (self._table.plug_in if there else self._table.unplug)(part)

    def pause(self, stop: bool) -> None:
        self._self_play().pause(stop)

    def go(self, speed: str) -> None:
        self._self_play().go(speed)

    def _self_play(self) -> SelfPlay:
        if self._playing is None:
            raise Malformed(say("No game plays itself here."))
        return self._playing

    def _screen(self) -> str:
        """Drawn anew only when something has gone over the bus, and nothing more comes: a driver
        sends a picture in pieces, and nobody is to see half of two."""
        if not self.parts.screen or SCREEN in self._table.unplugged:
            return ""
        for _ in range(MAX_QUIET_WAITS):
            sent = self._table.bus.bytes
            if self._drawn[0] == sent:
                break
            self._table.clock.sleep(QUIET_S)
            drawn = sent, svg_path(self._table.picture())
            if self._table.bus.bytes == sent:
                self._drawn = drawn
        return self._drawn[1]


def svg_path(picture: Image.Image) -> str:
    """The lit dots as lines one dot high: crisp at any size, and drawn by any browser."""
    return rows_as_path(picture.tobytes(), picture.height)


@lru_cache(maxsize=16)
def rows_as_path(dots: bytes, height: int) -> str:
    drawn, row_bytes = [], len(dots) // height
    for y in range(height):
        row = dots[y * row_bytes : (y + 1) * row_bytes]
        bits = "".join(f"{byte:08b}" for byte in row)
        at = 0
        while (start := bits.find("1", at)) >= 0:
            end = bits.find("0", start)
            at = end if end >= 0 else len(bits)
            drawn.append(f"M{start} {y}h{at - start}")
    return "".join(drawn)
