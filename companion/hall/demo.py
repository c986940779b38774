"""Tables that play by themselves, for a hall without people: ``companion hall --demo 12``.

Every third follows the demonstration of its game; the others answer what is asked, throw what is
due and press NEXT, whatever game it is. Only the hands are simulated: rules, writer and publisher
are the real ones.
"""

import heapq
import logging
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from companion.errors import CompanionError
from companion.games import AnyGame, playable, resource
from companion.games.layout import DIE
from companion.games.taps import Do, Throw
from companion.match.match import Match
from companion.match.script import Script
from companion.match.session import ActiveMatch
from companion.match.writer import MatchWriter
from companion.mqtt.broker import Broker
from companion.mqtt.publisher import Publisher
from companion.notifier import News, Notifier
from companion.storage.journal import MemoryJournal

log = logging.getLogger(__name__)

PACE_S = 2.5
"""Seconds between two movements at a table, more or less."""
REST_MOVES = 12
"""Movements for which a table looks at how its game ended before it begins anew."""
HELP_PROBABILITY = 0.004
"""How often somebody asks for help, a movement."""
HEAD_START = 25
"""Movements that a table may have made already when the doors open."""


class SimulatedSession:
    """A table whose games are kept nowhere; one after the other."""

    def __init__(self, game: AnyGame) -> None:
        self.notifier = Notifier()
        self.active = self._activate(game, 1)

    def begin(self, game: AnyGame) -> None:
        self.active.writer.close()
        self.active = self._activate(game, self.active.number + 1)
        self.notifier.notify(News.MATCH_REPLACED)

    def close(self) -> None:
        self.active.writer.close()

    def _activate(self, game: AnyGame, number: int) -> ActiveMatch:
        return ActiveMatch(
            MatchWriter(Match(game, MemoryJournal()), notifier=self.notifier), number
        )


class Player:
    """Hands that follow the game's own demonstration, or do whatever may be done, at random."""

    def __init__(self, session: SimulatedSession, dice: random.Random, by_script: bool) -> None:
        self._session = session
        self._dice = dice
        self._by_script = by_script
        self._rest = 0
        self._open()

    def move(self) -> None:
        writer = self._session.active.writer
        if writer.current.over or self._rest:
            self._look_at_the_end()
            return
        for line in self._ideas(writer):
            try:
                writer.ask(line)
            except CompanionError:
                continue
            return
        self._rest = 1  # no move was accepted: begin another game

    def _look_at_the_end(self) -> None:
        self._rest += 1
        if self._rest > REST_MOVES:
            self._rest = 0
            self._session.begin(self._dice.choice(list(playable().values())))
            self._open()

    def _open(self) -> None:
        game = self._session.active.writer.match.game
        self._script = iter(demo_lines(game.id) if self._by_script else ())
        self._wanted = self._dice.randint(game.players[0], game.players[-1])

    def _ideas(self, writer: MatchWriter) -> Iterator[str]:
        """What may be done now, the likeliest first."""
        game, state = writer.match.game, writer.current.state
        if line := next(self._script, ""):
            yield line
        if not game.round_of(state):
            yield from self._take_seats(game, state)
        if asked := game.tap_handler.question(state):
            answers = [choice.answer for choice in asked.choices]
            yield from self._dice.sample(answers, len(answers))
        due = game.tap_handler.due(state)
        if due.startswith(DIE) and (throw := throw_of(game, state, due)):
            faces = [self._dice.choice(throw.faces).answer for _ in range(throw.dice)]
            yield throw.line(faces)
        led = game.tap_handler.onward(state)
        yield led.line if isinstance(led, Do) else "next"

    def _take_seats(self, game: AnyGame, state: object) -> Iterator[str]:
        seated = game.seated(state)
        free = [seat for seat in game.seats if seat not in seated]
        if free and len(seated) < self._wanted:
            yield f"seat {self._dice.choice(free)}"
        yield "start"


def throw_of(game: AnyGame, state: object, due: str) -> Throw | None:
    return game.tap_handler.throw(state, game.layout.word(game.layout.part(due)))


@cache
def demo_lines(name: str) -> tuple[str, ...]:
    """Every input of the game's own demonstration; nothing for a game without one."""
    script = resource(playable()[name], "demo.table")
    if script is None:
        return ()
    played = Script(script.read_text(encoding="utf-8"), Path("demo.table")).play()
    return tuple(step.line for step in played.steps[1:])


class SimulatedTable:
    """One table of the demonstration, with a publisher as any other has."""

    def __init__(self, number: int, broker: Broker, dice: random.Random) -> None:
        games = list(playable().values())
        self.session = SimulatedSession(games[number % len(games)])
        self.player = Player(self.session, dice, by_script=number % 3 == 0)
        name = f"Table {number + 1}"
        self.publisher = Publisher(self.session, broker, name, f"demo{number:04}")

    def close(self) -> None:
        self.publisher.stop()
        self.session.close()


@contextmanager
def demonstration(tables: int, broker: Broker, pace: float = PACE_S) -> Iterator[None]:
    """So many tables play by themselves until everybody goes home."""
    dice = random.Random()
    made = [SimulatedTable(number, broker, dice) for number in range(tables)]
    over = Event()
    driver = Thread(target=play, args=(made, dice, pace, over), name="demonstration", daemon=True)
    for table in made:
        for _ in range(dice.randrange(HEAD_START)):
            table.player.move()
        table.publisher.start()
    driver.start()
    try:
        yield
    finally:
        over.set()
        driver.join()
        for table in made:
            table.close()


def play(tables: Sequence[SimulatedTable], dice: random.Random, pace: float, over: Event) -> None:
    """Moves at each table when it is due, on one thread for all of them."""
    turns = [(monotonic() + dice.uniform(0, pace), at) for at in range(len(tables))]
    heapq.heapify(turns)
    while turns and not over.wait(max(0.0, turns[0][0] - monotonic())):
        due, at = heapq.heappop(turns)
        table = tables[at]
        try:
            table.player.move()
        except Exception:
            log.exception("the demonstration")
        if dice.random() < HELP_PROBABILITY:
            table.publisher.call(not table.publisher.helping)
        heapq.heappush(turns, (due + dice.uniform(0.5, 1.5) * pace, at))
