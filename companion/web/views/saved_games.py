"""The games that are kept, for the host: resumed, put away, taken elsewhere, backed up."""

from flask import Blueprint, Response, g, render_template, request

from companion.games import broken, playable
from companion.i18n.catalogs import Language
from companion.i18n.dates import in_words
from companion.i18n.message import say
from companion.i18n.negotiation import said
from companion.match.lobby import offered
from companion.match.session import Session
from companion.storage.saved_games import MAX_TITLE_LENGTH, Titles, read_table
from companion.storage.sqlite import NoSuchGame
from companion.storage.transfer import export_as
from companion.web.live.kept_games import Summaries
from companion.web.responses import see_other
from companion.web.security.auth import host_only, paired

FORMS = {
    "script": ("table", "text/plain"),
    "json": ("json", "application/json"),
    "csv": ("csv", "text/csv"),
}
"""How a game can be exported: the ending of the file's name, and its type."""


def saved_games_routes(session: Session, summaries: Summaries) -> Blueprint:
    routes = Blueprint("shelf", __name__)
    titles = Titles(session.folder, session.tell)

    def listed(done: str = "") -> str:
        kept, now = session.kept(), session.saved_games.now().astimezone()
        return render_template(
            "templates/games.html",
            kept=kept,
            summaries=summaries.of(kept),
            titles=titles.by_number(kept),
            longest=MAX_TITLE_LENGTH,
            on_table=session.active.number,
            names={name: each.name for name, each in playable().items()},
            rounds={name: each.name_of(each.blank, "round") for name, each in playable().items()},
            offers={name: offered(each) for name, each in playable().items()},
            games=playable(),
            broken=broken(),
            told=[name for name, each in playable().items() if each.recap],
            day=lambda moment: in_words(moment, now),
            done=done,
        )

    @routes.get("/games")
    @host_only
    def games() -> str:
        return listed()

    @routes.post("/games/new")
    @host_only
    def begin() -> Response:
        session.begin(request.form.get("game", session.writer.match.game.id))
        return see_other("/setup")

    @routes.post("/choose")
    @paired
    def choose_again() -> Response:
        """Another game was meant; once something was done in this one, UNDO comes first."""
        if session.writer.current.undoes is None:
            session.choose_again()
        return see_other("/")

    @routes.post("/games/<int:number>/resume")
    @host_only
    def resume(number: int) -> Response:
        session.resume(number)
        return see_other("/")

    @routes.post("/games/<int:number>/archive")
    @host_only
    def archive(number: int) -> Response:
        session.archive(number)
        return see_other("/games")

    @routes.post("/games/<int:number>/name")
    @host_only
    def give_name(number: int) -> Response:
        with session.saved_games.reading() as store:
            kept = store.game(number)
        titles.give(kept, request.form.get("title", ""))
        return see_other("/games")

    @routes.post("/games/backup")
    @host_only
    def back_up() -> str:
        made = session.back_up()
        return listed(said(say("All games are in {file}.", file=made.name)))

    @routes.get("/games/<int:number>/export")
    @host_only
    def export(number: int) -> Response:
        form = request.args.get("as", "script")
        if form not in FORMS:
            raise NoSuchGame(say("A game is exported as {forms}.", forms=", ".join(FORMS)))
        ending, kind = FORMS[form]
        with session.saved_games.reading() as store:
            kept = store.game(number)
            table = read_table(store, kept)
            speak = Language(g.language.code, table.game.id).say
            text = export_as(form, table, kept.created, speak)
        response = Response(text, mimetype=kind)
        name = f"{kept.name}-{number}.{ending}"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    return routes
