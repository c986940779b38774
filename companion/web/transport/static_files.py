"""What never changes while the companion runs: style sheets, scripts and pictures.

They are read once, and known by their names: no request ever becomes a path on the disk.
Some travel as one, so that a page asks for fewer: it is held under six requests.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, request

MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
"""Said here, because Pythons and systems know these endings by different types."""
YEAR_S = 365 * 24 * 3600
TYPE = "type.woff2"
"""The typeface of the style sheets beside it."""


@dataclass(frozen=True, slots=True)
class File:
    content: bytes
    type: str
    version: str


class Files:
    def __init__(self) -> None:
        self._files = files_below(web_folder())

    def url(self, name: str) -> str:
        """With its version, so that a browser keeps it until there is another one."""
        return f"/files/{name}?v={self._files[name].version}"

    def find(self, name: str) -> File | None:
        return self._files.get(name)

    def __contains__(self, name: str) -> bool:
        return name in self._files


@cache
def files_below(web: Path) -> Mapping[str, File]:
    """By their names, each read once for all applications of a process."""
    return {
        path.relative_to(web).as_posix(): read(path)
        for folder in ("static", "games", "hall")
        for path in sorted((web / folder).rglob("*"))
        if path.suffix in MEDIA_TYPES
    }


def read(path: Path) -> File:
    content = path.read_bytes()
    typeface = path.with_name(TYPE)
    if path.suffix == ".css" and typeface.is_file():
        versioned = f"{TYPE}?v={read(typeface).version}"
        content = content.replace(TYPE.encode(), versioned.encode())
    return File(content, MEDIA_TYPES[path.suffix], hashlib.sha256(content).hexdigest()[:12])


def static_routes(files: Files) -> Blueprint:
    routes = Blueprint("files", __name__)

    @routes.get("/files/<path:name>")
    def send(name: str) -> Response:
        file = files.find(name)
        if file is None:
            abort(404)
        response = Response(file.content, mimetype=file.type)
        response.set_etag(file.version)
        if request.args.get("v") == file.version:
            response.cache_control.max_age = YEAR_S
            response.cache_control.immutable = True
        else:
            response.cache_control.no_cache = True
        response.make_conditional(request)
        return response

    return routes


PACKAGE = Path(__file__).parents[2]


def web_folder() -> Path:
    installed = PACKAGE / "web"
    return installed if (installed / "templates").is_dir() else PACKAGE.parent / "web"


AFTER = {"static/style.css": "static/drawings.css"}
"""A file, and the one that is added to its end."""
MOVING = ("static/page.js", "static/wall.js", "static/virtual.js")
FIRST = ("static/motion.js", "static/voice.js")


class BundledFiles(Files):
    """A game's style sheet begins with its look, which other pages take alone; the scripts of pages
    that follow a table begin with motion and voice; the style sheet ends with what is drawn."""

    def __init__(self) -> None:
        super().__init__()
        looks: dict[str, tuple[str, ...]] = {
            name: (name.replace("style.css", "look.css"), name)
            for name in self._files
            if name.startswith("games/") and name.endswith("/style.css")
        }
        moving = {name: (*FIRST, name) for name in MOVING}
        ending = {name: (name, end) for name, end in AFTER.items()}
        bundles = {
            name: joined([self._files[part] for part in parts])
            for name, parts in (looks | moving | ending).items()
            if all(part in self._files for part in parts)
        }
        self._files = {**self._files, **bundles}


def joined(files: Sequence[File]) -> File:
    content = b"\n".join(file.content for file in files)
    return File(content, files[0].type, hashlib.sha256(content).hexdigest()[:12])
