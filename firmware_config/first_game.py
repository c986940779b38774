"""Sits down at a table and gets up again: ``first_game.py FOLDER``, an empty folder for the games.

The installer lets a new environment run it before anybody plays with that environment.
"""

import sys
from pathlib import Path

from companion.games import first
from companion.match.writer import MatchWriter
from companion.storage.saved_games import SavedGames

saved_games = SavedGames(Path(sys.argv[1]))
writer = MatchWriter(saved_games.resume_or_begin(first()))
writer.pulse()
writer.close()
saved_games.close()
if saved_games.warnings:
    sys.exit("\n".join(map(str, saved_games.warnings)))
