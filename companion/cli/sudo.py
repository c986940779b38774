"""Whoever typed ``sudo companion …``: the files that the command line names are read and written
as that person, while everything else is done as the table's own user, who sees no home folder.

Before it steps down from root, the command leaves a small process behind that is the person and
does two things: read a file, and write one. What is read and written is staged in between.
"""

import json
import os
import pwd
import signal
import sys
import tempfile
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import click

from companion.errors import CompanionError
from companion.i18n.catalogs import Language, preferred
from companion.i18n.message import say

OWN = "data"
"""The one folder on the command line that is the table's and not the person's."""


class CannotGive(CompanionError, OSError):
    """A file that the person may not write."""

    code = "cannot_write"


class StagedPath(type(Path())):  # type: ignore[misc]  # pathlib's own class differs by system
    """A file that lies elsewhere for the time being; people read its own name."""

    shown = ""

    def __str__(self) -> str:
        return self.shown or self.__fspath__()

    def __fspath__(self) -> str:
        place: str = super().__str__()
        return place

    def __truediv__(self, name: object) -> "StagedPath":
        child: StagedPath = super().__truediv__(name)
        child.shown = f"{self.shown}/{name}" if self.shown else ""
        return child


def run_as(name: str) -> None:
    """The command, as the table's user of this name; its files are those of the person."""
    from companion.cli.main import main

    step_down(name)
    theirs(main)
    try:
        main()
    except SystemExit as ended:
        if not ended.code:
            give_back()
        raise
    finally:
        STAGE.close()


def give_back() -> None:
    try:
        STAGE.give_back()
    except CannotGive as error:
        click.echo(f"{Language(preferred()).say(error.message)} [{error.code}]", err=True)
        sys.exit(2)


def step_down(name: str) -> None:
    """From root to the table's user; the person stays reachable."""
    user = pwd.getpwnam(name)
    person = int(os.environ.get("SUDO_UID", "0")), int(os.environ.get("SUDO_GID", "0"))
    ours, theirs = Pipe()
    if os.fork() == 0:
        ours.close()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        become(*person)
        serve(theirs)
        os._exit(0)
    theirs.close()
    become(user.pw_uid, user.pw_gid)
    os.environ.update(HOME=user.pw_dir, USER=name, LOGNAME=name)
    STAGE.open(ours)


def become(user: int, group: int) -> None:
    """For good: there is no way back to root."""
    os.initgroups(pwd.getpwuid(user).pw_name, group)
    os.setresgid(group, group, group)
    os.setresuid(user, user, user)


def serve(line: Connection) -> None:
    """The person's side, until the command has ended; Ctrl-C is for the command alone."""
    while True:
        try:
            order, data = json.loads(line.recv_bytes()), line.recv_bytes()
        except EOFError:
            return
        path = Path(order["path"])
        answer, content = "", b""
        try:
            if order["do"] == "write":
                write(path, data)
            elif path.is_file():
                answer, content = "file", path.read_bytes()
        except OSError as error:
            answer = f"error {error.strerror}"
        line.send_bytes(answer.encode())
        line.send_bytes(content)


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.new")
    draft.write_bytes(data)
    draft.replace(path)


class Stage:
    """Where files of the command line lie while the command works with them."""

    def __init__(self) -> None:
        self._line: Connection | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._staged: list[tuple[Path, StagedPath, dict[str, bytes]]] = []

    def open(self, line: Connection) -> None:
        self._line = line
        self._folder = tempfile.TemporaryDirectory(prefix="companion-")

    @property
    def is_open(self) -> bool:
        return self._line is not None

    def take(self, name: str) -> StagedPath:
        """A file of the person's, as it is now; it need not be there."""
        assert self._folder
        real = Path(name).absolute()
        place = Path(self._folder.name) / str(len(self._staged)) / real.name
        place.parent.mkdir()
        found, content = self._ask("read", real)
        if found == "file":
            place.write_bytes(content)
        staged = StagedPath(place)
        staged.shown = name
        self._staged.append((real, staged, contents(place)))
        return staged

    def give_back(self) -> None:
        """What the command has written or changed goes to where the person wants it."""
        for real, staged, before in self._staged:
            place = Path(os.fspath(staged))
            for name, data in contents(place).items():
                if before.get(name) != data:
                    target = real / name if name else real
                    said, _ = self._ask("write", target, data)
                    if said.startswith("error"):
                        why = said.removeprefix("error ")
                        raise CannotGive(
                            say("{file} cannot be written ({why}).", file=target, why=why)
                        )

    def close(self) -> None:
        if self._folder:
            self._folder.cleanup()
            self._folder = None

    def _ask(self, do: str, path: Path, data: bytes = b"") -> tuple[str, bytes]:
        assert self._line
        self._line.send_bytes(json.dumps({"do": do, "path": str(path)}).encode())
        self._line.send_bytes(data)
        return self._line.recv_bytes().decode(), self._line.recv_bytes()


STAGE = Stage()


def contents(place: Path) -> dict[str, bytes]:
    """A file under no name, or the files of a folder under theirs."""
    if place.is_file():
        return {"": place.read_bytes()}
    files = (path for path in place.rglob("*") if path.is_file())
    return {str(path.relative_to(place)): path.read_bytes() for path in files}


def theirs(command: click.Command) -> None:
    """Lets every file that a command names be the person's."""
    if isinstance(command, click.Group):
        for each in command.commands.values():
            theirs(each)
    for parameter in command.params:
        if parameter.name != OWN and isinstance(parameter.type, click.Path | click.File):
            parameter.type = Theirs(parameter.type)
        elif "--profile" in parameter.opts:
            parameter.type = TheirBoard()


class Theirs(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """A path or a file of the command line, staged where there is a person to ask."""

    def __init__(self, kind: click.Path | click.File) -> None:
        self.kind = kind
        self.name = kind.name

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> Any:
        if not STAGE.is_open or str(value) == "-":
            return self.kind.convert(value, parameter, context)
        staged = STAGE.take(str(value))
        if isinstance(self.kind, click.File):
            return self.kind.convert(os.fspath(staged), parameter, context)
        return staged


class TheirBoard(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """A board profile: the name of one that comes along, or a file of the person's."""

    name = "text"

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> Any:
        is_file = STAGE.is_open and str(value).endswith(".toml")
        return os.fspath(STAGE.take(str(value))) if is_file else value
