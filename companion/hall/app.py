"""Puts the hall's pages together, from the same guard, pairing and languages as a table's."""

from collections.abc import Callable, Collection
from pathlib import Path

from flask import Flask

from companion.games import playable
from companion.hall.board import TileCache
from companion.hall.hall import Hall
from companion.hall.pages import hall_routes, pairing_routes, stream_routes
from companion.i18n.negotiation import speak
from companion.web.app import bare_app
from companion.web.live.event_stream import MAX_STREAMS, PING_S, StreamLimits
from companion.web.responses import catch, compress
from companion.web.security.auth import authenticate
from companion.web.security.paired_phones import PhoneStore
from companion.web.security.pairing import Pairing
from companion.web.security.request_checks import guard
from companion.web.server import PORT, WebServer
from companion.web.transport.rate_limits import ConnectionPolicy, Limits
from companion.web.transport.static_files import BundledFiles, static_routes
from companion.web.views.phones import phone_routes

PHONES = "hall-phones.json"
"""Beside that of a table, which may have the same folder."""


def create_hall(
    hall: Hall,
    pairing: Pairing,
    streams: StreamLimits,
    hosts: Collection[str] = (),
    join: Callable[[], str] = lambda: "",
) -> Flask:
    app, files, tiles = bare_app(), BundledFiles(), TileCache(hall)
    app.jinja_env.globals.update(
        file=files.url,
        has_file=files.__contains__,
        table_name="",
        footer="hall/footer.html",
        drawn_games=playable().values,
    )
    # The order matters: whatever is refused is refused in the reader's language.
    speak(app, lambda: None)
    guard(app, hosts)
    authenticate(app, pairing)
    catch(app)
    compress(app)
    for routes in (
        hall_routes(hall, tiles),
        stream_routes(hall, tiles, streams),
        static_routes(files),
        pairing_routes(pairing),
        phone_routes(pairing, join),
    ):
        app.register_blueprint(routes)
    return app


class HallServer(WebServer):
    """The hall's page, from ``start`` to ``stop``."""

    def __init__(
        self,
        hall: Hall,
        port: int = PORT,
        *,
        address: str = "0.0.0.0",
        hosts: Collection[str] = (),
        streams: int = MAX_STREAMS,
        ping: float = PING_S,
        folder: Path | None = None,
    ) -> None:
        """Where there is a ``folder``, pairings outlive the hall."""
        limits = Limits()
        book = PhoneStore(folder / PHONES, hall.warnings.append, hall.report) if folder else None
        pairing = Pairing(book=book)
        open_streams = StreamLimits(streams, ping, limits, threads=streams)
        app = create_hall(hall, pairing, open_streams, hosts, lambda: self.pairing_address)
        policy = ConnectionPolicy(hall.registry.notifier, pairing, limits)
        super().__init__(app, pairing, open_streams, policy, port, address)
