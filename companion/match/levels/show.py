"""What a table shows of the totals that the newest input moved: one show for all devices.

How far it is, is in memory only: after a restart there is nothing left to show. Any thread may ask.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal

from companion.games import several
from companion.games.shared.replace import replace
from companion.match.levels.comparing import Difference, compare
from companion.match.levels.level import Level
from companion.match.levels.moved import Move, as_totals, moves_of, state_at
from companion.match.match import Match, Revision

Phase = Literal["running", "stepping", "counting", "compared"]
GOES_ON = ("next", "to")
"""Inputs with which nobody enters or decides anything."""
LONGEST_S = 20.0
"""However many totals there are: what runs by itself is over by then."""
AT_LEAST = 2
"""So many totals move in what runs by itself, by so many events; one is told in a line anyway."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest input as it is shown now."""

    revision: int
    phase: Phase
    moves: tuple[Move, ...]
    at: int = 0
    """Which of the moves, from 0."""
    pace_s: float = 0.0
    counted: bool = False
    """Have people entered numbers, or only said that they are done?"""
    differences: tuple[Difference, ...] = ()

    @property
    def move(self) -> Move:
        return self.moves[self.at]

    @property
    def totals(self) -> tuple[Move, ...]:
        return as_totals(self.moves)

    @property
    def waits(self) -> bool:
        """Does it wait for a press? What runs goes on by itself."""
        return self.phase != "running"

    @property
    def key(self) -> tuple[object, ...]:
        return self.revision, self.phase, self.at, len(self.differences), self.counted


class Show:
    def __init__(self, moved_on: Callable[[], None] = lambda: None) -> None:
        """``moved_on`` is called whenever a press has changed what is shown."""
        self.pace_s = 0.0
        """For each total of *all*, where nobody has said how long."""
        self._moved_on = moved_on
        self._lock = Lock()
        self._seen: tuple[Match, Revision, Level] | None = None
        self._shown: Shown | None = None

    def of(self, match: Match) -> Shown | None:
        """What there is to show of the newest input; None if there is nothing, or no more."""
        with self._lock:
            return self._look(match)

    def press(self, match: Match, at: tuple[int, int] | None = None) -> bool:
        """The next total, or the next phase, or the end of it; was there anything to move on?

        Who says at which revision and total they are moves on only from there: two who press in
        the same moment mean the same.
        """
        with self._lock:
            shown = self._look(match)
            if shown is None or (at is not None and at != (shown.revision, shown.at)):
                return False
            if shown.phase == "stepping" and shown.at + 1 < len(shown.moves):
                self._shown = replace(shown, at=shown.at + 1)
            elif shown.phase == "counting":
                self._shown = replace(shown, phase="compared")
            else:
                self._shown = None
        self._moved_on()
        return True

    def count(self, match: Match, revision: int, counted: Mapping[str, int]) -> None:
        """What people have counted, in part or as a whole, beside what the companion has."""
        with self._lock:
            shown = self._look(match)
            if shown is None or shown.phase != "counting" or shown.revision != revision:
                return
            found = compare(shown.moves, counted)
            self._shown = replace(shown, phase="compared", counted=True, differences=found)
        self._moved_on()

    def _look(self, match: Match) -> Shown | None:
        current, level = match.history[-1], match.level
        if self._seen is None or not (
            self._seen[0] is match and self._seen[1] is current and self._seen[2] == level
        ):
            self._seen = match, current, level
            self._shown = self._begin(current, level)
        return self._shown

    def _begin(self, current: Revision, level: Level) -> Shown | None:
        """To find out what moved takes a while, so nobody asks where it is shown to nobody."""
        step = current.step
        pace = self.pace_s if level.pace_s is None else level.pace_s
        runs = pace and len(step.events) >= AT_LEAST and nobody_decides(step.line)
        if current.kind != "input" or (level.kind == "all" and not runs):
            return None
        moves = moves_of(step)
        match level.kind:
            case "all" if len(moves) >= AT_LEAST:
                pace = min(pace, LONGEST_S / len(moves))
                return Shown(current.revision, "running", moves, pace_s=pace)
            case "steps" if moves:
                return Shown(current.revision, "stepping", moves)
            case "check" if as_totals(moves):
                return Shown(current.revision, "counting", moves)
        return None


def nobody_decides(line: str) -> bool:
    """Does this input only go on? What somebody has entered or decided they have seen themselves,
    and NEXT after it goes on at once."""
    *_, last = several.parts(line)
    return last.split(maxsplit=1)[0] in GOES_ON


def state_shown(current: Revision, shown: Shown) -> Any:
    """How the game stands as far as it was shown: before anything moved, while people count."""
    match shown.phase:
        case "counting":
            return current.step.before
        case "stepping":
            return state_at(current.step, shown.move)
    return current.state


@dataclass(frozen=True, slots=True)
class Run:
    """A show that runs by itself, since a moment of a clock that others hold."""

    shown: Shown
    since: float

    def at(self, now: float) -> int:
        """Which total is shown now; as many as there are: it is over."""
        # A hair more, so that the next one is due when its moment has come and not just before.
        return min(len(self.shown.moves), int((now - self.since) / self.shown.pace_s + 1e-6))

    def due(self, now: float) -> float:
        return self.since + (self.at(now) + 1) * self.shown.pace_s
