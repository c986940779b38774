"""Only one companion plays with the games of a data folder: the second is told so."""

import fcntl
import os
from pathlib import Path

from companion.errors import CompanionError
from companion.i18n.message import say


class AlreadyRunning(CompanionError):
    code = "already_running"


class Lock:
    """Held from here on; the system lets go of it when the process ends, however it ends."""

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
