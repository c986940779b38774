"""A finished game for BG Stats, an app in which people keep what they have played.

Its documentation: a link whose ``data`` is JSON. Nothing is sent anywhere: who opens the link on a
phone hands the game over there.
"""

import json
from datetime import datetime
from urllib.parse import quote

from companion.games import AnyGame, Document
from companion.i18n.catalogs import Language
from companion.match.playing_time import MINUTE_S, PlayingTime

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Table Companion"


def bg_stats_link(
    game: AnyGame,
    document: Document,
    *,
    id: str,
    ended: datetime,
    time: PlayingTime,
    language: Language,
    comments: str = "",
) -> str:
    """Seats stand for people, whose names the app asks for and remembers."""
    outcome = document["outcome"]
    winners = outcome.get("winners") or (document["seats"] if outcome.get("won") else ())
    play: Document = {
        "sourceName": SOURCE,
        "sourcePlayId": id,
        "playDate": f"{ended:%Y-%m-%d %H:%M:%S}",
        "comments": comments,
        "game": {
            "name": str(game.name),
            "sourceGameId": game.id,
            "highestWins": True,
            "noPoints": True,
        },
        "players": [
            {
                "name": language.say(game.seats[seat]),
                "sourcePlayerId": f"{game.id}-{seat}",
                "startPlayer": at == 0,
                "winner": seat in winners,
            }
            for at, seat in enumerate(document["seats"])
            if seat in game.seats
        ],
    }
    if time.game_s >= MINUTE_S:
        play["durationMin"] = round(time.game_s / MINUTE_S)
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")
