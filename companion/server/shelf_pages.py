"""The games that are kept, for the host: resumed, put away, taken elsewhere, backed up."""

from collections.abc import Sequence

from flask import Blueprint, Response, g, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.games import broken, playable
from companion.language import Language
from companion.message import say
from companion.server.access import host_only
from companion.server.speech import said
from companion.server.summaries import Summaries
from companion.table.dates import in_words
from companion.table.keeping.export import exported
from companion.table.keeping.shelf import read_table
from companion.table.keeping.store import Kept, NoSuchGame
from companion.table.keeping.titles import LONGEST, Titles
from companion.table.lobby import offered
from companion.table.session import Session

FORMS = {
    "script": ("table", "text/plain"),
    "json": ("json", "application/json"),
    "csv": ("csv", "text/csv"),
}
"""How a game can be exported: the ending of the file's name, and its type."""


def shelf_pages(session: Session) -> Blueprint:
    routes = Blueprint("shelf", __name__)
    summaries, titles = Summaries(session), Titles(session.folder, session.tell)

    def listed(done: str = "") -> str:
        kept, now = session.kept(), session.shelf.now().astimezone()
        return render_template(
            "templates/games.html",
            kept=kept,
            summaries=summaries.of(kept),
            titles=titles_of(kept, titles),
            longest=LONGEST,
            on_table=session.place.number,
            names={name: each.name for name, each in playable().items()},
            offers={name: offered(each) for name, each in playable().items()},
            broken=broken(),
            told=[name for name, each in playable().items() if each.hindsight],
            day=lambda moment: in_words(moment, now),
            done=done,
        )

    @routes.get("/games")
    @host_only
    def games() -> str:
        return listed()

    @routes.post("/games/new")
    @host_only
    def begin() -> Answer:
        session.begin(request.form.get("game", session.clerk.table.game.id))
        return redirect("/setup", 303)

    @routes.post("/games/<int:number>/resume")
    @host_only
    def resume(number: int) -> Answer:
        session.resume(number)
        return redirect("/", 303)

    @routes.post("/games/<int:number>/archive")
    @host_only
    def archive(number: int) -> Answer:
        session.archive(number)
        return redirect("/games", 303)

    @routes.post("/games/<int:number>/name")
    @host_only
    def give_name(number: int) -> Answer:
        with session.shelf.reading() as store:
            kept = store.game(number)
        titles.give(kept, request.form.get("title", ""))
        return redirect("/games", 303)

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
        with session.shelf.reading() as store:
            kept = store.game(number)
            table = read_table(store, kept)
            speak = Language(g.language.code, table.game.id).say
            text = exported(form, table, kept.created, speak)
        response = Response(text, mimetype=kind)
        name = f"{kept.name}-{number}.{ending}"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    return routes


def titles_of(kept: Sequence[Kept], titles: Titles) -> dict[int, str]:
    given = titles.all()
    return {each.number: given.get((each.number, each.created), "") for each in kept}
