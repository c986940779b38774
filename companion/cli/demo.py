"""``companion demo``: a game that plays itself, on the virtual table or in words.

On the virtual table simulated hands tap simulated cards, with the real drivers and rules behind
them; anybody may stop it, look around, or join in.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread
from typing import TYPE_CHECKING

import click

from companion.cli.options import port_option
from companion.cli.play import Narrator
from companion.cli.run import shutdown_on_signals, welcome
from companion.clock import Clock, SystemClock
from companion.devices.board.choice import choose_board
from companion.errors import CompanionError, Malformed
from companion.games import first, names, resource, several
from companion.games import game as find_game
from companion.games.display import Choice
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.match.match import Match, Revision
from companion.match.script import Script
from companion.match.script_syntax import Line
from companion.match.taps.script_gestures import read_movement
from companion.match.taps.situations import Timeouts
from companion.match.writer import MatchWriter
from companion.splash import splash_screen

if TYPE_CHECKING:
    from companion.devices.simulator.typed_input import Keyboard

PACE_S = 0.6
SPEEDS = {"slow": 2.0, "normal": PACE_S, "fast": 0.45}
"""Seconds between two movements; fast, between two things that happen: see ``SelfPlay``."""
FAST, STEP = "fast", "step"
MIN_PAUSE_S = 0.5
"""Seconds before the next movement: a press confirms only what people could have read before it."""
CHECKS = ("game", "expect")
MAX_POLLS = 6
MAX_TRIES = 3


@click.command()
@click.argument("game", metavar="[GAME]", type=click.Choice(names()), default=first)
@click.option("--pace", type=click.FloatRange(0, 60), help="Seconds between two steps.")
@click.option("--words", is_flag=True, help="In words, in the terminal, without the virtual table.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, resolve_path=True, path_type=Path),
    help="Keeps the game in this folder; without it, nothing is kept.",
)
@port_option
@click.pass_obj
def demo(
    lang: str, game: str, pace: float | None, words: bool, data: Path | None, port: int
) -> None:
    """Plays a whole game of GAME by itself, on the virtual table."""
    source = demo_script(game)
    language, clock = Language(lang, game), SystemClock()
    if words:
        usual_pace = PACE_S if sys.stdout.isatty() else 0.0
        narrator = Narrator(language, clock, usual_pace if pace is None else pace)
        Script(source, Path("demo.table")).play(narrator.tell)
        return
    board = choose_board("simulator", None, safe=False)
    playing = SelfPlay(script_steps(source), clock, PACE_S if pace is None else pace)
    from companion.app import running

    with (
        nullcontext(data) if data else TemporaryDirectory(prefix="demo-") as folder,
        shutdown_on_signals() as shutdown,
        splash_screen(board, language) as hardware,
        running(
            hardware, Path(folder), game, port=port, pick=playing.throw, playing=playing
        ) as companion,
    ):
        shutdown.calls(companion.controller.stop)
        if companion.session.writer.current.undoes:
            companion.session.begin(game)  # one that lay there unfinished stays as it is
        welcome(companion, board, language)
        hands = companion.keyboard, lambda: companion.session.writer
        Thread(target=playing.play, args=hands, name="self-play", daemon=True).start()
        companion.controller.run()


def demo_script(game: str) -> str:
    """The game that a game plays by itself."""
    rules = find_game(game)
    script = resource(rules, "demo.table")
    if script is None:
        raise CompanionError(say("{game} has no game to show.", game=rules.name), "no_demo")
    return script.read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """The movements that change the game once, and the line of the change."""

    movements: tuple[Line, ...]
    line: str


def script_steps(source: str) -> list[ScriptStep]:
    steps: list[ScriptStep] = []
    movements: list[Line] = []

    def note(line: Line, match: Match, change: Revision | None) -> None:
        if line.words[0] not in CHECKS:
            movements.append(line)
        if change and movements:
            steps.append(ScriptStep(tuple(movements), change.line))
            movements.clear()

    Script(source, Path("demo.table")).play(note)
    return steps


class SelfPlay:
    """Moves simulated hands by a script; the dice show what it says.

    A tap that a reader missed, on a busy machine, is made again. At full speed, for a whole game in
    three minutes, no hands move: the lines are entered as from a phone.
    """

    def __init__(self, script: Iterable[ScriptStep], clock: Clock, pace: float) -> None:
        self._script = script
        self._clock = clock
        self._faces: list[str] = []
        self._steps = 0
        self._pace = pace
        self.speed = next((speed for speed, each in SPEEDS.items() if each == pace), "")
        self.paused: bool | None = False
        """None once it is over."""
        self._changed = Condition()

    def pause(self, stop: bool) -> None:
        with self._changed:
            if self.paused is not None:
                self.paused, self._steps = stop, 0
                self._changed.notify_all()

    def go(self, speed: str) -> None:
        """Goes on at this speed, or makes a single step and pauses again."""
        if speed not in (*SPEEDS, STEP):
            raise Malformed(say("Nothing was pressed."))
        with self._changed:
            if self.paused is not None:
                self.paused = speed == STEP
                self._steps += speed == STEP
                if not self.paused:
                    self.speed, self._pace = speed, SPEEDS[speed]
                self._changed.notify_all()

    def throw(self, faces: Sequence[Choice]) -> Choice:
        wanted = self._faces.pop(0) if self._faces else ""
        return next((face for face in faces if face.answer == wanted), faces[0])

    def play(self, keyboard: "Keyboard", writer: Callable[[], MatchWriter]) -> None:
        """Plays until the game is over, or somebody's own hands have led it elsewhere."""
        try:
            for step in self._script:
                self._wait_while_paused()
                if not any(self._perform(step, keyboard, writer()) for _ in range(MAX_TRIES)):
                    break
                with self._changed:
                    self._steps = max(0, self._steps - 1)
        except CompanionError:
            pass
        finally:
            self.paused = None

    def _wait_while_paused(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self.paused or self._steps)

    def _perform(self, step: ScriptStep, keyboard: "Keyboard", writer: MatchWriter) -> bool:
        """Makes the movements of a step; True if the game has changed."""
        before = writer.current.revision
        if self.speed == FAST:
            writer.ask(step.line)
            self._clock.sleep(self._pace)
            return True
        for line in step.movements:
            self._wait_while_paused()
            self._move(line, keyboard, writer)
            self._clock.sleep(max(self._pace, MIN_PAUSE_S))
        for _ in range(MAX_POLLS):
            if writer.current.revision != before:
                return True
            self._clock.sleep(max(self._pace, MIN_PAUSE_S))
        self._clock.sleep(Timeouts().prompt_s)  # what is only half said ends by itself
        return False

    def _move(self, line: Line, keyboard: "Keyboard", writer: MatchWriter) -> None:
        match line.words:
            case ["roll", die, *_]:
                thrown = [part.split()[2:] for part in several.parts(line.text)]
                self._faces = [face for faces in thrown for face in faces]
                keyboard.obey(f"press {die}")
                self._clock.sleep(2 * Timeouts().roll_s)  # until people have seen what it shows
            case _ if read_movement(line.text):
                keyboard.obey(line.text)
            case _:
                writer.ask(line.text)
