"""A game's own templates, in ``web/games/<id>``; a game without them is shown in its own words."""

from companion.games import AnyGame
from companion.server.web import web_folder

FORMS = "forms"
PLAIN_BOARD = "templates/plain_board.html"
PLAIN_WALL = "templates/plain_wall.html"
EVERY_GAME = {"asked": "templates/asked_form.html"}
"""Forms that a game need not bring along."""


def board_template(game: AnyGame) -> str:
    return own_template(game, "board", PLAIN_BOARD)


def wall_template(game: AnyGame) -> str:
    return own_template(game, "wall", PLAIN_WALL)


def own_template(game: AnyGame, name: str, plain: str) -> str:
    own = f"games/{game.id}/{name}.html"
    return own if (web_folder() / own).is_file() else plain


def form_template(game: AnyGame, name: str) -> str | None:
    """A form by its name; the name is looked up among the files, never made into a path."""
    folder = web_folder() / "games" / game.id / FORMS
    names = {file.stem for file in folder.glob("*.html")} if folder.is_dir() else set()
    return f"games/{game.id}/{FORMS}/{name}.html" if name in names else EVERY_GAME.get(name)
