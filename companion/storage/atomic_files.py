"""Atomic writes, locks against lost updates, and one sentence for whatever the disk refuses."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path

from companion.clock import WallClock, wall_clock
from companion.errors import CompanionError, Refusal
from companion.i18n.message import Message, say

DRAFT_SUFFIX = ".new"


class CannotWrite(CompanionError, OSError):
    code = "cannot_write"


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if isinstance(error, CompanionError):
            raise
        why = say("{file} cannot be written ({why}).", file=path, why=error.strerror or error)
        raise CannotWrite(why) from None


@contextmanager
def locked(file: Path, folder: Path | None = None) -> Iterator[None]:
    """Holds a lock from reading a file to writing it, against other threads and processes.

    The lock is on the file's folder, or on a ``folder`` further up where that one may not exist
    yet; it ends with its process, however that ends. Drafts that such a process left are removed.
    """
    with write_errors(file):
        folder = folder or file.parent
        folder.mkdir(parents=True, exist_ok=True)
        held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        for left in file.parent.glob(f"{file.name}.*{DRAFT_SUFFIX}"):
            left.unlink(missing_ok=True)
        yield
    finally:
        os.close(held)


def write(file: Path, text: str) -> None:
    """Atomic, also when the power is cut."""
    write_bytes(file, text.encode())


def write_bytes(file: Path, content: bytes) -> None:
    with write_errors(file):
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
        fsync(file.parent)


def draft_of(file: Path) -> Path:
    """A unique name beside the file."""
    return file.with_name(f"{file.name}.{os.getpid()}-{secrets.token_hex(4)}{DRAFT_SUFFIX}")


def unused_name(name: str, in_folder: Path, suffix: str = "") -> Path:
    """This name, or the first of name-2, name-3 … that no file has."""
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(path for each in names if not (path := in_folder / f"{each}{suffix}").exists())


def set_aside(file: Path, now: WallClock = wall_clock) -> Message:
    """Renames a file that cannot be used, so that nothing is lost and nothing reads it."""
    aside = unused_name(f"{file.name}.broken-{timestamp(now)}", file.parent)
    with write_errors(file):
        file.rename(aside)
        fsync(file.parent)
    return say(
        "{file} could not be read: it was put aside as {aside}, and a new one begins.",
        file=file.name,
        aside=aside.name,
    )


def timestamp(now: WallClock) -> str:
    return f"{now():%Y%m%dT%H%M%SZ}"


def fsync(path: Path) -> None:
    """Syncs a file, or the entries of a folder."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def refuse_overwrite(file: Path, replace: bool) -> None:
    """Refuses to replace a file, unless its owner said so."""
    if file.exists() and not replace:
        raise Refusal("file_exists", say("{file} is there already; --replace it?", file=file))
