"""The highest revision of each game that was ever on the disk, in a small file beside the journal.

SQLite reads its write-ahead log up to the first damaged frame and silently drops the rest. This
file is written after every entry, without waiting for the disk: a journal with fewer entries than
it says has lost some.
"""

import os
import struct
import zlib
from contextlib import suppress
from pathlib import Path

FILE = "journal.counts"
RECORD = struct.Struct(">III")
MAX_GAMES = 100_000
"""A higher number has no record, so that a damaged one does not make a huge file."""


class HighWaterMarks:
    def __init__(self, folder: Path) -> None:
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o644)

    def note(self, game: int, created: str, revision: int) -> None:
        """Best effort: a full disk is reported elsewhere, and a low mark does no harm."""
        if self._file is not None and game < MAX_GAMES:
            born = zlib.crc32(created.encode())
            record = RECORD.pack(revision, born, checksum(game, born, revision))
            with suppress(OSError):
                os.pwrite(self._file, record, game * RECORD.size)

    def of(self, game: int, created: str) -> int:
        """How many entries a game had at least; 0 if that is unknown."""
        revision, born = self.all().get(game, (0, 0))
        return revision if born == zlib.crc32(created.encode()) else 0

    def all(self) -> dict[int, tuple[int, int]]:
        """The mark of every game, and a checksum of when it was begun."""
        content = b""
        if self._file is not None:
            with suppress(OSError):
                content = os.pread(self._file, MAX_GAMES * RECORD.size, 0)
        content = content[: len(content) // RECORD.size * RECORD.size]
        return {
            game: (revision, born)
            for game, (revision, born, written) in enumerate(RECORD.iter_unpack(content))
            if game and written == checksum(game, born, revision)
        }

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def checksum(game: int, born: int, revision: int) -> int:
    return zlib.crc32(RECORD.pack(game, born, revision))
