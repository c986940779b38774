"""``install.py``: asks what it must know, tells what it will do, and does it.

Whatever goes wrong is one sentence with a code, and says what is still in use.
"""

import argparse
import errno
import os
import platform
import sys
import tomllib
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from companion.clock import WallClock, wall_clock
from companion.errors import CompanionError
from companion.i18n.catalogs import LANGUAGES, Language, preferred
from companion.i18n.message import Message, say
from firmware_config.installer import boot
from firmware_config.installer.plan import Plan, Step
from firmware_config.installer.settings import Board, chosen_before
from firmware_config.installer.system import (
    Runner,
    Stopped,
    System,
    run_for_real,
    run_in_scratch,
)

SOURCE = Path(__file__).resolve().parents[2]
BOARDS = {
    "camera_table": say("a camera instead of a reader, the small screen, four buttons"),
    "full_table": say("five readers, the small screen, seven buttons, a knob, lights, a buzzer"),
    "minimal": say("the small screen and two dice buttons; phones do the rest"),
    "simulator": say("nothing built yet: every part in software, on a page"),
    "single_reader": say("one reader, the small screen, four buttons"),
}
"""What a person sees who has to choose one."""
AS_IT_WAS = say("Whatever was installed before is in use; run the installer again to go on.")


REFUSED = frozenset(
    {
        *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM),
        *(errno.ENOTDIR, errno.EISDIR, errno.EEXIST),
    }
)
"""What is wrong with a file that is to be written."""


class Options(argparse.Namespace):
    """What was asked for on the command line."""

    def __init__(self) -> None:
        super().__init__()
        self.profile: str | None = None
        self.dry_run = self.rollback = self.uninstall = False
        self.root = Path("/")
        self.lang = preferred()


def main() -> int:
    options = read_options(sys.argv[1:])
    language = Language(options.lang)
    try:
        if not options.dry_run:
            may_install(options.root, os.geteuid(), platform.machine())
        runner = run_for_real if options.root == Path("/") else run_in_scratch
        asking = input if sys.stdin.isatty() else None
        Installation(options, language, runner, tell, asking, wall_clock).carry_out()
    except CompanionError as error:
        print(f"{language.say(error.message)} [{error.code}]", file=sys.stderr)
        return 2
    except OSError as error:
        trouble = not_written(error) if error.errno in REFUSED else not_usable(error)
        print(f"{language.say(trouble.message)} [{trouble.code}]", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, EOFError):
        print("\n" + language.say(say("Stopped. {left}", left=AS_IT_WAS)), file=sys.stderr)
        return 130
    return 0


def tell(line: str) -> None:
    """At once: in a pipe, what a command of the system says would come before it."""
    print(line, flush=True)


def not_written(error: OSError) -> Stopped:
    """A full disk, or one that may not be written."""
    why = say(
        "{file} cannot be written: {why}. {left}",
        file=error.filename or "",
        why=error.strerror or str(error),
        left=AS_IT_WAS,
    )
    return Stopped("cannot_write", why)


def not_usable(error: OSError) -> Stopped:
    """A file that is not there, a disk that fails: whatever else the system refuses."""
    why = say(
        "The system refuses {file}: {why}. {left}",
        file=error.filename or "",
        why=error.strerror or str(error),
        left=AS_IT_WAS,
    )
    return Stopped("system_error", why)


def may_install(root: Path, user: int, machine: str) -> None:
    """Refuses what cannot end well, before anything is asked."""
    if root != Path("/"):
        return
    if user != 0:
        raise Stopped("not_root", say("The installer changes the system: run it with sudo."))
    if machine != "aarch64" or not (root / boot.FILE.lstrip("/")).exists():
        raise Stopped(
            "not_a_pi",
            say("This is not a 64-bit Raspberry Pi OS of 2023 or later; nothing was changed."),
        )


class Installation:
    """One run of the installer, with everything that it touches handed in."""

    def __init__(
        self,
        options: Options,
        language: Language,
        runner: Runner,
        tell: Callable[[str], None],
        asking: Callable[[str], str] | None,
        now: WallClock,
    ) -> None:
        self._options = options
        self._language = language
        self._tell = tell
        self._asking = asking
        self._now = now
        self._system = System(options.root, runner, tell)
        self._rehearsal = System(options.root, runner, tell, rehearsal=True)

    def carry_out(self) -> None:
        steps = self._what()
        self._say(say("This is what will be done:"))
        self._go_through(steps(Plan(self._rehearsal, SOURCE)))
        if self._options.dry_run:
            self._say(say("Nothing was changed."))
            return
        if self._asking:
            question = self._language.say(say("Enter goes on, Ctrl-C stops:"))
            self._asking(f"{question} ")
        self._tell("")
        plan = Plan(self._system, SOURCE)
        self._go_through(steps(plan))
        self._tell("")
        if plan.report:
            self._tell(plan.report)
        for left in plan.left:
            self._say(left)
        if plan.restart:
            self._say(say("Restart the Pi once, so that it finds its parts: sudo reboot"))
        self._say(say("Done."))

    def _what(self) -> Callable[[Plan], Iterable[Step]]:
        if self._options.uninstall:
            return Plan.uninstall
        if self._options.rollback:
            return Plan.roll_back
        board = self._board()
        release = new_release(self._now())
        return lambda plan: plan.install(release, board, self._language.code)

    def _board(self) -> Board:
        """As the command says, or as it was chosen before, or as the person answers now."""
        if name := self._options.profile:
            return self._known(name)
        if board := chosen_before(self._system):
            return board
        if not self._asking:
            raise Stopped(
                "no_profile",
                say("Name the board with --profile: {names}.", names=", ".join(profiles())),
            )
        for number, name in enumerate(profiles(), 1):
            told = self._language.say(BOARDS[name]) if name in BOARDS else ""
            self._tell(f"  {number}  {name:<15}{told}".rstrip())
        question = self._language.say(say("Which board is it? Its number:"))
        answer = self._asking(f"{question} ").strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(profiles()):
            return Board(profiles()[int(answer) - 1])
        return self._known(answer)

    def _known(self, name: str) -> Board:
        board = Board.named(name)
        there = board.copied_from.is_file() if board.copied_from else name in profiles()
        if not there:
            raise Stopped(
                "no_profile",
                say(
                    "There is no board {name}: name one of {names}, or the path of a file.",
                    name=name,
                    names=", ".join(profiles()),
                ),
            )
        return board

    def _go_through(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self._tell(f"▸ {self._language.say(step.about)}")
            step.do()

    def _say(self, message: Message) -> None:
        self._tell(self._language.say(message))


def profiles() -> list[str]:
    return sorted(path.stem for path in (SOURCE / "firmware_config").glob("*.toml"))


def new_release(now: datetime) -> str:
    """The version and the minute: the same version may be installed twice, from two checkouts."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return f"{project['version']}-{now:%Y%m%d-%H%M%S}"


def read_options(arguments: list[str]) -> Options:
    say_it = Language(preferred()).say
    parser = argparse.ArgumentParser(
        prog="install.py",
        description=say_it(
            say("Installs Table Companion on a Raspberry Pi; run again, it upgrades.")
        ),
    )
    what = parser.add_mutually_exclusive_group()
    add = parser.add_argument
    add("--profile", help=say_it(say("The board: a name, or the path of a file.")))
    add("--dry-run", action="store_true", help=say_it(say("Only tell what would be done.")))
    what.add_argument(
        "--rollback", action="store_true", help=say_it(say("Go back to the version before this."))
    )
    what.add_argument(
        "--uninstall", action="store_true", help=say_it(say("Remove all but games and settings."))
    )
    add("--root", type=Path, help=say_it(say("Install below this folder instead, as a trial.")))
    add("--lang", choices=LANGUAGES, help=say_it(say("en, es or pt.")))
    return parser.parse_args(arguments, Options())
