"""Installs a toy game as anybody would: a package of its own, found by its entry point."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.games import registry
from companion.i18n import catalogs

TOYS = Path(__file__).parents[2] / "toy"
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
ENTRY = "[{group}]\n{name} = {name}:GAME\n"


@contextmanager
def installed(folder: Path, name: str = "ladder") -> Iterator[None]:
    """Inside, the package is on this machine like any that pip has put there."""
    shutil.copytree(TOYS / name, folder / name)
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


@contextmanager
def as_it_was() -> Iterator[None]:
    """What is offered from folders inside is forgotten at the end."""
    path, modules = sys.path[:], set(sys.modules)
    try:
        yield
    finally:
        sys.path[:] = path
        for name in set(sys.modules) - modules:
            if name.partition(".")[0] in registry.ADDED:
                del sys.modules[name]
        registry.ADDED.clear()
        look_anew()


def look_anew() -> None:
    registry.forget()
    catalogs.forget()
