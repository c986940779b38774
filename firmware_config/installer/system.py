"""The one door to the machine: every file and every command of the installer goes through it.

In a rehearsal the door only tells, so that the plan cannot differ from the deed.
"""

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.errors import CompanionError
from companion.i18n.message import Message, say

COMMAND = "/usr/local/bin/companion"
IP = ("-4", "-6")
# What concerns the machine as a whole, and so is not done for a scratch root.
SYSTEM_WIDE = frozenset(
    {
        "apt-cache",
        "apt-get",
        "install",
        "journalctl",
        "nmcli",
        "raspi-config",
        "systemctl",
        "systemd-sysusers",
        COMMAND,
    }
)


class Stopped(CompanionError):
    """The installer cannot go on; the sentence says what is left as it was."""

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message, code)


@dataclass(frozen=True, slots=True)
class Outcome:
    status: int
    output: str
    errors: str = ""


class Runner(Protocol):
    def __call__(self, command: tuple[str, ...], quiet: bool) -> Outcome: ...


def run_for_real(command: tuple[str, ...], quiet: bool) -> Outcome:
    """Quiet commands hand over what they say; others say it to the person who waits."""
    try:
        done = subprocess.run(command, capture_output=quiet, text=True, check=False)
    except OSError as error:
        return Outcome(127, "", str(error))
    return Outcome(done.returncode, done.stdout or "", done.stderr or "")


def run_in_scratch(command: tuple[str, ...], quiet: bool) -> Outcome:
    return Outcome(0, "") if command[0] in SYSTEM_WIDE else run_for_real(command, quiet)


@dataclass(frozen=True, slots=True)
class System:
    root: Path
    runner: Runner
    tell: Callable[[str], None]
    rehearsal: bool = False

    def at(self, path: str) -> Path:
        """Where a path of the Pi is: below the scratch root, if there is one."""
        return self.root / path.lstrip("/")

    def text(self, path: str) -> str:
        """What is in a file, to the letter; nothing if it is not there."""
        try:
            return self.at(path).read_bytes().decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            return ""

    def try_to(self, *command: str) -> Outcome:
        """Runs a command and hands over what it said, whether it succeeds or not."""
        return self._run(command, quiet=True)

    def run(self, *command: str) -> None:
        """Runs a command before everybody's eyes; a failure ends the installation."""
        outcome = self._run(command, quiet=False)
        if outcome.status:
            raise failed(command, outcome)

    def fetch(self, *command: str) -> None:
        """Runs a command that needs the network; without one, that is what is told."""
        outcome = self._run(command, quiet=False)
        if not outcome.status:
            return
        ways = [self.runner(("ip", family, "route", "show", "default"), True) for family in IP]
        if all(way.status == 0 and not way.output.strip() for way in ways):
            raise Stopped(
                "no_network",
                say(
                    "This Pi is in no network, and this needs one: {command}. Connect it, or take "
                    "the bundle of a release, which brings everything along.",
                    command=shlex.join(command),
                ),
            )
        raise failed(command, outcome)

    def ask(self, *command: str) -> str:
        """What a command answers; a failure ends the installation."""
        outcome = self.try_to(*command)
        if outcome.status:
            raise failed(command, outcome)
        return outcome.output

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """All of it or nothing, also when the power goes off."""
        if self.text(path) == text:
            return
        self.tell(f"  + {path}")
        if self.rehearsal:
            return
        target = self.at(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name(f"{target.name}.new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(text.encode("utf-8", "surrogateescape"))
            file.flush()
            os.fsync(file.fileno())
        # Whose file it is decides who may read it; the boot partition knows only one mode at all.
        beside.chmod(target.stat().st_mode & 0o777 if target.exists() else mode)
        beside.replace(target)

    def link(self, path: str, to: str) -> None:
        """A link that points there from one moment to the next."""
        self.tell(f"  + {path} → {to}")
        if self.rehearsal:
            return
        beside = self.at(f"{path}.new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(to)
        beside.replace(self.at(path))

    def remove(self, path: str) -> None:
        target = self.at(path)
        if not target.exists() and not target.is_symlink():
            return
        self.tell(f"  − {path}")
        if self.rehearsal:
            return
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        else:
            target.unlink()

    def _run(self, command: tuple[str, ...], quiet: bool) -> Outcome:
        self.tell(f"  $ {shlex.join(command)}")
        return Outcome(0, "") if self.rehearsal else self.runner(command, quiet)


def failed(command: tuple[str, ...], outcome: Outcome) -> Stopped:
    why = (outcome.errors or outcome.output).strip().splitlines()
    return Stopped(
        "command_failed",
        say(
            "This command failed with {status}: {command} {why}",
            status=outcome.status,
            command=shlex.join(command),
            why=f"({why[-1]})" if why else "",
        ),
    )
