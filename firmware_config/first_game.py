"""Sits down at a table and gets up again: ``first_game.py FOLDER``, an empty folder for the games.

The installer lets a new environment run it before anybody plays with that environment.
"""

import sys
from pathlib import Path

from companion.games import first
from companion.table.clerk import Clerk
from companion.table.keeping.shelf import Shelf

shelf = Shelf(Path(sys.argv[1]))
clerk = Clerk(shelf.sit_down(first()))
clerk.pulse()
clerk.close()
shelf.close()
if shelf.warnings:
    sys.exit("\n".join(map(str, shelf.warnings)))
