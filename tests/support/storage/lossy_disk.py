"""A disk that forgets, below SQLite: what was written and not yet synced may be lost, or half kept.

It is a VFS in memory, so a power cut costs nothing and can be repeated from its seed.
"""

from dataclasses import dataclass, field
from random import Random

import apsw

SECTOR = 512


@dataclass
class Platter:
    """One file: what is seen, what is safe, and what was written since the last sync."""

    seen: bytearray = field(default_factory=bytearray)
    safe: bytes = b""
    unsynced: list[tuple[int, bytes] | int] = field(default_factory=list)
    """A write at an offset, or the size that the file was cut to."""

    def after_a_cut(self, random: Random) -> bytes:
        """A random prefix of what was not synced; the last write of it may be torn."""
        left = bytearray(self.safe)
        kept = self.unsynced[: random.randint(0, len(self.unsynced))]
        for at, change in enumerate(kept, start=1):
            if not isinstance(change, int) and at == len(kept) and random.random() < 0.5:
                offset, data = change
                change = offset, data[: random.randrange(0, len(data) + 1, SECTOR)]
            apply(left, change)
        return bytes(left)


def apply(content: bytearray, change: tuple[int, bytes] | int) -> None:
    if isinstance(change, int):
        del content[change:]
        return
    offset, data = change
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


class LossyDisk(apsw.VFS):
    """The power goes off at a given write or sync: from then on nothing reaches the platters."""

    def __init__(self, name: str, files: dict[str, bytes] | None = None) -> None:
        self.name = name
        self.files = {
            path: Platter(bytearray(content), content) for path, content in (files or {}).items()
        }
        self.left: dict[str, bytes] | None = None
        """What is there after the power cut, once there was one."""
        self._until: int | None = None
        super().__init__(name, "")

    def cut_after(self, operations: int, random: Random) -> None:
        self._until, self._random = operations, random

    def cut(self) -> None:
        self.left = {path: file.after_a_cut(self._random) for path, file in self.files.items()}

    @property
    def has_power(self) -> bool:
        """Counts an operation, and says whether it still happens."""
        if self.left is None and self._until is not None:
            self._until -= 1
            if self._until < 0:
                self.cut()
        return self.left is None

    def connect(self) -> apsw.Connection:
        connection = apsw.Connection("/journal", vfs=self.name)
        # A VFS in Python shares no memory between processes, and here is only one.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        return connection

    def xOpen(  # type: ignore[override]  # noqa: N802
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> "OpenFile":
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        flags[1] = flags[0]
        return OpenFile(self, self.files.setdefault(path, Platter()))

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        if self.has_power:
            self.files.pop(filename, None)

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        return pathname in self.files

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name


class OpenFile:
    def __init__(self, disk: LossyDisk, file: Platter) -> None:
        self._disk, self._file = disk, file

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self._file.seen[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._change((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._change(newsize)

    def _change(self, change: tuple[int, bytes] | int) -> None:
        if self._disk.has_power:
            self._file.unsynced.append(change)
        apply(self._file.seen, change)

    def xSync(self, flags: int) -> None:  # noqa: N802
        if self._disk.has_power:
            self._file.safe = bytes(self._file.seen)
            self._file.unsynced.clear()

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._file.seen)

    def xClose(self) -> None:  # noqa: N802
        pass

    def xLock(self, level: int) -> None:  # noqa: N802
        pass

    def xUnlock(self, level: int) -> None:  # noqa: N802
        pass

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return 0
