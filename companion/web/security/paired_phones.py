"""The phones that were paired, in a file: a restart or a power cut unpairs nobody.

It keeps a hash of what each phone is known by, so whoever reads the file still cannot act. A file
that is damaged is put aside, and one that cannot be written is told of: neither stops anybody.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.i18n.message import Message, say
from companion.storage.atomic_files import locked, write
from companion.storage.json_file import DECODE_ERRORS, json_text, put_aside

FILE = "phones.json"
FORMAT = 1
HOST = "host"


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone that was paired: as the host, or for a seat at the table."""

    id: str
    role: str
    """``host``, or the id of a seat."""
    since: float = 0.0
    """Seconds of the time of day, and so is ``used``: how long ago counts beyond a restart."""
    used: float = field(default=0.0, compare=False)
    address: str = field(default="", compare=False)

    @property
    def host(self) -> bool:
        return self.role == HOST


Phones = Mapping[str, Phone]
"""By the hash of each one's secret, the oldest first."""


class _File(msgspec.Struct):
    table_companion_phones: int
    check: str
    phones: dict[str, Phone]


class PhoneStore:
    """Where there is no file, nothing outlives the companion."""

    def __init__(
        self,
        file: Path | None = None,
        tell: Callable[[Message], None] = lambda message: None,
        report: Callable[[tuple[Message, ...]], None] = lambda faults: None,
    ) -> None:
        """``tell`` hears once of what was found; ``report`` of a fault for as long as it lasts."""
        self._file = file
        self._tell = tell
        self._report = report
        self._failing = False

    def read(self) -> dict[str, Phone]:
        if self._file is None:
            return {}
        try:
            found = msgspec.json.decode(self._file.read_bytes(), type=_File)
        except FileNotFoundError:
            return {}
        except OSError as error:
            self._tell(say("{file} cannot be read ({why}).", file=self._file, why=error.strerror))
            return {}
        except DECODE_ERRORS:
            found = None
        if found and found == sealed(found.phones):
            return found.phones
        self._tell(put_aside(self._file))
        return {}

    def keep(self, phones: Phones) -> None:
        if self._file is None:
            return
        try:
            with locked(self._file):
                write(self._file, json_text(sealed(phones)))
        except CompanionError as error:
            self._failing = True
            self._report(
                (error.message, say("Phones will have to be paired anew at the next start."))
            )
        else:
            if self._failing:
                self._report(())
            self._failing = False


def sealed(phones: Phones) -> _File:
    """With a checksum: a flipped bit must not make a phone somebody else's."""
    content = dict(phones)
    check = hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()
    return _File(FORMAT, check, content)
