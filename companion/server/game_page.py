"""A game's own page: ``companion/games/<id>/phone.py`` says what its templates show.

The templates are in ``web/games/<id>``. A game without them is shown in its own words, line by
line.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from companion.games import Game
from companion.message import Message
from companion.server.web import web_folder

FORMS = "forms"
PLAIN_BOARD = "templates/plain_board.html"


class GamePage(Protocol):
    """What the server asks for; everything else is between the page and its own templates."""

    seats: Mapping[str, Message]
    """Whoever may sit at this table."""
    tags: Mapping[str, Message]
    """What cards may print, for whoever completes one."""

    def fact_groups(self, seats: Sequence[str]) -> Sequence[tuple[Message, Mapping[str, Message]]]:
        """The box facts that matter with these seats: a title, and each path with its name."""


class NoPage:
    """For a game that has none of its own."""

    seats: Mapping[str, Message] = {}
    tags: Mapping[str, Message] = {}

    def fact_groups(self, seats: Sequence[str]) -> Sequence[tuple[Message, Mapping[str, Message]]]:
        return ()


def page_of(game: Game, state: Any) -> GamePage:
    name = f"companion.games.{game.id}.phone"
    try:
        module = import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return NoPage()
    page: GamePage = module.Page(state)
    return page


def board_template(game: Game) -> str:
    own = f"games/{game.id}/board.html"
    return own if (web_folder() / own).is_file() else PLAIN_BOARD


def form_template(game: Game, name: str) -> str | None:
    """A form by its name; the name is looked up among the files, never made into a path."""
    folder = web_folder() / "games" / game.id / FORMS
    names = {file.stem for file in folder.glob("*.html")} if folder.is_dir() else set()
    return f"games/{game.id}/{FORMS}/{name}.html" if name in names else None
