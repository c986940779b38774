"""What hands do, as a line says it: ``tap 1.206 @ seat:1``, ``press next``, ``turn +1``.

Table scripts are told so, and so is a simulated table that somebody plays from a keyboard.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.errors import Malformed, Refusal
from companion.games.display import Choice
from companion.games.taps import Thing
from companion.i18n.message import say
from companion.match.match import Match, Revision
from companion.match.taps.effects import Ports, Steps, carry_out
from companion.match.taps.enrolment import thing_called
from companion.match.taps.tap_grammar import TapGrammar

UID = "uid:"
TAP = re.compile(r"tap (?P<what>[^@]+?)(?: @ (?P<zone>\S+))?")
UNHURRIED_S = 2.0
"""For a movement in a script: a die has stopped rolling, and nothing has ended."""


@dataclass(frozen=True, slots=True)
class Tap:
    """``what`` is the name of a thing, or ``uid:`` and the number of a tag."""

    what: str
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """``shown``: the faces of the dice that this press throws."""

    role: str
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hold:
    role: str


@dataclass(frozen=True, slots=True)
class Turn:
    step: int


Movement = Tap | Press | Hold | Turn


def read_movement(line: str) -> Movement | None:
    """None for a line about anything else."""
    if tapped := TAP.fullmatch(line):
        return Tap(tapped["what"], tapped["zone"] or "")
    match line.split():
        case ["press", role, *shown]:
            return Press(role, tuple(shown))
        case ["hold", role]:
            return Hold(role)
        case ["turn", step] if re.fullmatch(r"[+-]?\d{1,3}", step):
            return Turn(int(step))
        case ["tap" | "press" | "hold" | "turn", *_]:
            raise Malformed(say("This is no movement of a hand: {line}", line=line))
    return None


def face_up(shown: list[str], choices: Sequence[Choice]) -> Choice:
    """The next of these faces."""
    if not shown:
        raise Malformed(say("More dice are thrown than this line names."))
    face = shown.pop(0)
    for choice in choices:
        if choice.answer == face:
            return choice
    raise Malformed(say("This die has no face {face}.", face=face))


class ScriptedHands:
    """The hands of a table script: nobody hurries, and every card has its tag."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.taps = TapGrammar(match.history[-1])
        self._ports = Ports()
        self.now = 0.0

    def move(self, movement: Movement) -> Revision | None:
        self.taps.see(self._match.history[-1], self.now)
        self.now += UNHURRIED_S
        if isinstance(movement, Turn):
            for _ in range(abs(movement.step)):
                self.taps.on_turn(1 if movement.step > 0 else -1, self.now)
            return None
        shown = list(movement.shown) if isinstance(movement, Press) else []
        ports = replace(self._ports, pick=partial(face_up, shown)) if shown else self._ports
        change = carry_out(self._steps(movement), self._match.take, ports)
        if shown:
            raise Malformed(
                say("Fewer dice are thrown than this line names: {left}", left=" ".join(shown))
            )
        return change

    def _steps(self, movement: Tap | Press | Hold) -> Steps[Revision | None]:
        match movement:
            case Tap(what, zone) if what.startswith(UID):
                return self.taps.on_tag(what.removeprefix(UID), zone, self.now)
            case Tap(what, zone):
                return self.taps.on_tap(self._thing(what), zone, self.now)
            case Press(role):
                return self.taps.on_press(role, self.now)
            case Hold(role):
                return self.taps.on_hold(role, self.now)

    def _thing(self, what: str) -> Thing:
        if thing := thing_called(self._match.game, self._match.state, what):
            return thing
        raise Refusal("unknown_card", say("There is no card {card}.", card=what))
