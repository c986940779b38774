"""The story of a game as a page: in words and in drawings, without any script.

It is told beside the requests: a page that comes before it is ready asks for itself again.
"""

from typing import Any

from flask import Blueprint, g, render_template

from companion.errors import NoOutlook
from companion.games import Recap
from companion.i18n.dates import in_words
from companion.i18n.message import say
from companion.i18n.negotiation import speak_of
from companion.match.match import Match
from companion.match.session import Session
from companion.match.worker import BackgroundCache
from companion.match.writer import not_counted
from companion.storage.game_titles import Titles
from companion.storage.saved_games import read_table
from companion.web.security.auth import host_only

WAIT_S = 0.3
"""Seconds: nobody plays while they read, so a page may wait a little longer than a board."""


def story_routes(session: Session) -> Blueprint:
    routes = Blueprint("story", __name__)
    titles = Titles(session.folder, session.tell)
    teller: BackgroundCache[Match, Any] = BackgroundCache(
        lambda table: recap_of(table).story(table.open_part().happened())
    )

    def page(match: Match, number: int) -> str:
        recap = recap_of(match)
        answer = teller.ask((number, match.revision), match, WAIT_S)
        if answer.found is None and not answer.soon:
            raise not_counted()
        told, game = not answer.soon, match.game
        speak_of(game.id)
        kept = next((each for each in session.kept() if each.number == number), None)
        now = session.saved_games.now().astimezone()
        return render_template(
            "templates/story.html",
            game=game,
            title=titles.of(kept) if kept else "",
            played=in_words(kept.played, now) if kept else None,
            seats=[game.seats[seat] for seat in game.seated(match.state) if seat in game.seats],
            lines=recap.describe(answer.found) if told else (),
            panels=recap.panels(answer.found, g.language.say) if told else (),
        )

    @routes.get("/story")
    def story() -> str:
        """Of the game on the table, for anybody."""
        active = session.active
        return page(active.writer.match, active.number)

    @routes.get("/games/<int:number>/story")
    @host_only
    def story_of(number: int) -> str:
        with session.saved_games.reading() as store:
            return page(read_table(store, store.game(number)), number)

    return routes


def recap_of(match: Match) -> Recap:
    if match.game.recap is None:
        raise NoOutlook(say("{game} cannot be told afterwards.", game=match.game.name))
    return match.game.recap
