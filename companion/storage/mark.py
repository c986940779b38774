"""A switch of the table: a mark in the data folder, so it outlives a restart.

Where nothing can be written there, it is remembered until the end.
"""

from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.storage.atomic_files import write, write_errors


class Mark:
    """``switched`` hears of it: whoever looks at the table sees it at once."""

    def __init__(self, file: Path, switched: Callable[[], None] = lambda: None) -> None:
        self._file = file
        self._switched = switched
        self.on = self._file.exists()

    def switch(self, on: bool) -> None:
        self.on = on
        self._switched()
        try:
            if on:
                write(self._file, "")
            else:
                with write_errors(self._file):
                    self._file.unlink(missing_ok=True)
        except CompanionError:
            return
