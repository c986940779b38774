"""Static files that travel as one, so that a page asks for fewer: it is held under six requests."""

import hashlib

from companion.web.transport.static_files import File, Files

AFTER = {"static/style.css": "static/drawings.css"}
"""A file, and the one that is added to its end."""
MOVING = ("static/page.js", "static/wall.js", "static/virtual.js")
MOTION = "static/motion.js"


class BundledFiles(Files):
    """A game's style sheet begins with its look, which other pages take alone; the scripts of pages
    on which something moves begin with the motion; the style sheet ends with what is drawn."""

    def __init__(self) -> None:
        super().__init__()
        looks = {
            name: (name.replace("style.css", "look.css"), name)
            for name in self._files
            if name.startswith("games/") and name.endswith("/style.css")
        }
        moving = {name: (MOTION, name) for name in MOVING}
        ending = {name: (name, end) for name, end in AFTER.items()}
        bundles = {
            name: joined(self._files[first], self._files[then])
            for name, (first, then) in (looks | moving | ending).items()
            if first in self._files and then in self._files
        }
        self._files = {**self._files, **bundles}


def joined(first: File, then: File) -> File:
    content = first.content + b"\n" + then.content
    return File(content, first.type, hashlib.sha256(content).hexdigest()[:12])
