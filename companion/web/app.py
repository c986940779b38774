"""The Flask application of one table: its request hooks, template globals and routes."""

from collections.abc import Callable, Collection

from flask import Flask, g
from jinja2 import StrictUndefined

from companion.devices.camera.page_camera import MAX_FRAME_BYTES
from companion.i18n.catalogs import Language
from companion.i18n.negotiation import speak
from companion.match.session import Session
from companion.storage.mark import Mark
from companion.web.live.board import Boards, board_routes, looks_of
from companion.web.live.card_faces import face_of, mark_of
from companion.web.live.clock import Clock
from companion.web.live.event_stream import StreamLimits, stream_routes
from companion.web.live.hall_banner import Hall, hall_routes
from companion.web.live.kept_games import Summaries
from companion.web.live.number_history import curve, number_history_routes
from companion.web.live.odds_cache import OddsCache
from companion.web.live.reading_out import reading_routes
from companion.web.live.tutorial import tutorial_routes
from companion.web.live.wall_display import wall_routes
from companion.web.responses import catch, compress
from companion.web.security.auth import authenticate
from companion.web.security.pairing import Pairing
from companion.web.security.request_checks import guard
from companion.web.transport.static_files import BundledFiles, static_routes, web_folder
from companion.web.transport.uploads import MAX_UPLOAD_BYTES
from companion.web.views.act import act_routes
from companion.web.views.box_facts import fact_routes
from companion.web.views.card_editor import card_editor_routes
from companion.web.views.cards import Tagging, card_routes, tag_routes
from companion.web.views.collection import collection_routes
from companion.web.views.lay import lay_routes
from companion.web.views.levels import level_routes
from companion.web.views.phones import pairing_routes, phone_routes, role_name
from companion.web.views.photo import photo_routes
from companion.web.views.saved_games import saved_games_routes
from companion.web.views.setup import setup_routes
from companion.web.views.story import story_routes
from companion.web.views.switches import switch_routes
from companion.web.virtual_table.routes import VirtualTable, virtual_table_routes

PICTURES = {"virtual.look": MAX_FRAME_BYTES, "photo.send": MAX_UPLOAD_BYTES}
"""Views to which pictures are sent, and how many bytes of them."""


def create_app(
    session: Session,
    pairing: Pairing,
    streams: StreamLimits,
    hosts: Collection[str] = (),
    virtual: VirtualTable | None = None,
    tagging: Tagging | None = None,
    name: str = "",
    hall: Hall | None = None,
    join: Callable[[], str] = lambda: "",
    loudspeaker: Mark | None = None,
) -> Flask:
    """``hosts`` are names of this machine beside its addresses, ``localhost`` and its host name.

    Where the parts of the table are simulated, they have a page of their own; where there are
    readers, so has giving tags to cards. ``name`` is what this table is called in a hall; ``join``
    is where phones find it, for those who are invited by a phone that is there. A ``loudspeaker``
    at the table can be switched from every paired phone.
    """
    app = bare_app()
    files, outlooks, teaching = BundledFiles(), OddsCache(), session.teaching
    clock, summaries = Clock(session), Summaries(session)
    boards = Boards(session, outlooks, teaching, pairing, clock, summaries)
    app.jinja_env.globals.update(
        file=files.url,
        has_file=files.__contains__,
        curve=curve,
        role_name=role_name(session),
        has_cards=lambda: session.writer.match.game.cards is not None,
        has_secrets=lambda: session.writer.match.game.secretive,
        has_terms=lambda: bool(session.writer.match.game.teaching.glossary),
        looks=lambda: looks_of(session.writer.match.game),
        drawn=lambda: session.writer.match.game.art,
        icon_of=lambda name: session.writer.match.game.icons.get(name, ""),
        face_of=face_of(session),
        mark_of=mark_of(session),
        kept_games=summaries,
        said_of=lambda words, game: Language(g.language.code, game).say(words),
        virtual=virtual is not None,
        tagging=tagging is not None,
        table_name=name,
        hall=hall,
        loudspeaker=loudspeaker,
        clock_shown=lambda: clock.on,
        footer="templates/footer.html",
    )
    # The order matters: whatever is refused is refused in the reader's language.
    speak(app, lambda: session.writer.match.game.id)
    guard(app, hosts, PICTURES)
    authenticate(app, pairing)
    catch(app)
    compress(app)
    for routes in (
        board_routes(session, boards),
        wall_routes(session, outlooks, clock),
        switch_routes({"teach": teaching, "clock": clock, "aloud": loudspeaker}),
        stream_routes(session, streams, pairing, hall),
        static_routes(files),
        act_routes(session, boards),
        pairing_routes(session, pairing, simulated=virtual is not None),
        phone_routes(pairing, join),
        setup_routes(session, pairing, teaching),
        card_routes(session),
        collection_routes(session, readers=tagging is not None),
        card_editor_routes(session),
        fact_routes(session),
        saved_games_routes(session, summaries),
        story_routes(session),
        lay_routes(session),
        level_routes(session),
        tutorial_routes(session, teaching),
        number_history_routes(session),
        reading_routes(session),
        photo_routes(session),
    ):
        app.register_blueprint(routes)
    if virtual:
        app.register_blueprint(virtual_table_routes(session, virtual, streams))
    if tagging:
        app.register_blueprint(tag_routes(session, tagging))
    if hall:
        app.register_blueprint(hall_routes(hall))
    return app


def bare_app() -> Flask:
    """An application of ours without any page."""
    app = Flask("companion.web", static_folder=None, template_folder=str(web_folder()))
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["looks"] = lambda: [""]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    return app
