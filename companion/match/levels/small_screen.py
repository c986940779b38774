"""The totals of the newest input on the small screen: which one is shown, and what hurries them."""

from companion.games.shared.replace import replace
from companion.match.levels.show import LONGEST_S, Run, Show, Shown
from companion.match.match import Match
from companion.match.taps.situations import Idle, ShowingResult, ShowingRoll, TapState


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
