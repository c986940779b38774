"""Where the things are that a phone receives, in a checkout and in an installed companion."""

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def web_folder() -> Path:
    installed = PACKAGE / "web"
    return installed if installed.is_dir() else PACKAGE.parent / "web"
