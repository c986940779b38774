"""The web server in the companion's own process: waitress in a thread, until it is stopped."""

import gc
import resource
import socket
import sys
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from io import StringIO
from threading import Event, Thread

import click
import segno
from flask import Flask

from companion.errors import CompanionError
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.match.session import Session
from companion.storage.mark import Mark
from companion.web.app import create_app
from companion.web.live.event_stream import MAX_STREAMS, PING_S, StreamLimits
from companion.web.live.hall_banner import Hall
from companion.web.live.stream_broadcaster import Broadcaster
from companion.web.security.paired_phones import FILE, PhoneStore
from companion.web.security.pairing import Pairing
from companion.web.transport.rate_limits import ConnectionPolicy, Limits
from companion.web.transport.template_cache import Idle, TemplateCache, compile_all
from companion.web.transport.waitress_server import MAX_CONNECTIONS, WaitressServer
from companion.web.views.cards import Tagging
from companion.web.virtual_table.routes import VirtualTable

PORT = 8080
WORKER_THREADS = 8
"""Beside those that virtual tables hold: so a tap is answered however many look on."""
TCP_TIMEOUT_S = 20.0
"""Without any sign of life of the other side, after which a connection is given up: a phone that is
switched off says no goodbye, and would keep its stream for a quarter of an hour."""
SWITCH_INTERVAL_S = 0.0005
"""For which a thread that computes may keep the others waiting. Python's own 5 ms pass for every
single phone that is told something meanwhile."""
SEND_BUFFER_BYTES = 128 * 1024
"""Of a connection: what a phone does not read is not to fill the memory of the system either."""
SHUTDOWN_TIMEOUT_S = 2.0
"""For answers that are under way when the server is stopped."""
PROBE_ADDRESSES = ("10.255.255.255", "10.42.0.2")
"""Somewhere beyond the router, and on the Pi's own hotspot, which leads nowhere else."""


class PortTaken(CompanionError, OSError):
    code = "port_taken"


class WebServer:
    """Serves an application from ``start`` to ``stop``; ``pairing`` has the code to show.

    ``policy`` says who comes first, and ends every stream when the server stops.
    """

    def __init__(
        self,
        app: Flask,
        pairing: Pairing,
        streams: StreamLimits,
        policy: ConnectionPolicy,
        port: int = PORT,
        address: str = "0.0.0.0",
    ) -> None:
        self.pairing = pairing
        self.policy = policy
        self._streams = streams
        self.app = app
        listening = bound(address, port)
        self.port: int = listening.getsockname()[1]
        allow_open_files(MAX_CONNECTIONS)
        self.waitress = WaitressServer(app, policy, listening, WORKER_THREADS + streams.threads)
        self._over = Event()
        self._thread = Thread(
            target=self.waitress.run_until, args=(self._over,), name="server", daemon=True
        )

    @property
    def address(self) -> str:
        """Where phones find the page."""
        return f"http://{own_address()}:{self.port}/"

    @property
    def pairing_address(self) -> str:
        """Where they become one of those who play: it stays the same, whatever the code is."""
        return f"{self.address}pair"

    def start(self) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL_S)
        self._thread.start()
        self.policy.start()
        Thread(target=self._run_when_idle, name="templates", daemon=True).start()

    def stop(self) -> None:
        """Ends every stream, and answers nobody any more."""
        self._over.set()
        self.pairing.close()
        self._streams.closing = True
        self.policy.close()
        self.waitress.shut_down(SHUTDOWN_TIMEOUT_S)
        self._thread.join()

    def _run_when_idle(self) -> None:
        """Compiles what no page has needed yet. What is there by then stays: to look for garbage in
        all of it, again and again, would hold everybody up."""
        idle = Idle(lambda: (self.waitress.requests, self.policy.news), self._over)
        compile_all(self.app.jinja_env, idle.wait)
        if idle.wait():
            gc.collect()
            gc.freeze()


class Server(WebServer):
    """The page of a session."""

    def __init__(
        self,
        session: Session,
        port: int = PORT,
        *,
        address: str = "0.0.0.0",
        hosts: Collection[str] = (),
        streams: int = MAX_STREAMS,
        ping: float = PING_S,
        virtual: VirtualTable | None = None,
        tagging: Tagging | None = None,
        limits: Limits | None = None,
        name: str = "",
        hall: Hall | None = None,
        loudspeaker: Mark | None = None,
    ) -> None:
        limits = limits or Limits()
        book = PhoneStore(
            session.folder / FILE, session.tell, partial(session.report, source="phones")
        )
        pairing = Pairing(book=book, notifier=session.notifier)
        open_streams = StreamLimits(streams, ping, limits)
        app = create_app(
            *(session, pairing, open_streams, hosts, virtual, tagging, name, hall),
            join=lambda: self.pairing_address,
            loudspeaker=loudspeaker,
        )
        self._compiled = app.jinja_env.bytecode_cache = TemplateCache(session.folder)
        policy = Broadcaster(session, open_streams, pairing, limits)
        super().__init__(app, pairing, open_streams, policy, port, address)

    def stop(self) -> None:
        super().stop()
        self._compiled.keep()


def allow_open_files(wanted: int) -> None:
    """Every connection is an open file, of which a system allows few unless it is asked."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # then it is as many as there are
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def bound(address: str, port: int) -> socket.socket:
    opened = socket.socket()
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux, where every accepted connection inherits it
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(TCP_TIMEOUT_S * 1000))
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
    for network in PROBE_ADDRESSES:
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
