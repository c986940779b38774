"""How long people have played: the whole game, each round, each seat's turns.

It comes from the times of the revisions that are kept anyway. A long silence is a pause and counts
nowhere, so evenings on which a game rests make it no longer; nor does a clock that was put right.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock

from companion.games import AnyGame
from companion.i18n.message import Message, say
from companion.match.revisions import Revision

PAUSE_S = 20 * 60
"""Nobody thinks that long; who does is making coffee."""
ANOTHER_EVENING_S = 4 * 3600
MINUTE_S, HOUR_MIN = 60, 60


@dataclass(frozen=True, slots=True)
class PlayingTime:
    """In seconds of play."""

    game_s: float = 0.0
    evening_s: float = 0.0
    """Since the game was last taken out."""
    evenings: int = 1
    rounds_s: Mapping[int, float] = field(default_factory=dict)
    seats_s: Mapping[str, float] = field(default_factory=dict)
    """The turns of each, in a game in which people take turns."""


class Stopwatch:
    """Reads each revision once, however often it is asked."""

    def __init__(self, game: AnyGame, history: Sequence[Revision]) -> None:
        self._game = game
        self._history = history
        self._lock = Lock()
        self._read = 0
        self._last: datetime | None = None
        self._round, self._turn, self._over = 0, "", False
        self._game_s = self._evening_s = 0.0
        self._evenings = 1
        self._rounds: defaultdict[int, float] = defaultdict(float)
        self._seats: defaultdict[str, float] = defaultdict(float)

    def until(self, revision: int) -> PlayingTime:
        """The time up to a revision, or the newest that was ever asked for."""
        with self._lock:
            for change in self._history[self._read : revision]:
                self._add(change)
            self._read = max(self._read, revision)
            rounds, seats = dict(self._rounds), dict(self._seats)
            return PlayingTime(self._game_s, self._evening_s, self._evenings, rounds, seats)

    def _add(self, change: Revision) -> None:
        at = moment(change.at)
        if at is None:
            return
        passed = (at - self._last).total_seconds() if self._last else 0.0
        if passed >= ANOTHER_EVENING_S and not self._over:
            self._evenings += 1
            self._evening_s = 0.0
        if 0 < passed < PAUSE_S and not self._over:
            self._count(passed)
        self._last, self._over = at, change.over
        self._round = self._game.round_of(change.state)
        self._turn = self._game.turn_of(change.state)

    def _count(self, passed: float) -> None:
        self._game_s += passed
        self._evening_s += passed
        if self._round:
            self._rounds[self._round] += passed
        if self._turn:
            self._seats[self._turn] += passed


def moment(at: str) -> datetime | None:
    try:
        return datetime.fromisoformat(at)
    except ValueError:
        return None


def in_hours(seconds: float) -> Message:
    """``1 h 12 min``, as people say how long something took."""
    minutes = round(seconds / MINUTE_S)
    hours, rest = divmod(minutes, HOUR_MIN)
    if hours:
        return say("{hours} h {minutes} min", hours=hours, minutes=f"{rest:02}")
    return say("{minutes} min", minutes=minutes)


def unit_of(game: AnyGame) -> Message:
    """What the game calls its rounds, such as turns."""
    return game.name_of(game.blank, "round")


def clock(time: PlayingTime, game: AnyGame, round: int, turn: str) -> Message:
    """One line for who looks up: this evening, this round, and whose turn it is."""
    spent = in_hours(time.rounds_s.get(round, 0))
    values = {
        "evening": in_hours(time.evening_s),
        "round": spent,
        "unit": unit_of(game),
        "n": round,
    }
    if turn in game.seats:
        turns = in_hours(time.seats_s.get(turn, 0))
        return say(
            "This evening {evening} · {unit} {n}: {round} · {seat} {turns}",
            **values,
            seat=game.seats[turn],
            turns=turns,
        )
    if round:
        return say("This evening {evening} · {unit} {n}: {round}", **values)
    return say("This evening {evening}", evening=values["evening"])


def account(time: PlayingTime, game: AnyGame) -> Iterator[Message]:
    """For the story: all of it, sentence by sentence; nothing where no times were kept."""
    if time.game_s < MINUTE_S:
        return
    if time.evenings > 1:
        yield say(
            "Played for {time}, on {n} evenings.", time=in_hours(time.game_s), n=time.evenings
        )
    else:
        yield say("Played for {time}.", time=in_hours(time.game_s))
    if len(time.rounds_s) > 1:
        each = [
            say("{unit} {n} {time}", unit=unit_of(game), n=number, time=in_hours(spent))
            for number, spent in sorted(time.rounds_s.items())
        ]
        yield say("By {unit}: {parts}.", unit=unit_of(game), parts=listed(each))
    turns = [(seat, spent) for seat, spent in time.seats_s.items() if seat in game.seats]
    if turns:
        turns.sort(key=lambda each: -each[1])
        told = [
            Message("{seat} {time}", {"seat": game.seats[seat], "time": in_hours(spent)})
            for seat, spent in turns
        ]
        yield say("By turns: {parts}.", parts=listed(told))


def listed(parts: Sequence[Message]) -> Message:
    text = ", ".join(f"{{p{at}}}" for at in range(len(parts)))
    return Message(text, {f"p{at}": part for at, part in enumerate(parts)})
