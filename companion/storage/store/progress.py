"""How far each game had come, in a small file beside the journal.

SQLite reads what was written ahead up to the first damaged frame and forgets the rest without a
word. This file is written after every entry and never waited for: what it says was on the disk by
then, so a journal that has fewer entries has lost some.
"""

import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FILE = "journal.counts"
RECORD = struct.Struct(">III")
MOST = 100_000
"""Games; a number beyond that is not counted, so that a slip does not make a huge file."""


class Counts:
    def __init__(self, folder: Path) -> None:
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o644)

    def note(self, game: int, created: str, revision: int) -> None:
        """A disk that takes no more is told of elsewhere: then this stays behind, as it may."""
        if self._file is not None and game < MOST:
            born = zlib.crc32(created.encode())
            record = RECORD.pack(revision, born, seal(game, born, revision))
            with suppress(OSError):
                os.pwrite(self._file, record, game * RECORD.size)

    def of(self, game: int, created: str) -> int:
        """How many entries a game had at least; 0 where nothing can be said of it."""
        revision, born = self.all().get(game, (0, 0))
        return revision if born == zlib.crc32(created.encode()) else 0

    def all(self) -> dict[int, tuple[int, int]]:
        """Every game that was ever counted: how many entries, and a sum of when it was begun."""
        return dict(self._records())

    def _records(self) -> Iterator[tuple[int, tuple[int, int]]]:
        if self._file is None:
            return
        with suppress(OSError):
            content = os.pread(self._file, MOST * RECORD.size, 0)
            whole = len(content) // RECORD.size * RECORD.size
            for game, record in enumerate(RECORD.iter_unpack(content[:whole])):
                revision, born, sealed = record
                if game and sealed == seal(game, born, revision):
                    yield game, (revision, born)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def seal(game: int, born: int, revision: int) -> int:
    """Of a record that the disk has changed this is not the sum."""
    return zlib.crc32(RECORD.pack(game, born, revision))
