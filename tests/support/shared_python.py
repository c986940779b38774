"""A Python with the companion that every user of this machine may run.

A checkout may lie below a home that is closed to others, and so may the Python of whoever runs the
tests. So both are copied to where the test says.
"""

import os
import shutil
import sys
import sysconfig
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_NEEDED = shutil.ignore_patterns("test", "site-packages", "config-*", "idlelib", "ensurepip")


def shared_python(folder: Path) -> tuple[str, dict[str, str]]:
    """Which program to start, and with which variables."""
    packages = folder / "packages"
    for name in ("companion", "firmware_config", "web"):
        shutil.copytree(ROOT / name, packages / name)
    for name in ("table-companion", *locked()):  # whose entry points are the games
        with suppress(PackageNotFoundError):  # of another machine or another Python
            copy_package(name, packages)
    variables = {"PYTHONPATH": str(packages)}
    python = Path(os.path.realpath(sys.executable))
    if not (everybody_may_look(python) and everybody_may_look(Path(os.__file__))):
        python, more = copied(folder / "python")
        variables |= more
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() or path == python else 0o644)
    return str(python), variables


def locked() -> list[str]:
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    return [line.partition("==")[0] for line in lines if "==" in line]


def copy_package(name: str, packages: Path) -> None:
    for file in distribution(name).files or ():
        source = Path(str(file.locate()))
        if ".." not in file.parts and source.is_file():
            (packages / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, packages / file)


def everybody_may_look(path: Path) -> bool:
    return all(parent.stat().st_mode & 0o005 == 0o005 for parent in path.parents)


def copied(home: Path) -> tuple[Path, dict[str, str]]:
    """This Python with its library, in another place."""
    library = Path(sysconfig.get_path("stdlib"))
    shutil.copytree(library, home / "lib" / library.name, ignore=NOT_NEEDED)
    shared = Path(sysconfig.get_config_var("LIBDIR") or library)
    for file in shared.glob("libpython3*.so*"):
        shutil.copyfile(file, home / "lib" / file.name)
    python = home / "python"
    shutil.copy(os.path.realpath(sys.executable), python)
    return python, {"PYTHONHOME": str(home), "LD_LIBRARY_PATH": str(home / "lib")}
