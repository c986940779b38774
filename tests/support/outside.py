"""Installs the toy game as anybody would: a package of its own, found by its entry point."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.games import registry
from companion.i18n import catalogs

TOY = Path(__file__).parents[1] / "toy" / "ladder"
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
ENTRY = "[{group}]\n{name} = {name}:GAME\n"


@contextmanager
def installed(folder: Path, name: str = "ladder", source: Path = TOY) -> Iterator[None]:
    """Inside, the package is on this machine like any that pip has put there."""
    shutil.copytree(source, folder / name)
    with offered(folder, name):
        yield


@contextmanager
def offered(folder: Path, name: str) -> Iterator[None]:
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(name=name), encoding="utf-8")
    entry = ENTRY.format(group=registry.GROUP, name=name)
    (info / "entry_points.txt").write_text(entry, encoding="utf-8")
    sys.path.insert(0, str(folder))
    look_anew()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(name, None)
        look_anew()


def look_anew() -> None:
    registry.forget()
    catalogs._catalog.cache_clear()
