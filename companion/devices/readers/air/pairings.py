"""Which reader on the air lies in which zone, as its first tap said; kept in the data folder."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.i18n.message import Message
from companion.storage.atomic_files import locked, set_aside, write

FILE = "readers.json"


class _File(msgspec.Struct):
    table_companion_readers: int
    names: dict[str, str]


class Pairings:
    """By zone, the name of its reader. Without a file they last as long as the process."""

    def __init__(self, folder: Path | None = None) -> None:
        self.fault: Message | None = None
        self._file = folder / FILE if folder else None
        self._names = self._read()

    @property
    def names(self) -> Mapping[str, str]:
        return self._names

    def pair(self, zone: str, name: str) -> None:
        self._write({**self._names, zone: name})

    def forget(self, zone: str) -> None:
        self._write({each: name for each, name in self._names.items() if each != zone})

    def _read(self) -> dict[str, str]:
        if self._file is None or not self._file.is_file():
            return {}
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=_File).names
        except (msgspec.DecodeError, UnicodeError, RecursionError, OSError):
            try:
                self.fault = set_aside(self._file)
            except CompanionError as error:
                self.fault = error.message
            return {}

    def _write(self, names: dict[str, str]) -> None:
        """A full disk is a fault; who is paired stays so until the companion ends."""
        self._names = names
        if self._file is None:
            return
        try:
            with locked(self._file):
                write(self._file, msgspec.json.encode(_File(1, names)).decode() + "\n")
        except CompanionError as error:
            self.fault = error.message
        else:
            self.fault = None
