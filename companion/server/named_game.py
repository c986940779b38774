"""The game that a page is about, where it need not be the one on the table."""

from flask import g, request

from companion.games import AnyGame, playable
from companion.language import Language
from companion.table.session import Session


def named_game(session: Session) -> AnyGame:
    """The game that the address or the form names, otherwise the one on the table. Its own words
    are said from then on."""
    table = session.clerk.table.game
    game = playable().get(request.values.get("game", ""), table)
    if game is not table:
        g.language = Language(g.language.code, game.id)
    return game
