"""A Raspberry Pi made of a folder: its files are real, its commands are written down."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.i18n.catalogs import Language
from firmware_config.installer.command import Installation, read_options
from firmware_config.installer.system import Outcome, Runner

FACTORY = "[cm5]\ndtoverlay=dwc2,dr_mode=host\n"
BOOT_LINES = {"single_reader": "dtparam=spi=on\n", "minimal": "dtparam=i2c_arm=on\n"}


class ScratchPi:
    """``broken`` names a word of a command that fails from now on."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.said: list[str] = []
        self.commands: list[tuple[str, ...]] = []
        self.broken = ""
        self.runner: Runner = self.run
        self._now = datetime(2026, 5, 1, 12, tzinfo=UTC)
        self.put("/boot/firmware/config.txt", FACTORY)
        self.put("/etc/hostname", "raspberrypi\n")

    def install(self, *arguments: str, answers: tuple[str, ...] = ()) -> None:
        """Runs the installer a minute after the last time; without answers nobody is there."""
        self._now += timedelta(minutes=1)
        self.said.clear()
        self.commands.clear()
        options = read_options([*arguments, "--root", str(self.root), "--lang", "en"])
        replies = iter(answers)
        asking = (lambda _: next(replies)) if answers else None
        now = self._now
        Installation(
            options, Language("en"), self.runner, self.said.append, asking, lambda: now
        ).carry_out()

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def put(self, path: str, text: str) -> None:
        self.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.at(path).write_text(text, encoding="utf-8")

    def text(self, path: str) -> str:
        return self.at(path).read_text(encoding="utf-8")

    def mode(self, path: str) -> int:
        return stat.S_IMODE(self.at(path).stat().st_mode)

    def points_to(self, link: str) -> str:
        return self.at(f"/opt/table-companion/{link}").readlink().name

    def releases(self) -> list[str]:
        return sorted(each.name for each in self.at("/opt/table-companion/releases").iterdir())

    def files(self) -> dict[str, str]:
        """Everything on it: what each file says, and where each link points."""
        return {
            str(path.relative_to(self.root)): str(path.readlink())
            if path.is_symlink()
            else path.read_text(encoding="utf-8")
            for path in sorted(self.root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }

    def ran(self, *start: str) -> bool:
        return any(command[: len(start)] == start for command in self.commands)

    def run(self, command: tuple[str, ...], quiet: bool) -> Outcome:
        self.commands.append(command)
        program = Path(command[0]).name
        if self.broken and any(word.endswith(self.broken) for word in command):
            return Outcome(1, "", "it is broken")
        if "venv" in command:
            folder = Path(command[-1])
            (folder / "bin").mkdir(parents=True)
            (folder / "bin/companion").write_text("", encoding="utf-8")
        if "doctor" in command:
            # A board whose parts do not answer ends with 1, and that must not hinder anything.
            return Outcome(1, "{}" if "--json" in command else "2 things have to be repaired.")
        if program == "python" and command[1].endswith("boot_lines.py"):
            return Outcome(0, BOOT_LINES.get(command[2], "dtparam=spi=on\n"))
        return Outcome(0, "")
