"""Files that people want to find again: written whole or not at all, and none by mistake.

Whatever the disk refuses is told in one sentence.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import CompanionError, Refusal
from companion.message import say


class CannotWrite(CompanionError, OSError):
    code = "cannot_write"


@contextmanager
def writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = say("{file} cannot be written ({why}).", file=path, why=error.strerror or error)
        raise CannotWrite(why) from None


def write(file: Path, text: str) -> None:
    """All of a file or nothing of it, even if the power is cut meanwhile."""
    draft = file.with_name(f"{file.name}.new")
    with writing(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(file)


def keep(file: Path, replace: bool) -> None:
    """Refuses to write over a file that is there, unless its owner said so."""
    if file.exists() and not replace:
        raise Refusal("file_exists", say("{file} is there already; --replace it?", file=file))
