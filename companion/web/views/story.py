"""The story of a game as a page: in words and in drawings, which need no script.

It is told beside the requests: a page that comes before it is ready asks for itself again.
"""

from functools import lru_cache
from typing import Any

import segno
from flask import Blueprint, Response, g, render_template, request
from markupsafe import Markup

from companion.errors import NoOutlook
from companion.games import Recap
from companion.i18n.dates import in_full
from companion.i18n.message import say
from companion.i18n.negotiation import speak_of
from companion.match.match import Match
from companion.match.play_report import bg_stats_link
from companion.match.playing_time import PlayingTime, Stopwatch, account, moment
from companion.match.session import Session
from companion.match.worker import BackgroundCache
from companion.match.writer import not_counted
from companion.storage.saved_games import Titles, read_table
from companion.web.security.auth import host_only

WAIT_S = 0.3
"""Seconds: nobody plays while they read, so a page may wait a little longer than a board."""
WAIT_LONG_S = 10.0
"""A file cannot ask for itself again."""


def story_routes(session: Session) -> Blueprint:
    routes = Blueprint("story", __name__)
    titles = Titles(session.folder, session.tell)
    teller: BackgroundCache[Match, tuple[Any, PlayingTime]] = BackgroundCache(told_of)

    def page(match: Match, number: int) -> str:
        recap = recap_of(match)
        answer = teller.ask((number, match.revision), match, WAIT_S)
        if answer.found is None and not answer.soon:
            raise not_counted()
        game = match.game
        story, time = answer.found or (None, PlayingTime())
        told = not answer.soon
        speak_of(game.id)
        lines = recap.describe(story) if told else ()
        kept = next((each for each in session.kept() if each.number == number), None)
        now = session.saved_games.now().astimezone()
        return render_template(
            "templates/story.html",
            game=game,
            title=titles.of(kept) if kept else "",
            played=in_full(kept.played, now) if kept else None,
            seats=[game.seats[seat] for seat in game.seated(match.state) if seat in game.seats],
            lines=lines,
            times=tuple(account(time, game)) if told else (),
            panels=recap.panels(story, g.language.say) if told else (),
            picture=f"{request.path}.svg",
            report=report_of(match, number, time, g.language.say(lines[-1])) if lines else None,
            qr=report_code,
        )

    def picture(match: Match, number: int) -> Response:
        recap = recap_of(match)
        answer = teller.ask((number, match.revision), match, WAIT_LONG_S)
        if answer.found is None:
            raise not_counted()
        speak_of(match.game.id)
        drawn = recap.draw(answer.found[0], g.language.say)
        response = Response(drawn, mimetype="image/svg+xml")
        response.headers["Content-Disposition"] = f'attachment; filename="{match.game.id}.svg"'
        return response

    @routes.get("/story.svg")
    def story_picture() -> Response:
        """The drawings as one picture, to be kept and shared."""
        active = session.active
        return picture(active.writer.match, active.number)

    @routes.get("/games/<int:number>/story.svg")
    @host_only
    def picture_of(number: int) -> Response:
        with session.saved_games.reading() as store:
            return picture(read_table(store, store.game(number)), number)

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


def told_of(match: Match) -> tuple[Any, PlayingTime]:
    history = match.history
    time = Stopwatch(match.game, history).until(len(history))
    return recap_of(match).story(match.open_part().happened()), time


def report_of(match: Match, number: int, time: PlayingTime, comments: str) -> str | None:
    """The link that hands a game over that has ended."""
    now, ended = match.history[-1], moment(match.history[-1].at)
    if not now.over or ended is None:
        return None
    return bg_stats_link(
        match.game,
        now.document,
        id=f"{number}-{ended:%Y%m%d%H%M%S}",
        ended=ended.astimezone(),
        time=time,
        language=g.language,
        comments=comments,
    )


@lru_cache(maxsize=4)
def report_code(link: str) -> Markup:
    """So much text that it is coded with the least redundancy; a screen has no dirt on it."""
    made = segno.make(link, error="l", micro=False)
    return Markup(made.svg_inline(border=3, omitsize=True, svgclass="qr", lineclass=None))


def recap_of(match: Match) -> Recap:
    if match.game.recap is None:
        raise NoOutlook(say("{game} cannot be told afterwards.", game=match.game.name))
    return match.game.recap
