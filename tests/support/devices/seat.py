"""Somebody at a table, with a clock in the test's hand."""

from collections.abc import Sequence

from companion.games.display import Choice
from companion.match.match import Match
from companion.match.taps.effects import Ports
from companion.match.taps.situations import Idle, Timeouts
from companion.match.taps.tags import Tags
from tests.support.taps import Taps


class Seat:
    """Somebody at a table, who takes a second for everything."""

    def __init__(self, table: Match, *, knob: bool = True) -> None:
        self.table = table
        self.cleared = 0
        self.tags = Tags(game=table.game.id)
        self.now = 100.0
        self.thrown: list[int] = []
        self.taps = Taps(
            table,
            Ports(self.tags, self._throw, new_game=self._clear),
            Timeouts(prompt_s=10, notice_s=4, roll_s=1, glance_s=0.3),
            knob=knob,
        )

    def _clear(self) -> None:
        self.cleared += 1

    def _throw(self, faces: Sequence[Choice]) -> Choice:
        self.thrown.append(len(faces))
        return faces[0]

    def wait(self, seconds: float = 1.0) -> bool:
        self.now += seconds
        ended = self.taps.pass_time(self.now)
        self.taps.look_again(self.now)
        return ended

    @property
    def rests(self) -> bool:
        return isinstance(self.taps.situation, Idle)

    def tap(self, name: str, zone: str = "centre") -> None:
        thing = self.table.game.tap_handler.thing(self.table.state, name)
        assert thing
        self.wait()
        self.taps.tap(thing, zone, self.now)

    def press(self, *roles: str) -> None:
        for role in roles:
            self.wait()
            self.taps.press(role, self.now)

    def hold(self, role: str) -> None:
        self.wait()
        self.taps.hold(role, self.now)

    def turn(self, step: int) -> None:
        self.taps.turn(step, self.now)
