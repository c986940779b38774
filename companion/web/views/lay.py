"""What lies where on the table, to tick off: to lay a kept game again, or to put it away."""

from flask import Blueprint, render_template, request

from companion.games.defaults import heading
from companion.i18n.negotiation import speak_of
from companion.match.match import Match
from companion.match.session import Session
from companion.storage.saved_games import Titles, read_table
from companion.web.security.auth import host_only


def lay_routes(session: Session) -> Blueprint:
    routes = Blueprint("lay", __name__)
    titles = Titles(session.folder, session.tell)

    def page(match: Match, number: int) -> str:
        game, state = match.game, match.state
        speak_of(game.id)
        kept = next((each for each in session.kept() if each.number == number), None)
        return render_template(
            "templates/lay.html",
            game=game,
            title=titles.of(kept) if kept else "",
            heading=heading(game, state),
            places=game.laid_out(state),
            guide=game.guide(state),
            away=request.args.get("away") == "1",
            path=request.path,
        )

    @routes.get("/lay")
    def lay() -> str:
        """Of the game on the table, for anybody."""
        active = session.active
        return page(active.writer.match, active.number)

    @routes.get("/games/<int:number>/lay")
    @host_only
    def lay_kept(number: int) -> str:
        with session.saved_games.reading() as store:
            return page(read_table(store, store.game(number)), number)

    return routes
