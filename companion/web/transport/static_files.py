"""What never changes while the companion runs: style sheets, scripts and pictures.

They are read once, and known by their names: no request ever becomes a path on the disk.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, request

MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
"""Said here, because Pythons and systems know these endings by different types."""
YEAR_S = 365 * 24 * 3600


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
