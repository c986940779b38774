"""Small JSON files of the data folder: read whole, written whole, put aside where damaged."""

import logging
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from companion.errors import CompanionError
from companion.i18n.message import Message
from companion.storage.atomic_files import locked, set_aside, write

log = logging.getLogger(__name__)

DECODE_ERRORS = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What decoding JSON from anywhere may raise."""

Content = TypeVar("Content")


def put_aside(file: Path) -> Message:
    """What is told of a damaged file, whether or not the disk let it be renamed."""
    try:
        return set_aside(file)
    except CompanionError as error:
        return error.message


def json_text(content: object) -> str:
    """As people can read it."""
    return msgspec.json.format(msgspec.json.encode(content), indent=2).decode() + "\n"


class JsonFile(Generic[Content]):
    """A file that stops nobody: what is wrong is its ``fault``. Without a path nothing is kept."""

    def __init__(self, path: Path | None, kind: type[Content]) -> None:
        self.fault: Message | None = None
        self._path = path
        self._kind = kind

    def read(self) -> Content | None:
        """None where there is no file, or a damaged one, which is put aside."""
        if self._path is None or not self._path.is_file():
            return None
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=self._kind)
        except (*DECODE_ERRORS, OSError):
            self.fault = put_aside(self._path)
            return None

    def write(self, content: Content) -> None:
        """A full disk is a fault, which ends with the next write that succeeds."""
        if self._path is None:
            return
        try:
            with locked(self._path):
                write(self._path, msgspec.json.encode(content).decode() + "\n")
        except CompanionError as error:
            log.warning("%s", error)
            self.fault = error.message
        else:
            self.fault = None
