"""What is done to a Pi, step by step: to install or upgrade, to go back, and to uninstall.

Each step is a sentence and a deed; a rehearsal does the same deeds through a door that only tells.
"""

import secrets
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.devices.board.pinout import NO_LGPIO, boot_lines
from companion.i18n.message import Message, say
from firmware_config.installer import boot, settings
from firmware_config.installer.releases import HOME, INSTALLED_UNIT, RELEASES, UNIT, Releases
from firmware_config.installer.settings import SETTINGS, Board
from firmware_config.installer.system import COMMAND, Stopped, System

# The last one hands out addresses in the hotspot.
LGPIO = "python3-lgpio"
APT_PACKAGES = ("python3-venv", LGPIO, "python3-spidev", "avahi-daemon", "dnsmasq-base")
HOTSPOT = "/etc/NetworkManager/system-connections/table-companion.nmconnection"
USERS = "/etc/sysusers.d/table-companion.conf"
# Copied as they are: each belongs to a program that looks for it there.
COPIES = {
    "modules.conf": "/etc/modules-load.d/table-companion.conf",
    "avahi.service": "/etc/avahi/services/table-companion.service",
}
DATA = "/var/lib/table-companion"
ETC = "/etc/table-companion"
DPKG = "/var/lib/dpkg/status"
LAST_WORDS = ("journalctl", "-u", UNIT, "-n", "8", "-o", "cat", "--no-pager")
FACTORY_NAME, OUR_NAME = "raspberrypi", "companion"
# A password is read from a paper and typed on a phone: nothing that looks like something else.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Step:
    about: Message
    do: Callable[[], None]


class Plan:
    def __init__(self, system: System, source: Path) -> None:
        self._system = system
        self._source = source
        self._releases = Releases(system, source)
        self.report = ""
        """What the doctor said of the board."""
        self.restart = False
        """Must the Pi be restarted for what was changed?"""
        self.left: list[Message] = []
        """What stays on the Pi after all."""

    def install(self, release: str, board: Board, language: str) -> Iterator[Step]:
        yield Step(say("Install the packages of the system"), self._packages)
        yield Step(say("Make a user for the service, who may use pins and buses"), self._user)
        yield Step(
            say("Build the new version beside what is there, and try it"),
            lambda: self._releases.prepare(release, board.found(self._system)),
        )
        yield Step(
            say("Write the settings in {file}; what you changed there stays", file=SETTINGS),
            lambda: self._settings(board, language),
        )
        yield Step(
            say("Switch on in {file} what this board needs", file=boot.FILE),
            lambda: self._boot(release, board),
        )
        yield Step(say("Add the command, the network name and the hotspot"), self._surroundings)
        yield Step(
            say("Switch to the new version, ask the doctor, and start the service"),
            lambda: self._switch(release),
        )

    def roll_back(self) -> Iterator[Step]:
        before = self._releases.previous
        if not before:
            raise Stopped("no_previous", say("There is no earlier version to go back to."))
        yield Step(
            say("Go back to {release}, and start the service", release=before),
            lambda: self._go_back(before),
        )

    def uninstall(self) -> Iterator[Step]:
        yield Step(
            say("Remove the service and the program; games ({data}) and settings stay", data=DATA),
            self._remove_everything,
        )

    def _packages(self) -> None:
        """Raspberry Pi OS has all of them, so without a network this does no harm."""
        missing = [name for name in APT_PACKAGES if not installed(self._system, name)]
        if missing:
            self._system.fetch("apt-get", "update", "-q")
            if LGPIO in missing and self._system.try_to("apt-cache", "show", LGPIO).status:
                raise Stopped("no_lgpio", NO_LGPIO)
            self._system.fetch(
                *("apt-get", "install", "-q", "-y", "--no-install-recommends", *missing)
            )

    def _user(self) -> None:
        self._system.write(USERS, self._ours("sysusers.conf"))
        self._system.run("systemd-sysusers", USERS)

    def _settings(self, board: Board, language: str) -> None:
        settings.write(self._system, board, self._ours("companion.env").replace("@LANG@", language))
        # Before the doctor looks for it; later the service makes sure of it.
        owner = ("-o", "companion", "-g", "companion")
        self._system.run("install", "-d", *owner, "-m", "0750", DATA)

    def _boot(self, release: str, board: Board) -> None:
        python = str(self._system.at(f"{RELEASES}/{release}/bin/python"))
        program = str(self._source / "firmware_config/boot_lines.py")
        lines = self._system.ask(python, program, board.found(self._system)).split()
        before = self._system.text(boot.FILE)
        after = boot.with_lines(before, lines)
        if self._system.rehearsal:
            self._system.tell(f"  + {boot.FILE}")
            for line in foretold(Path(board.found(self._system)), self._source):
                self._system.tell(f"      {line}")
        elif before != after:
            self._system.write(boot.FILE, after)
            self.restart = True

    def _surroundings(self) -> None:
        self._system.write(COMMAND, self._ours("companion.sh"), mode=0o755)
        for name, place in COPIES.items():
            self._system.write(place, self._ours(name))
        if not self._system.at(HOTSPOT).exists():
            password = "".join(secrets.choice(LETTERS) for _ in range(10))
            hotspot = self._ours("hotspot.nmconnection").replace("@PASSWORD@", password)
            self._system.write(HOTSPOT, hotspot, mode=0o600)
            self._system.try_to("nmcli", "connection", "load", HOTSPOT)
        # A name that somebody chose stays; the factory's is on every Pi of the neighbourhood.
        if self._system.text("/etc/hostname").strip() == FACTORY_NAME:
            self._system.run("raspi-config", "nonint", "do_hostname", OUR_NAME)
            self.restart = True

    def _switch(self, release: str) -> None:
        before, kept = self._releases.current, self._releases.previous
        self._stop()
        try:
            self._releases.use(release, keep=before)
            # Asked while the service stands still: both need the same pins.
            self.report = self._system.try_to(COMMAND, "doctor").output
            self._start()
        except (Stopped, OSError, KeyboardInterrupt) as error:
            # However it ended: nobody is left with a table that stands still.
            stopped = self._did_not_start(release, before)
            if before:
                self._releases.use(before, keep=kept)
                self._releases.tidy()
                self._start()
            raise stopped if isinstance(error, Stopped) else error from None
        self._releases.tidy()

    def _go_back(self, release: str) -> None:
        """An older version may not start any more, say with the games of a newer one."""
        before = self._releases.current
        self._stop()
        try:
            self._releases.use(release, keep=before)
            self._start()
        except (Stopped, OSError, KeyboardInterrupt) as error:
            stopped = self._did_not_start(release, before)
            if before:
                self._releases.use(before, keep=release)
                self._start()
            raise stopped if isinstance(error, Stopped) else error from None

    def _did_not_start(self, release: str, before: str | None) -> Stopped:
        """With the last words of the service, and what the doctor said of the board."""
        said = self._system.try_to(*LAST_WORDS).output.strip()
        now = say("Nothing was installed before.")
        if before:
            now = say("{release} is in use again.", release=before)
        if self.report:
            self._system.tell(self.report)
        for line in said.splitlines():
            self._system.tell(f"  | {line}")
        return Stopped(
            "did_not_start",
            say(
                "Version {release} did not start: journalctl -u {unit} says why. {now}",
                release=release,
                unit=UNIT.removesuffix(".service"),
                now=now,
            ),
        )

    def _stop(self) -> None:
        if self._system.at(INSTALLED_UNIT).exists():
            self._system.run("systemctl", "stop", UNIT)

    def _start(self) -> None:
        """Waits until the service says that it is ready; it says so when the table is."""
        self._system.run("systemctl", "daemon-reload")
        self._system.run("systemctl", "enable", UNIT)
        self._system.run("systemctl", "restart", UNIT)

    def _remove_everything(self) -> None:
        if self._system.at(INSTALLED_UNIT).exists():
            self._system.run("systemctl", "disable", "--now", UNIT)
        for path in (INSTALLED_UNIT, COMMAND, HOTSPOT, USERS, *COPIES.values(), HOME):
            self._system.remove(path)
        self._system.run("systemctl", "daemon-reload")
        if boot_text := self._system.text(boot.FILE):
            self._system.write(boot.FILE, boot.without(boot_text))
        self.left = [
            say(
                "These stay: your games in {data}, your settings in {settings}, the user "
                "companion, and the packages of the system.",
                data=DATA,
                settings=SETTINGS,
            ),
            say("To remove games and settings too: {command}", command=f"sudo rm -r {DATA} {ETC}"),
        ]

    def _ours(self, name: str) -> str:
        return (self._source / "firmware_config" / name).read_text(encoding="utf-8")


def installed(system: System, package: str) -> bool:
    """Is a package of the system there? Read, not asked: a rehearsal runs no command."""
    paragraphs = f"\n\n{system.text(DPKG)}".split(f"\n\nPackage: {package}\n")
    return len(paragraphs) > 1 and "install ok installed" in paragraphs[1].split("\n\n")[0]


def foretold(board: Path, source: Path) -> tuple[str, ...]:
    """The lines that a board needs, before there is an environment that reads it with all care."""
    file = board if board.suffix else source / "firmware_config" / f"{board}.toml"
    try:
        parts = tomllib.loads(file.read_text(encoding="utf-8"))
        readers = [{"kind": "rc522", **reader} for reader in parts.get("readers", ())]
        pn532s = [reader for reader in readers if reader["kind"] == "pn532"]
        buses = {reader["bus"] for reader in readers if reader["kind"] == "rc522"}
        buses |= {int(each.get("at", "0")[0]) for each in pn532s if each["bus"] == "spi"}
        taken = {each["bus"] for each in pn532s}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError):
        return ()
    return boot_lines(buses, "oled" in parts or "i2c" in taken, "uart" in taken)
