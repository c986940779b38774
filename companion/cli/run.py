"""``companion run``: the table is there, with every part that its board has, and a page for phones.

Where there is no board, its parts are in software: a page shows them, and typed lines move hands.
"""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from math import isnan
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from companion.cli.options import data_option, game_option
from companion.devices.board import profile
from companion.devices.board.choice import Board, choose_board
from companion.devices.doctor.checks import packages
from companion.devices.doctor.machine import Machine
from companion.errors import CompanionError
from companion.games import broken
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.taps.timeouts import Patience
from companion.mqtt.broker import VARIABLE as BROKER
from companion.mqtt.broker import broker_at
from companion.splash import awake

if TYPE_CHECKING:
    from companion.app import Companion
    from companion.devices.simulator.typed_input import Keyboard

QUIT = "quit"
LONGEST_NAME = 30
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

profile_option = click.option(
    "--profile",
    "name",
    envvar=profile.VARIABLE,
    help="The board: a name, or the path of a file.",
)
port_option = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    envvar="COMPANION_PORT",
    help="Where phones find the page; 0 takes a free port.",
)


broker_option = click.option(
    "--broker",
    "broker_address",
    envvar=BROKER,
    help="The MQTT broker of a hall: mqtt://user@host, or mqtts://user@host.",
)


class Seconds(click.FloatRange):
    """What is no number at all compares with nothing, so click would take it."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number


@click.command()
@profile_option
@data_option
@click.option("--safe", is_flag=True, help="Start without any reader, button or screen.")
@click.option(
    "--patience",
    type=Seconds(2, 120),
    default=Patience().prompt,
    envvar="COMPANION_PATIENCE",
    help="Seconds that a tap waits for the next one.",
)
@click.option("--mute", is_flag=True, envvar="COMPANION_MUTE", help="Without any sound.")
@port_option
@click.option("--allow-host", "hosts", multiple=True, help="Another name of this machine.")
@broker_option
@click.option(
    "--name", "called", envvar="COMPANION_NAME", default="", help="What this table is called."
)
@game_option(default="")
@click.pass_obj
def run(
    lang: str,
    name: str | None,
    data: Path,
    safe: bool,
    patience: float,
    mute: bool,
    port: int,
    hosts: tuple[str, ...],
    broker_address: str | None,
    called: str,
    game: str,
) -> None:
    """Starts the table: readers, panel, screen, phones, and the game that was played last."""
    language = Language(lang, game or None)
    machine = Machine.this(data)
    board = choose_board(name, machine.model(), safe)
    for told in missing(board, machine):
        click.echo(language.say(told))
    broker = broker_at(broker_address) if broker_address else None
    with ExitStack() as stack:
        ending = stack.enter_context(ended_by_signals())
        parts = stack.enter_context(awake(board, language))
        # Slow to import: meanwhile the small screen says that the table starts.
        from companion.app import running

        if ending.asked:
            return
        companion = stack.enter_context(
            running(
                parts,
                data,
                game,
                patience=Patience(patience),
                port=port,
                hosts=hosts,
                broker=broker,
                name=" ".join(called.split())[:LONGEST_NAME],
            )
        )
        if panel := companion.controller.panel:
            panel.mute(mute)
        welcome(companion, board, language)
        keyboard = companion.keyboard
        if keyboard and sys.stdin:  # there is none where it was closed
            typing = partial(type_along, keyboard, sys.stdin, language, companion.controller.stop)
            Thread(target=typing, name="keyboard", daemon=True).start()
        ending.call(companion.controller.stop)
        companion.controller.run()


def welcome(companion: "Companion", board: Board, language: Language) -> None:
    """What the terminal shows first; the code only where no real screen does."""
    from companion.web.server import show_address, show_codes

    warnings = companion.session.writer.match.warnings
    for told in (board.told, *broken().values(), *warnings):
        click.echo(language.say(told))
    server = companion.server
    show_address(server, language)
    if board.simulated:
        address = f"http://localhost:{server.port}/pair?to=virtual"
        click.echo(language.say(say("The virtual table: {address}", address=address)))
    if board.simulated or not (board.profile and board.profile.oled):
        showing = partial(show_codes, server.pairing, language)
        Thread(target=showing, name="codes", daemon=True).start()


def missing(board: Board, machine: Machine) -> Iterator[Message]:
    """The drivers that a real board's parts need and that are not here, and how to get them."""
    if board.profile and not board.simulated:
        for finding in packages(board.profile, machine):
            if finding.state == "bad" and finding.fix:
                yield from (finding.found, finding.fix)


def type_along(
    keyboard: "Keyboard", lines: Iterable[str], language: Language, stop: Callable[[], None]
) -> None:
    """Typed lines, until somebody quits; where nobody types, the table simply stays."""
    for line in lines:
        if line.strip() == QUIT:
            stop()
            return
        try:
            keyboard.obey(line.strip())
        except CompanionError as error:
            click.echo(f"{language.say(error.message)} [{error.code}]")
        else:
            if picture := keyboard.picture():
                click.echo(picture)


class Ending:
    """The first signal ends the table in good order; those that follow hurry nobody.

    Nothing is ever raised out of a signal: it may come while a lock is being taken, which nobody
    would give back then. A start goes on to where it can look whether it is still wanted.
    """

    def __init__(self) -> None:
        self._stop: Callable[[], None] | None = None
        self.asked = False

    def call(self, stop: Callable[[], None]) -> None:
        """From now on there is a table to stop."""
        self._stop = stop
        if self.asked:
            stop()

    def __call__(self, number: int, frame: FrameType | None) -> None:
        first, self.asked = not self.asked, True
        if first and self._stop:
            self._stop()


@contextmanager
def ended_by_signals(stop: Callable[[], None] | None = None) -> Iterator[Ending]:
    """Ctrl-C, a service that is stopped, and a terminal that is closed."""
    ending = Ending()
    if stop:
        ending.call(stop)
    ends = [each for each in ENDS if signal.getsignal(each) is not signal.SIG_IGN]
    before = {each: signal.signal(each, ending) for each in ends}
    try:
        yield ending
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
