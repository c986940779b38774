"""A gentle clock: how long evening, round and turns took, for those who want to see it."""

from companion.i18n.message import Message
from companion.match.match import Revision
from companion.match.playing_time import Stopwatch, clock
from companion.match.session import ActiveMatch, PerMatch, Session
from companion.storage.mark import Mark

FILE = "clock"


class Clock(Mark):
    """Out of sight until somebody wants it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.folder / FILE)
        self._stopwatches = PerMatch(
            lambda active: Stopwatch(active.writer.match.game, active.writer.match.history)
        )

    def line(self, active: ActiveMatch, change: Revision) -> Message | None:
        if not self.on:
            return None
        game, state = change.step.game, change.state
        time = self._stopwatches.of(active).until(change.revision)
        return clock(time, game, game.round_of(state), game.turn_of(state))
