"""The tiles as a page shows them: made once for all who read the same, until something changes."""

from collections import Counter
from dataclasses import dataclass
from threading import Lock

from flask import g, render_template

from companion.games import names
from companion.hall.hall import Hall
from companion.hall.tile import Tile
from companion.i18n.catalogs import Language
from companion.i18n.message import Message
from companion.web.live.wall_display import LIGHTS, written

TILE_SIZES = (1, 4, 9, 16, 30, 60, 120)
"""Up to so many tables, tiles have one size; the fewer there are, the larger they are."""


@dataclass(frozen=True, slots=True)
class View:
    """For whom tiles are made: they look the same to all who have the same of this."""

    language: str
    acting: bool
    """May this reader clear a call, say a line, forget a table?"""
    wall: bool


class TileCache:
    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._made: dict[tuple[str, View], tuple[int, str]] = {}
        self._lock = Lock()

    def html(self, tile: Tile, view: View) -> str:
        key = tile.table, view
        with self._lock:
            version, html = self._made.get(key, (-1, ""))
        if version == tile.version:
            return html
        html = render_template("hall/tile.html", **self._context(tile, view))
        with self._lock:
            self._made[key] = tile.version, html
        return html

    def forget(self, tables: set[str]) -> None:
        """Only these are still there."""
        with self._lock:
            self._made = {key: made for key, made in self._made.items() if key[0] in tables}

    def _context(self, tile: Tile, view: View) -> dict[str, object]:
        # A tile speaks in the words of its own game; one that is not installed, in English.
        language = Language(view.language, tile.game if tile.game in names() else None)

        def told(words: Message | str) -> str:
            return language.say(words) if isinstance(words, Message) else words

        figure = tile.state.headline.figure if tile.state else ""
        return {
            "tile": tile,
            "view": view,
            "told": told,
            "figure": told(written(figure)),
            "lights": LIGHTS,
            "notes": tile.notes(self._hall.version),
        }


def size_of(tables: int) -> str:
    return next((f"up-to-{most}" for most in TILE_SIZES if tables <= most), "more")


def summary(hall: Hall, tiles: list[Tile]) -> str:
    """What is true of all tables together, above them."""
    moods = Counter(tile.mood for tile in tiles)
    return render_template(
        "hall/summary.html",
        tables=len(tiles),
        moods=moods,
        faults=hall.faults,
        lines=hall.lines(),
        names={tile.table: tile.name for tile in tiles},
    )


def current_view(wall: bool) -> View:
    return View(g.language.code, g.phone is not None and not wall, wall)
