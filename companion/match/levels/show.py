"""What a table shows of the totals that the newest input moved: one show for all devices.

How far it is, is in memory only: after a restart there is nothing left to show. Any thread may ask.
"""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Literal

from companion.games import several
from companion.games.display import Figure, Page, Part, Prose, Row, Rows
from companion.games.shared.replace import replace
from companion.i18n.message import Message, say
from companion.match.levels.level import KINDS, MEANS, Level, after
from companion.match.levels.moved import Difference, Move, as_totals, compare, moves_of, state_at
from companion.match.match import Match, Revision
from companion.match.taps.situations import Idle, ShowingResult, ShowingRoll
from companion.match.taps.tap_state import TapState

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
    """Does this input only go on? What people have decided they have seen already."""
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


ROWS = 4
"""Lines of a small screen in letters that are read at a glance."""
LEVELS = "levels"


def level_page(level: Level) -> Page:
    """Which level the table has; NEXT takes the next one."""
    following = say("NEXT: {what}", what=KINDS[after(level).kind])
    parts = (Prose(KINDS[level.kind]), Prose(MEANS[level.kind]))
    return Page(LEVELS, say("Who counts?"), parts, notice=following)


def moving_page(shown: Shown, at: int) -> Page:
    """The total that moves now, or what people count."""
    match shown.phase:
        case "counting":
            return Page(
                "counting",
                say("Move and count"),
                listed(shown.totals, lambda total: f"{total.before} → ?"),
                notice=say("NEXT: it is done"),
            )
        case "compared":
            differ = {each.total.path for each in shown.differences}
            return Page(
                "compared",
                say("So it must be now"),
                listed(shown.totals, lambda total: str(total.after), differ),
                notice=say("NEXT: go on"),
            )
    move = shown.moves[at]
    parts = (Prose(move.name), Figure(f"{move.before} → {move.after}"))
    corner = f"{at + 1}/{len(shown.moves)}"
    page = Page("moving", move.place, parts, corner=corner)
    return page.with_notice(say("NEXT: seen")) if shown.phase == "stepping" else page


def listed(
    totals: tuple[Move, ...], value: Callable[[Move], str], alarms: Container[str] = ()
) -> tuple[Part, ...]:
    """As rows while there is room, or else as a sentence."""
    if len(totals) <= ROWS:
        return (Rows(tuple(Row(it.label, value(it), it.path in alarms) for it in totals)),)
    named = {f"t{at}": total.label for at, total in enumerate(totals)}
    text = "; ".join(f"{{t{at}}} {value(total)}" for at, total in enumerate(totals))
    return (Prose(Message(text, named)),)


def words_of(shown: Shown) -> Message:
    """What people do now, for a page beside the small screen."""
    match shown.phase:
        case "counting":
            return say("Move these totals and count them; then NEXT, or enter them on a phone.")
        case "compared":
            return say("Compare with the table; NEXT goes on.")
        case "stepping":
            return say("One total after the other: NEXT shows the next one.")
    return say("The totals move one after the other; NEXT hurries them.")


def is_calm(taps: TapState, now: float) -> bool:
    """Is nothing half said, and no die rolling?"""
    match taps.situation:
        case ShowingRoll(still=still):
            return now >= still
        case situation:
            return isinstance(situation, Idle | ShowingResult)


class MovingTotals:
    """Of one game, beside what its taps show. What runs by itself runs by the times handed in."""

    def __init__(self, show: Show, match: Match, taps: TapState) -> None:
        self._show = show
        self._match = match
        self._taps = taps
        self._run: Run | None = None
        """What runs by itself; kept when it is over, too."""

    def begin(self, now: float) -> None:
        """What an input moved begins to run once nothing else is shown of it."""
        shown = self._show.of(self._match)
        if shown is None or shown.waits:
            self._run = None
        elif self._run is None or self._run.shown.revision != shown.revision:
            rolling = self._taps.situation
            if not (isinstance(rolling, ShowingRoll) and now < rolling.still):
                self._run = Run(shown, now)

    def at(self, now: float) -> tuple[Shown, int] | None:
        """What is shown, and which total of it; nothing while something is half said."""
        shown = self._show.of(self._match)
        if shown is None or not is_calm(self._taps, now):
            return None
        if shown.waits:
            return shown, shown.at
        return (shown, self._run.at(now)) if self._run and self._runs(now) else None

    def due(self, now: float) -> float | None:
        """When the next total is shown by itself."""
        return self._run.due(now) if self._run and self._runs(now) else None

    def hurry(self, now: float) -> None:
        """A press: the next total, or the end of those that run."""
        if self._run:
            self._run = replace(self._run, since=now - LONGEST_S * 2)
        else:
            self._show.press(self._match)

    def _runs(self, now: float) -> bool:
        return self._run is not None and self._run.at(now) < len(self._run.shown.moves)
