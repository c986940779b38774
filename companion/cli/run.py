"""``companion run``: a table with every part that its board has, and a page for phones.

Where there is no board its parts are simulated: a page shows them, and typed lines move hands.
"""

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from socket import socket, socketpair
from threading import Lock, Thread
from types import FrameType
from typing import TYPE_CHECKING

import click

from companion.cli import options
from companion.devices.board.choice import Board, choose_board
from companion.devices.doctor.checks import packages
from companion.devices.doctor.machine import Machine
from companion.errors import CompanionError
from companion.games import broken
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.taps.situations import Timeouts
from companion.mqtt.broker import broker_at
from companion.splash import splash_screen

if TYPE_CHECKING:
    from companion.app import Companion
    from companion.devices.simulator.typed_input import Keyboard

QUIT = "quit"
MAX_NAME_LENGTH = 30
SHUTDOWN_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@click.command()
@options.profile_option
@options.data_option
@click.option("--safe", is_flag=True, help="Start without any reader, button or screen.")
@click.option(
    "--patience",
    type=options.Seconds(2, 120),
    default=Timeouts().prompt_s,
    envvar="COMPANION_PATIENCE",
    help="Seconds that a tap waits for the next one.",
)
@click.option("--mute", is_flag=True, envvar="COMPANION_MUTE", help="Without any sound.")
@options.port_option
@options.hosts_option
@options.broker_option
@click.option(
    "--name", "called", envvar="COMPANION_NAME", default="", help="What this table is called."
)
@options.game_option(default="")
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
    for message in missing_drivers(board, machine):
        options.echo(language, message)
    broker = broker_at(broker_address) if broker_address else None
    with ExitStack() as stack:
        shutdown = stack.enter_context(shutdown_on_signals())
        hardware = stack.enter_context(splash_screen(board, language))
        # Slow to import: meanwhile the small screen says that the table starts.
        from companion.app import running

        if shutdown.requested:
            return
        companion = stack.enter_context(
            running(
                hardware,
                data,
                game,
                timeouts=Timeouts(patience),
                port=port,
                hosts=hosts,
                broker=broker,
                name=" ".join(called.split())[:MAX_NAME_LENGTH],
                mute=mute,
            )
        )
        if panel := companion.controller.parts.panel:
            panel.mute(mute)
        welcome(companion, board, language)
        keyboard = companion.keyboard
        if keyboard and sys.stdin:  # there is none where it was closed
            typing = partial(
                obey_typed_lines, keyboard, sys.stdin, language, companion.controller.stop
            )
            Thread(target=typing, name="keyboard", daemon=True).start()
        shutdown.calls(companion.controller.stop)
        companion.controller.run()


def welcome(companion: "Companion", board: Board, language: Language) -> None:
    """What the terminal shows first; the code only where no real screen does."""
    from companion.web.server import show_address, show_codes

    warnings = companion.session.writer.match.warnings
    for message in (board.announcement, *broken().values(), *warnings):
        options.echo(language, message)
    server = companion.server
    show_address(server, language)
    if board.simulated:
        address = f"http://localhost:{server.port}/pair?to=virtual"
        options.echo(language, say("The virtual table: {address}", address=address))
    if board.simulated or not (board.profile and board.profile.oled):
        showing = partial(show_codes, server.pairing, language)
        Thread(target=showing, name="codes", daemon=True).start()


def missing_drivers(board: Board, machine: Machine) -> Iterator[Message]:
    """The drivers that a real board's parts need and that are not here, and how to get them."""
    if board.profile and not board.simulated:
        for finding in packages(board.profile, machine):
            if finding.state == "bad" and finding.fix:
                yield from (finding.found, finding.fix)


def obey_typed_lines(
    keyboard: "Keyboard", lines: Iterable[str], language: Language, stop: Callable[[], None]
) -> None:
    """Obeys typed lines until somebody quits; the end of the input stops nothing."""
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


class Shutdown:
    """A signal handler: the first signal shuts the table down, later ones change nothing.

    A handler must not raise: the signal may come while a lock is being taken, and then it would be
    held for ever. So a start that is under way goes on to where it looks at ``requested``.
    """

    def __init__(self) -> None:
        self._stop: Callable[[], None] | None = None
        self._once = Lock()
        self.requested = False

    def calls(self, stop: Callable[[], None]) -> None:
        """From now on there is something to stop, at once if a signal has come already."""
        self._stop = stop
        if self.requested:
            self()

    def __call__(self, number: int = 0, frame: FrameType | None = None) -> None:
        self.requested = True
        if self._stop and self._once.acquire(blocking=False):
            self._stop()

    def listen(self, wakeups: socket) -> None:
        """Python runs handlers on the main thread, and a signal that comes just before that thread
        falls asleep does not wake it. The wakeup descriptor is written to all the same."""
        while numbers := wakeups.recv(64):
            if not set(numbers).isdisjoint(SHUTDOWN_SIGNALS):
                self()


@contextmanager
def shutdown_on_signals(stop: Callable[[], None] | None = None) -> Iterator[Shutdown]:
    """Ctrl-C, a service that is stopped, and a terminal that is closed."""
    shutdown = Shutdown()
    if stop:
        shutdown.calls(stop)
    heeded = [each for each in SHUTDOWN_SIGNALS if signal.getsignal(each) is not signal.SIG_IGN]
    wakeups, written = socketpair()
    written.setblocking(False)
    listening = Thread(target=shutdown.listen, args=(wakeups,), name="signals", daemon=True)
    listening.start()
    before = {each: signal.signal(each, shutdown) for each in heeded}
    descriptor = signal.set_wakeup_fd(written.fileno(), warn_on_full_buffer=False)
    try:
        yield shutdown
    finally:
        signal.set_wakeup_fd(descriptor)
        for each, handler in before.items():
            signal.signal(each, handler)
        written.close()
        listening.join()
        wakeups.close()
