"""The owner's settings on the Pi: made once, and afterwards only changed where the owner asks."""

import re
from dataclasses import dataclass
from pathlib import Path

from firmware_config.installer.system import System

SETTINGS = "/etc/table-companion/companion.env"
OWN_BOARD = "/etc/table-companion/board.toml"

_PROFILE = re.compile(r'^COMPANION_PROFILE="?([^"\n]*)"?$', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Board:
    profile: str
    """As the settings name it: a profile that comes along, or a file on the Pi."""
    copied_from: Path | None = None
    """A file of the owner's that is copied, for the service cannot look into anybody's home."""

    @classmethod
    def named(cls, name: str) -> "Board":
        return cls(OWN_BOARD, Path(name).absolute()) if name.endswith(".toml") else cls(name)

    def found(self, system: System) -> str:
        """How to name it to a program that runs before anything was copied."""
        if self.copied_from:
            return str(self.copied_from)
        return str(system.at(self.profile)) if self.profile.startswith("/") else self.profile


def chosen_before(system: System) -> Board | None:
    found = _PROFILE.search(system.text(SETTINGS))
    return Board(found[1]) if found else None


def write(system: System, board: Board, template: str) -> None:
    if board.copied_from:
        system.write(OWN_BOARD, board.copied_from.read_text(encoding="utf-8"))
    if chosen_before(system) != Board(board.profile):
        text = system.text(SETTINGS) or template
        line = f"COMPANION_PROFILE={board.profile}"
        system.write(
            SETTINGS,
            _PROFILE.sub(lambda _: line, text) if _PROFILE.search(text) else f"{text}{line}\n",
        )
