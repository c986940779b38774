"""Static files that travel as one, so that a page asks for fewer: it is held under six requests."""

import hashlib
from collections.abc import Sequence

from companion.web.transport.static_files import File, Files

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
