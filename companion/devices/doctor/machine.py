"""The computer that the companion runs on, as far as the doctor looks at it.

Everything is reached through one root folder and a few plain values, so that a test can build a
machine out of files.
"""

import os
import shutil
import stat
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

BOOT_CONFIG = "/boot/firmware/config.txt"
RESET_PACKAGES = frozenset({"rpi.gpio", "rpi-lgpio"})
"""Two packages with the same module, whose files are the same where they share a folder."""


@dataclass(frozen=True, slots=True)
class Machine:
    root: Path
    uid: int
    groups: frozenset[int]
    installed: frozenset[str]
    data: Path
    free_bytes: int

    @classmethod
    def this(cls, data: Path) -> "Machine":
        # A laptop may run a system that knows no user numbers; nothing is asked of them there.
        posix = os.name == "posix"
        return cls(
            root=Path("/"),
            uid=os.getuid() if posix else 0,
            groups=frozenset({os.getgid(), *os.getgroups()}) if posix else frozenset(),
            installed=installed(sys.path),
            data=data,
            free_bytes=shutil.disk_usage(nearest(data)).free,
        )

    def model(self) -> str | None:
        """Which Raspberry Pi this is; None for any other computer."""
        model = self.text("proc/device-tree/model").strip("\0\n ")
        return model if model.startswith("Raspberry Pi") else None

    def text(self, path: str) -> str:
        """What is in a small system file; nothing if it is not there."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def has(self, node: str) -> bool:
        return (self.root / node.lstrip("/")).exists()

    def may_use(self, node: str) -> bool:
        """May this user read and write a device node?"""
        found = (self.root / node.lstrip("/")).stat()
        if self.uid == 0:
            return True
        if found.st_uid == self.uid:
            needed = stat.S_IRUSR | stat.S_IWUSR
        elif found.st_gid in self.groups:
            needed = stat.S_IRGRP | stat.S_IWGRP
        else:
            needed = stat.S_IROTH | stat.S_IWOTH
        return found.st_mode & needed == needed

    def usable(self, node: str) -> bool:
        return self.has(node) and self.may_use(node)

    def boots_with(self, line: str) -> bool:
        """Does the boot configuration say this, alone or together with other settings?"""
        directive, _, settings = line.partition("=")
        for each in self.text(BOOT_CONFIG.lstrip("/")).splitlines():
            said, _, values = each.partition("#")[0].strip().partition("=")
            if said == directive and settings.split(",")[0] in values.split(","):
                return True
        return False


def installed(folders: Iterable[str]) -> frozenset[str]:
    """The packages in these folders; of the two that bring ``RPi.GPIO``, what Python finds first.

    An environment that sees the system's packages may have one of its own and hide the other.
    """
    # Slow to import, and only the doctor wants it.
    from importlib.metadata import distributions

    found: set[str] = set()
    for folder in folders:
        told = (each.metadata for each in distributions(path=[folder]))
        # What is left of a package that was half removed has no name.
        here = {each["Name"].lower().replace("_", "-") for each in told if "Name" in each}
        found |= here - RESET_PACKAGES if found & RESET_PACKAGES else here
    return frozenset(found)


def nearest(folder: Path) -> Path:
    """The folder itself, or the closest one above it that exists."""
    return next(each for each in (folder, *folder.parents) if each.exists())
