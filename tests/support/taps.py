"""Hands at a match: what the tap grammar asks for is done at once."""

from collections.abc import Callable

from companion.games.taps import Thing
from companion.match.match import Match, Revision
from companion.match.taps.effects import Ports, Result, Steps, SubmitLine, carry_out
from companion.match.taps.situations import Timeouts
from companion.match.taps.tap_grammar import TapGrammar
from companion.match.writer import MatchWriter


class Taps(TapGrammar):
    """The tap grammar of somebody at a match, with what it reaches beside it."""

    def __init__(
        self,
        at: Match | MatchWriter,
        ports: Ports | None = None,
        timeouts: Timeouts | None = None,
        *,
        submit: SubmitLine | None = None,
        knob: bool = True,
        stepwise: bool = False,
    ) -> None:
        self._ports = ports or Ports()
        self._newest: Callable[[], Revision] = (
            (lambda: at.history[-1]) if isinstance(at, Match) else (lambda: at.current)
        )
        self._submit = submit or (at.take if isinstance(at, Match) else at.ask)
        hall, new_game = (
            each is not None for each in (self._ports.call_hall, self._ports.new_game)
        )
        choice = self._ports.choose_again is not None
        super().__init__(
            *(self._newest(), timeouts),
            knob=knob,
            hall=hall,
            new_game=new_game,
            choice=choice,
        )
        self.stepwise = stepwise

    def look_again(self, now: float) -> None:
        self.see(self._newest(), now)

    def read(self, uid: str, zone: str, now: float, *, again: bool = False) -> Revision | None:
        return self._carry_out(self.on_tag(uid, zone, now, again=again), now)

    def lifted(self, uid: str, reads: int, now: float) -> None:
        self._carry_out(self.on_lift(uid, reads, now), now)

    def tap(self, thing: Thing, zone: str, now: float) -> Revision | None:
        return self._carry_out(self.on_tap(thing, zone, now), now)

    def press(self, role: str, now: float) -> Revision | None:
        return self._carry_out(self.on_press(role, now), now)

    def hold(self, role: str, now: float) -> Revision | None:
        return self._carry_out(self.on_hold(role, now), now)

    def turn(self, step: int, now: float) -> None:
        self.look_again(now)
        self.on_turn(step, now)

    def enrol(self, first: str, now: float) -> None:
        self._carry_out(self.on_enrol(first, now), now)

    def _carry_out(self, steps: Steps[Result], now: float) -> Result:
        self.look_again(now)
        return carry_out(steps, self._submit, self._ports)
