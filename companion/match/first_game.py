"""Is this the first game of the people at this table? Then every step is explained.

It is a mark in the data folder, so it outlives a restart; where nothing can be written there, it is
remembered until the end.
"""

from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.storage.atomic_files import write, write_errors

FILE = "first-game"


class Teaching:
    """``switched`` hears of it: whoever looks at the table sees it at once."""

    def __init__(self, folder: Path, switched: Callable[[], None] = lambda: None) -> None:
        self._file = folder / FILE
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
