"""The data folder: where it is, and the lock that keeps a second companion out of it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from platformdirs import user_data_path

from companion.errors import CompanionError
from companion.i18n.message import say
from companion.storage.atomic_files import write_errors


def data_folder() -> Path:
    """Where games are kept: COMPANION_DATA, or where this system keeps such things."""
    if chosen := os.environ.get("COMPANION_DATA"):
        return Path(chosen)
    return user_data_path("table-companion", appauthor=False)


class AlreadyRunning(CompanionError):
    code = "already_running"


class Lock:
    """Held until it is closed or the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "lock").open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            process = self._file.read().strip()
            self._file.close()
            raise AlreadyRunning(
                say(
                    "Another companion (process {process}) plays with the games in {folder}.",
                    process=process,
                    folder=folder,
                )
            ) from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def close(self) -> None:
        self._file.close()


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """No other companion plays with the games in a folder meanwhile; it is made if need be."""
    with write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = Lock(folder)
    with closing(lock):
        yield
