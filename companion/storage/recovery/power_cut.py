"""A journal whose power can be cut: what lies on the disk at that moment is all there is after.

The table that had the journal is left as it stands, and a copy of its files is opened afresh.
"""

import shutil
from pathlib import Path

from companion.storage.sqlite import SqliteJournal, Store, connect


class PowerCutStore:
    """Supplies one game's journal; its files are in folders of their own, one for each cut."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder
        self._cuts = 0
        self._store = self._open()
        self._game = self._store.begin(game, at="")

    @property
    def journal(self) -> SqliteJournal:
        return SqliteJournal(self._store, self._game)

    def cut(self) -> None:
        """Takes the files as they are now, before anything could be closed properly."""
        before, self._cuts = self._here, self._cuts + 1
        shutil.copytree(before, self._here)
        self._store.close()
        shutil.rmtree(before)
        self._store = self._open()

    def close(self) -> None:
        self._store.close()

    @property
    def _here(self) -> Path:
        return self._folder / str(self._cuts)

    def _open(self) -> Store:
        self._here.mkdir(exist_ok=True)
        connection = connect(self._here / "journal.sqlite3")
        store = Store(connection)
        # The copy sees what was written, synced or not, so a script need not wait for the disk.
        connection.execute("PRAGMA synchronous = OFF")
        return store
