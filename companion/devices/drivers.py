"""``companion drivers``: two packages that the readers need and that pip alone cannot resolve."""

import subprocess
import sys
from pathlib import Path

import click

from companion.devices.board.profile import folder
from companion.errors import NoDrivers

LIST = "drivers.txt"


def command() -> tuple[str, ...]:
    """Pinned, checked by their hashes, and without what they ask for."""
    pip = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check")
    return (*pip, "--no-deps", "--require-hashes", "-r", str(Path(folder()) / LIST))


@click.command()
def drivers() -> None:
    """Fetches what the readers need: once, after the companion was installed by pip."""
    if subprocess.run(command(), check=False).returncode:
        raise NoDrivers
