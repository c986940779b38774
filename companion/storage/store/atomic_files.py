"""Files that people want to find again: written whole or not at all, and none by mistake.

Whoever changes one holds its folder meanwhile, so two who change it in the same moment both count.
Whatever the disk refuses is told in one sentence.
"""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.clock import WallClock, wall_clock
from companion.errors import CompanionError, Refusal
from companion.i18n.message import Message, say

DRAFT = ".new"


class CannotWrite(CompanionError, OSError):
    code = "cannot_write"


@contextmanager
def writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if isinstance(error, CompanionError):
            raise
        why = say("{file} cannot be written ({why}).", file=path, why=error.strerror or error)
        raise CannotWrite(why) from None


@contextmanager
def changing(file: Path, folder: Path | None = None) -> Iterator[None]:
    """From reading a file to writing it: no other thread and no other process does so meanwhile.

    Held is the file's folder, or a ``folder`` further up where that one may not be there yet. The
    system lets go of it when a process ends, however it ends; what such a one left half written is
    swept up by the next.
    """
    with writing(file):
        folder = folder or file.parent
        folder.mkdir(parents=True, exist_ok=True)
        held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        for left in file.parent.glob(f"{file.name}.*{DRAFT}"):
            left.unlink(missing_ok=True)
        yield
    finally:
        os.close(held)


def write(file: Path, text: str) -> None:
    """All of a file or nothing of it, even if the power is cut meanwhile."""
    write_bytes(file, text.encode())


def write_bytes(file: Path, content: bytes) -> None:
    with writing(file):
        file = file.resolve()
        if file.exists() and not file.is_file():  # a terminal, a pipe
            file.write_bytes(content)
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = draft_of(file)
        try:
            with draft.open("xb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(file)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        sync(file.parent)


def draft_of(file: Path) -> Path:
    """Beside the file, under a name that nobody else writes to."""
    return file.with_name(f"{file.name}.{os.getpid()}-{secrets.token_hex(4)}{DRAFT}")


def set_aside(file: Path, now: WallClock = wall_clock) -> Path:
    """A file that cannot be used gets a dated name that nothing reads; nothing is thrown away."""
    name, again = f"{file.name}.broken-{stamp(now)}", 1
    while (aside := file.with_name(name)).exists():
        again += 1
        name = f"{file.name}.broken-{stamp(now)}-{again}"
    with writing(file):
        file.rename(aside)
        sync(file.parent)
    return aside


def put_aside_as(file: Path, aside: Path) -> Message:
    return say(
        "{file} could not be read: it was put aside as {aside}, and a new one begins.",
        file=file.name,
        aside=aside.name,
    )


def stamp(now: WallClock) -> str:
    return f"{now():%Y%m%dT%H%M%SZ}"


def sync(path: Path) -> None:
    """Waits until a file, or a folder's list of names, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def keep(file: Path, replace: bool) -> None:
    """Refuses to write over a file that is there, unless its owner said so."""
    if file.exists() and not replace:
        raise Refusal("file_exists", say("{file} is there already; --replace it?", file=file))
