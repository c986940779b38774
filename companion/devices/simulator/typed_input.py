"""Typed commands for a simulated table: ``tap 1.035``, ``press next``, ``turn +1``."""

from collections.abc import Callable
from threading import Lock

from PIL import Image

from companion.devices.simulator.board import SimulatedTabletop, made_up_uid
from companion.errors import Malformed
from companion.games.taps import Thing
from companion.i18n.message import say
from companion.match.match import Revision
from companion.match.taps.enrolment import thing_called
from companion.match.taps.script_gestures import UID, Hold, Press, Tap, Turn, read_movement
from companion.match.taps.tags import HOLD, Tags, check_uid

POLL_S = 0.25
MAX_POLLS = 12


class Keyboard:
    """On a simulated table every card has a tag: one is made up when it is first tapped.

    Lines that several people type, or send, are obeyed one by one.
    """

    def __init__(
        self, table: SimulatedTabletop, current: Callable[[], Revision], tags: Tags
    ) -> None:
        self._table = table
        self._current = current
        self._tags = tags
        self._lock = Lock()

    def obey(self, line: str) -> None:
        """Does what the line says with the simulated parts; a command card for a missing button."""
        with self._lock:
            self._move(line)

    def _move(self, line: str) -> None:
        profile, pins = self._table.profile, self._table.pins
        buttons = {button.role for button in profile.buttons}
        layout = self._current().step.game.layout
        match read_movement(line):
            case Tap(what, zone):
                uid, place = self.tag(what), self._zone(zone)
                thing = self._tags.find(uid)
                if self._table.wired and thing and thing.kind != "command":
                    self._table.wait_before_the_same(uid, place)
                self._tap(uid, place)
            case Press(shown=(_, *_)):
                raise Malformed(say("A simulated die is thrown as chance will have it."))
            case Press(word) if (role := layout.part(word)) in buttons:
                pins.press(role)
            case Press(word):
                self._tap(self._bound(Thing("command", layout.part(word))))
            case Hold(word) if (role := layout.part(word)) in buttons:
                pins.hold(role)
            case Hold(word):
                self._tap(self._bound(Thing("command", f"{HOLD}{layout.part(word)}")))
            case Turn(step) if profile.encoder:
                pins.turn(step)
            case Turn(step):
                for _ in range(abs(step)):
                    self._tap(self._bound(Thing("command", f"turn {'+' if step > 0 else '-'}1")))
            case None:
                raise Malformed(
                    say("Say tap, press, hold or turn, as in: tap 1.035 @ seat:1; or: quit")
                )

    def tag(self, what: str) -> str:
        """The number of the tag of a thing, by the names that scripts use."""
        if what.startswith(UID):
            return check_uid(what.removeprefix(UID))
        current = self._current()
        if thing := thing_called(current.step.game, current.state, what):
            return self._bound(thing)
        raise Malformed(say("There is no card {card}.", card=what))

    def _zone(self, zone: str) -> str:
        """The reader of a zone that is named by the board, or by who sits there."""
        current = self._current()
        game, zones = current.step.game, [reader.zone for reader in self._table.wired]
        own = (each for each in zones if game.whose(current.state, each) == zone)
        return zone if zone in zones else next(own, zone)

    def _bound(self, thing: Thing) -> str:
        uid = made_up_uid(str(thing))
        if self._tags.find(uid) is None:
            self._tags.bind(uid, thing)
        return uid

    def _tap(self, uid: str, zone: str = "") -> None:
        if not self._table.wired:
            raise Malformed(say("This board has no reader and no such button."))
        self._table.tap(uid, zone)

    def picture(self) -> str:
        """What the screen shows, once it has stopped moving; nothing where there is none."""
        shown = ""
        if self._table.oled is None:
            return shown
        for _ in range(MAX_POLLS):
            before, shown = shown, braille(self._table.picture())
            if shown == before:
                break
            self._table.clock.sleep(POLL_S)
        return shown


BLANK = 0x2800
DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Where the dots of a braille letter are, in the order of its bits."""


def braille(image: Image.Image) -> str:
    """Lit dots as lines of text: two dots wide and four high make one letter."""
    lit = image.convert("1").load()
    assert lit is not None
    return "\n".join(
        "".join(
            chr(BLANK + sum(1 << bit for bit, (dx, dy) in enumerate(DOTS) if lit[x + dx, y + dy]))
            for x in range(0, image.width, 2)
        )
        for y in range(0, image.height, 4)
    )
