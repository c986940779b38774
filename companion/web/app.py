"""Puts the pages together: one application for one session."""

from collections.abc import Callable, Collection
from functools import cache, partial
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.routing import Rule

from companion.i18n.negotiation import speak
from companion.match.session import Session
from companion.web.errors import catch
from companion.web.live.board import Boards
from companion.web.live.board_routes import watching
from companion.web.live.event_stream import Streams, stream_of
from companion.web.live.number_history import reason_pages
from companion.web.live.odds_cache import OutlookCache
from companion.web.live.sparkline import curve
from companion.web.live.tutorial import teaching_pages
from companion.web.live.wall_display import wall_pages
from companion.web.security.auth import recognise
from companion.web.security.pairing import Pairing
from companion.web.security.request_checks import guard
from companion.web.transport.compression import compress
from companion.web.transport.static_files import Files, files_of, web_folder
from companion.web.views.act import Forms, acting
from companion.web.views.box_facts import fact_pages
from companion.web.views.card_editor import sentence_pages
from companion.web.views.cards import card_pages
from companion.web.views.collection import box_pages
from companion.web.views.hall_banner import Hall, hall_pages
from companion.web.views.pair import pairing_pages, role_name
from companion.web.views.phones import phone_pages
from companion.web.views.saved_games import shelf_pages
from companion.web.views.setup import setup_pages
from companion.web.views.story import story_pages
from companion.web.views.tags import Tagging, tag_pages
from companion.web.virtual_table.routes import VirtualTable, virtual_pages


def create_app(
    session: Session,
    pairing: Pairing,
    streams: Streams,
    hosts: Collection[str] = (),
    virtual: VirtualTable | None = None,
    tagging: Tagging | None = None,
    name: str = "",
    hall: Hall | None = None,
    join: Callable[[], str] = lambda: "",
) -> Flask:
    """``hosts`` are names of this machine beside its addresses, ``localhost`` and ``*.local``.

    Where the parts of the table are simulated, they have a page of their own; where there are
    readers, so has giving tags to cards. ``name`` is what this table is called in a hall; ``join``
    is where phones find it, for those who are invited by a phone that is there.
    """
    app = bare_app()
    files, outlooks, teaching = Files(), OutlookCache(), session.teaching
    boards = Boards(session, outlooks, teaching)
    forms = Forms(session, boards)
    app.jinja_env.globals.update(
        file=files.url,
        has_file=files.__contains__,
        curve=curve,
        role_name=role_name(session),
        has_cards=lambda: session.writer.match.game.cards is not None,
        has_terms=lambda: bool(session.writer.match.game.glossary),
        virtual=virtual is not None,
        tagging=tagging is not None,
        table_name=name,
        hall=hall,
        footer="templates/footer.html",
    )
    # The order matters: whatever is refused is refused in the reader's language.
    speak(app, lambda: session.writer.match.game.id)
    guard(app, hosts)
    recognise(app, pairing)
    catch(app)
    compress(app)
    for routes in (
        watching(session, boards),
        wall_pages(session, outlooks),
        stream_of(session, streams, pairing, hall),
        files_of(files),
        forms.routes(),
        acting(session, forms),
        pairing_pages(session, pairing, simulated=virtual is not None),
        phone_pages(pairing, join),
        setup_pages(session, pairing, teaching),
        card_pages(session),
        box_pages(session, readers=tagging is not None),
        sentence_pages(session),
        fact_pages(session),
        shelf_pages(session),
        story_pages(session),
        teaching_pages(session, teaching),
        reason_pages(session),
    ):
        app.register_blueprint(routes)
    if virtual:
        app.register_blueprint(virtual_pages(session, virtual, streams))
    if tagging:
        app.register_blueprint(tag_pages(tagging))
    if hall:
        app.register_blueprint(hall_pages(hall))
    return app


def bare_app() -> Flask:
    """An application of ours without any page."""
    app = Flask("companion.web", static_folder=None, template_folder=str(web_folder()))
    app.url_rule_class = Route
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    return app


class Route(Rule):
    """A rule that learns how to write its own address when somebody first asks for it.

    Werkzeug compiles two functions for that with every rule, which was most of what it took to put
    the pages together; one of all our pages is ever asked.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))

        def build(route: Rule, /, **values: Any) -> tuple[str, str]:
            return compiled()(route, **values)

        return build
