"""Puts the pages together: one application for one session."""

from collections.abc import Callable, Collection
from functools import cache, partial
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.routing import Rule

from companion.server.access import recognise
from companion.server.acting import acting
from companion.server.board import Boards
from companion.server.box_pages import box_pages
from companion.server.card_pages import card_pages
from companion.server.compression import compress
from companion.server.curve import curve
from companion.server.fact_pages import fact_pages
from companion.server.files import Files, files_of
from companion.server.forms import Forms
from companion.server.guard import guard
from companion.server.hall import Hall, hall_pages
from companion.server.outlook import OutlookCache
from companion.server.pairing import Pairing
from companion.server.pairing_pages import pairing_pages, role_name
from companion.server.phone_pages import phone_pages
from companion.server.reasons import reason_pages
from companion.server.sentence_pages import sentence_pages
from companion.server.setup_pages import setup_pages
from companion.server.shelf_pages import shelf_pages
from companion.server.speech import speak
from companion.server.story_pages import story_pages
from companion.server.stream import Streams, stream_of
from companion.server.tag_pages import Tagging, tag_pages
from companion.server.teaching import teaching_pages
from companion.server.trouble import catch
from companion.server.virtual import VirtualTable, virtual_pages
from companion.server.wall import wall_pages
from companion.server.watching import watching
from companion.server.web import web_folder
from companion.table.session import Session


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
        has_cards=lambda: session.clerk.table.game.cards is not None,
        has_terms=lambda: bool(session.clerk.table.game.glossary),
        virtual=virtual is not None,
        tagging=tagging is not None,
        table_name=name,
        hall=hall,
        footer="templates/footer.html",
    )
    # The order matters: whatever is refused is refused in the reader's language.
    speak(app, lambda: session.clerk.table.game.id)
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
    app = Flask("companion.server", static_folder=None, template_folder=str(web_folder()))
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
