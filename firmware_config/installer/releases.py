"""The environments on a Pi, one beside the other, and the two links that say which one is used.

A new one is built and tried before anybody plays with it; the one before it is kept.
"""

import json
import sys
from pathlib import Path

from companion.i18n.message import say
from firmware_config.installer.system import Stopped, System

HOME = "/opt/table-companion"
RELEASES = f"{HOME}/releases"
UNIT = "table-companion.service"
PYTHON = "/usr/bin/python3"
DRIVERS = "firmware_config/drivers.txt"
WHEELS = "wheels"
"""In the bundle of a release: every package as a file, so that no network is needed."""
INSTALLED_UNIT = f"/etc/systemd/system/{UNIT}"


def python_version() -> str:
    """Of the system's own Python, on which the installer runs as well: 3.11, 3.13."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


class Releases:
    def __init__(self, system: System, source: Path) -> None:
        self._system = system
        self._source = source

    @property
    def current(self) -> str | None:
        return self._linked("current")

    @property
    def previous(self) -> str | None:
        return self._linked("previous")

    def prepare(self, name: str, profile: str) -> None:
        """A new environment that works; if it does not, it is removed and nothing has changed."""
        self.tidy()
        try:
            self._build(name)
            self._check(name, profile)
        except Stopped as error:
            self._system.remove(f"{RELEASES}/{name}")
            raise Stopped(
                "unfit_release",
                say(
                    "The new version does not work here and was removed; whatever was installed"
                    " before is as it was. {why}",
                    why=error.message,
                ),
            ) from None

    def use(self, name: str, keep: str | None) -> None:
        """From now on this one is used, and that one is kept to go back to."""
        system = self._system
        system.write(INSTALLED_UNIT, system.text(f"{RELEASES}/{name}/{UNIT}") or self._unit)
        if keep:
            system.link(f"{HOME}/previous", f"releases/{keep}")
        else:
            system.remove(f"{HOME}/previous")
        system.link(f"{HOME}/current", f"releases/{name}")

    def tidy(self) -> None:
        """Whatever is neither used nor kept: an older one, or one that was never finished."""
        for folder in sorted(self._system.at(RELEASES).glob("*")):
            if folder.name not in (self.current, self.previous):
                self._system.remove(f"{RELEASES}/{folder.name}")

    @property
    def _unit(self) -> str:
        return (self._source / "firmware_config" / UNIT).read_text(encoding="utf-8")

    def _build(self, name: str) -> None:
        home = f"{RELEASES}/{name}"
        folder = str(self._system.at(home))
        # lgpio has no wheel for the Python of Trixie, so it is the system's own; everything else
        # is the environment's, also where the system has it in another version.
        self._system.run(PYTHON, "-m", "venv", "--system-site-packages", folder)
        pip = (f"{folder}/bin/python", "-m", "pip", "install", "--quiet", "--ignore-installed")
        # Their own requirements are RPi.GPIO, which must not be here, and lgpio from source.
        drivers = ("--no-deps", "--require-hashes", "-r", str(self._source / DRIVERS))
        if (wheels := self._source / WHEELS).is_dir():
            kept = ("--no-index", "--find-links", str(wheels))
            pinned = str(wheels / f"requirements-{python_version()}.txt")
            self._system.run(*pip, *kept, "--require-hashes", "-r", pinned)
            self._system.run(*pip, *kept, *drivers)
        else:
            # Nothing that is not, byte for byte, what was locked; then ourselves.
            lock = str(self._source / "requirements.lock")
            self._system.fetch(*pip, "--require-hashes", "-r", lock)
            self._system.fetch(*pip, "--no-deps", "--no-build-isolation", str(self._source))
            self._system.fetch(*pip, *drivers)
        # Kept with the environment, so that who goes back gets the unit that belongs to it.
        self._system.write(f"{home}/{UNIT}", self._unit)

    def _check(self, name: str, profile: str) -> None:
        """Does it start, can it look at the board, and can a game begin?"""
        programs = self._system.at(f"{RELEASES}/{name}/bin")
        companion, python = str(programs / "companion"), str(programs / "python")
        scratch = f"{RELEASES}/{name}/scratch"
        games = str(self._system.at(scratch))
        self._system.ask(companion, "--version")
        # lgpio leaves a pipe where it works: not in the folder of whoever runs the installer.
        pipes = f"LG_WD={programs.parent}"
        self._look(
            "env", pipes, companion, "doctor", "--json", "--profile", profile, "--data", games
        )
        self._system.ask(python, str(self._source / "firmware_config/first_game.py"), games)
        self._system.remove(scratch)

    def _look(self, *doctor: str) -> None:
        """The doctor may find parts that do not answer; but it must have looked."""
        found = self._system.try_to(*doctor)
        if self._system.rehearsal:
            return
        try:
            json.loads(found.output)
        except ValueError:
            why = (found.errors or found.output).strip()
            raise Stopped(
                "doctor_failed", say("The doctor could not look at the board: {why}", why=why)
            ) from None

    def _linked(self, link: str) -> str | None:
        path = self._system.at(f"{HOME}/{link}")
        return path.readlink().name if path.is_symlink() else None
