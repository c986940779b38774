"""Results that a table keeps until a hall has confirmed them, also over a restart.

A result is published under a topic of its own; a hall that has stored it clears that topic.
"""

import hashlib
from pathlib import Path
from threading import Lock

import msgspec

from companion.games import Document
from companion.i18n.message import Message
from companion.storage.json_file import JsonFile

FILE = "hall-results.json"
MAX_RESULTS = 50
"""The oldest give way: there may be a broker and never a hall."""


class _File(msgspec.Struct):
    table_companion_results: int
    results: dict[str, Document]


class ResultOutbox:
    """Thread-safe. Without a file it lasts as long as the process."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = JsonFile(file, _File)
        self._lock = Lock()
        found = self._file.read()
        self._results = found.results if found else {}

    @property
    def fault(self) -> Message | None:
        return self._file.fault

    def all(self) -> dict[str, Document]:
        """By key, the oldest first."""
        with self._lock:
            return dict(self._results)

    def put(self, result: Document) -> None:
        """Adds a result, or replaces that of the same game."""
        key = key_of(result)
        with self._lock:
            self._results.pop(key, None)
            self._results[key] = result
            for oldest in list(self._results)[:-MAX_RESULTS]:
                del self._results[oldest]
            self._keep()

    def remove(self, key: str, result: Document) -> None:
        """A hall has this result; one that was put there meanwhile stays."""
        with self._lock:
            if self._results.get(key) is result:
                del self._results[key]
                self._keep()

    def _keep(self) -> None:
        self._file.write(_File(1, self._results))


def key_of(result: Document) -> str:
    """The last word of its topic: a number alone may be that of another journal or machine."""
    game = f"{result['id']} {result['number']} {result['began']}"
    return f"{result['number']}-{hashlib.sha256(game.encode()).hexdigest()[:8]}"
