"""The server in the companion's own process: waitress in a thread, until it is stopped."""

import gc
import logging
import resource
import socket
import sys
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from io import StringIO
from threading import Event, Thread
from typing import Any

import click
import segno
from flask import Flask
from waitress import wasyncore

from companion.errors import CompanionError
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.match.session import Session
from companion.web.app import create_app
from companion.web.live.event_stream import PING, STREAMS, Streams
from companion.web.live.stream_broadcaster import Broadcaster, Doorkeeper
from companion.web.security.paired_phones import FILE, PhoneBook
from companion.web.security.pairing import Pairing
from companion.web.transport.rate_limits import Limits
from companion.web.transport.template_cache import Calm, Compiled, compile_all
from companion.web.transport.waitress_server import Gate, Known
from companion.web.views.hall_banner import Hall
from companion.web.views.tags import Tagging
from companion.web.virtual_table.routes import VirtualTable

log = logging.getLogger(__name__)

PORT = 8080
HANDS = 8
"""Threads beside those that virtual tables hold: so a tap is answered however many look on."""
CONNECTIONS = 4096
LARGEST_HEAD = 16 * 1024
LARGEST_UPLOAD = 1024 * 1024
"""Bytes. More than the guard lets pass, so that it can say why; beyond this nothing is kept, since
waitress would write it to the disk before anybody has looked at it."""
GONE = 20.0
"""Seconds without any sign of life of the other side, after which a connection is given up: a phone
that is switched off says no goodbye, and would keep its stream for a quarter of an hour."""
RETRY = 1.0
TURN = 0.0005
"""Seconds for which a thread that computes may keep the others waiting. Python's own 5 ms pass for
every single phone that is told something meanwhile."""
LAST_WORDS = 2.0
"""Seconds for answers that are under way when the server is stopped."""
NETWORKS = ("10.255.255.255", "10.42.0.2")
"""Somewhere beyond the router, and on the Pi's own hotspot, which leads nowhere else."""


# How long a queue is, and who asks again while the table goes home: nobody there can do anything
# about it. Faults are still told.
logging.getLogger("waitress").setLevel(logging.ERROR)


class PortTaken(CompanionError, OSError):
    code = "port_taken"


class WebServer:
    """Serves an application from ``start`` to ``stop``; ``pairing`` has the code to show.

    ``door`` knows who comes in, and ends whatever watches when the server stops.
    """

    def __init__(
        self,
        app: Flask,
        pairing: Pairing,
        streams: Streams,
        door: Doorkeeper,
        port: int = PORT,
        address: str = "0.0.0.0",
    ) -> None:
        self.pairing = pairing
        self._streams = streams
        self._door = door
        self._app = app
        listening = bound(address, port)
        self.port: int = listening.getsockname()[1]
        allow_connections()
        self._waitress: Any = Gate(
            app,
            door,
            listening,
            dispatcher=hands(HANDS + streams.threads),
            connection_limit=CONNECTIONS,
            max_request_body_size=LARGEST_UPLOAD,
            max_request_header_size=LARGEST_HEAD,
            cleanup_interval=1,
            asyncore_use_poll=True,
            ident=None,
            log_socket_errors=False,
        )
        self._over = Event()
        self._thread = Thread(target=self._run, name="server", daemon=True)

    @property
    def address(self) -> str:
        """Where phones find the page."""
        return f"http://{own_address()}:{self.port}/"

    @property
    def pairing_address(self) -> str:
        """Where they become one of those who play: it stays the same, whatever the code is."""
        return f"{self.address}pair"

    def start(self) -> None:
        sys.setswitchinterval(TURN)
        self._thread.start()
        self._door.start()
        Thread(target=self._settle, name="templates", daemon=True).start()

    def stop(self) -> None:
        """Ends every stream, and answers nobody any more."""
        self._over.set()
        self.pairing.close()
        self._streams.closing = True
        self._door.close()
        # First every answer that is under way: its last act is to wake waitress up.
        self._waitress.task_dispatcher.shutdown(timeout=LAST_WORDS)
        with suppress(OSError):
            self._waitress.trigger.pull_trigger(lambda: wasyncore.close_all(self._waitress._map))
        self._thread.join()

    def _settle(self) -> None:
        """What no page has needed yet is ready when one does. What is there by then stays: to look
        for garbage in all of it, again and again, would hold everybody up."""
        calm = Calm(self._happened, self._over)
        compile_all(self._app.jinja_env, calm.comes)
        if calm.comes():
            gc.collect()
            gc.freeze()

    def _happened(self) -> tuple[int, int]:
        return self._waitress.task_dispatcher.asked, self._door.news

    def _run(self) -> None:
        while True:
            try:
                self._waitress.run()
                return
            except Exception:
                log.exception("the server")
            if self._over.wait(RETRY):
                wasyncore.close_all(self._waitress._map)
                return


class Server(WebServer):
    """The page of a session."""

    def __init__(
        self,
        session: Session,
        port: int = PORT,
        *,
        address: str = "0.0.0.0",
        hosts: Collection[str] = (),
        streams: int = STREAMS,
        ping: float = PING,
        virtual: VirtualTable | None = None,
        tagging: Tagging | None = None,
        limits: Limits | None = None,
        name: str = "",
        hall: Hall | None = None,
    ) -> None:
        limits = limits or Limits()
        book = PhoneBook(
            session.folder / FILE, session.tell, partial(session.report, source="phones")
        )
        pairing = Pairing(book=book, notifier=session.notifier)
        open_streams = Streams(streams, ping, limits)
        app = create_app(
            *(session, pairing, open_streams, hosts, virtual, tagging, name, hall),
            join=lambda: self.pairing_address,
        )
        self._compiled = app.jinja_env.bytecode_cache = Compiled(session.folder)
        door = Broadcaster(session, open_streams, pairing, limits)
        super().__init__(app, pairing, open_streams, door, port, address)

    def stop(self) -> None:
        super().stop()
        self._compiled.keep()


def hands(many: int) -> Known:
    dispatcher = Known()
    dispatcher.set_thread_count(many)
    return dispatcher


def allow_connections() -> None:
    """Every connection is an open file, of which a system allows few unless it is asked."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS if hard == resource.RLIM_INFINITY else min(CONNECTIONS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # then it is as many as there are
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def bound(address: str, port: int) -> socket.socket:
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux, where every accepted connection inherits it
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(GONE * 1000))
    try:
        opened.bind((address, port))
    except OSError as error:
        opened.close()
        why = say(
            "Port {port} cannot be used ({why}); --port takes another one.",
            port=port,
            why=error.strerror,
        )
        raise PortTaken(why) from None
    return opened


def own_address() -> str:
    """The address by which the local network knows this machine; no packet is sent for it."""
    for network in NETWORKS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
            probe.connect((network, 1))
            address: str = probe.getsockname()[0]
            return address
    return "127.0.0.1"


def show_address(server: Server, language: Language) -> None:
    """An address that stays; only the code changes, which is told beside it."""
    address = server.pairing_address
    click.echo(qr(address))
    click.echo(language.say(say("Watch and play at {address}", address=address)))


def show_codes(pairing: Pairing, language: Language) -> None:
    """Shows each code when the one before it is worth nothing any more."""
    for code in pairing.codes():
        shown = say("To act from a phone, enter this code: {code}", code=code)
        click.echo(language.say(shown))
        sys.stdout.flush()


def qr(text: str) -> str:
    """A QR code in the letters of a terminal."""
    out = StringIO()
    segno.make(text, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
