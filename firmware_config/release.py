"""Builds a release: ``python -m firmware_config.release DIST``, or ``make release``.

A wheel, the source, and a bundle for a Raspberry Pi that brings every package along, so that the
installer needs no network. Everything stands with its hash in SHA256SUMS.
"""

import hashlib
import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable
from pathlib import Path

from firmware_config.licences import write_list

ROOT = Path(__file__).resolve().parents[1]
NAME = "table-companion"
PYTHONS = ("3.11", "3.13")
"""Of the two Raspberry Pi OS that are supported: Bookworm and Trixie."""
PLATFORMS = tuple(f"manylinux_2_{minor}_aarch64" for minor in (36, 35, 34, 31, 28, 27, 24, 17))
BUNDLED = (
    *("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "README.md", "SECURITY.md"),
    "pyproject.toml",
    *("companion", "docs", "firmware_config", "hardware"),
)
"""What stands in the bundle beside the wheels: the installer, and the guides."""
LEFT_OUT = ("__pycache__", ".pyc", ".png")

Run = Callable[..., object]


def version() -> str:
    """Told in one place only."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def notes(changelog: str, number: str) -> str:
    """What is new: the section of this version, without which there is no release."""
    sections = re.findall(r"^## (\S+)[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.M)
    if text := dict(sections).get(number, "").strip():
        return str(text)
    raise SystemExit(
        f"CHANGELOG.md says nothing of {number}: what stands under Unreleased becomes its section."
    )


def release(dist: Path, run: Run = subprocess.run) -> None:
    new = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version())
    dist.mkdir(parents=True, exist_ok=True)
    for target in ("wheel", "sdist"):
        build = (sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(dist))
        run(build, cwd=ROOT, check=True)
    [wheel] = dist.glob(f"{NAME.replace('-', '_')}-{version()}-*.whl")
    wheels = dist / "wheels"
    collect(wheels, wheel, run)
    write_list(wheels)
    bundle(dist, wheels)
    (dist / "notes.md").write_text(f"{new}\n", encoding="utf-8")
    hashes(dist)


def collect(wheels: Path, wheel: Path, run: Run) -> None:
    """Every package for every Python, as it runs on a Pi, and the list that pins them."""
    wheels.mkdir(exist_ok=True)
    (wheels / wheel.name).write_bytes(wheel.read_bytes())
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    for python in PYTHONS:
        folder = wheels.with_name(f"wheels-{python}")
        platforms = [word for name in PLATFORMS for word in ("--platform", name)]
        target = ("--only-binary=:all:", "--python-version", python, *platforms)
        run([*pip, *target, "-d", str(folder), str(wheel)], check=True)
        found = sorted(folder.glob("*.whl"))
        (wheels / f"requirements-{python}.txt").write_text(pinned(found), encoding="utf-8")
        for each in found:
            each.replace(wheels / each.name)
        folder.rmdir()
    # One by one: pip would leave out what is only for a Pi, wherever this is built.
    text = (ROOT / "firmware_config/drivers.txt").read_text(encoding="utf-8")
    for name, digest in re.findall(r"^(\S+==\S+) .*--hash=sha256:(\S+)$", text, re.M):
        run([*pip, "--no-deps", "-d", str(wheels), name], check=True)
        if digest not in {sha256(each) for each in wheels.glob("*.whl")}:
            raise SystemExit(f"{name} is not the file that was tried")


def pinned(wheels: list[Path]) -> str:
    """A list for pip that takes these files and no others."""
    lines = []
    for wheel in wheels:
        name, number = wheel.name.split("-")[:2]
        lines.append(f"{name.replace('_', '-')}=={number} --hash=sha256:{sha256(wheel)}\n")
    return "".join(lines)


def bundle(dist: Path, wheels: Path) -> Path:
    """What is copied onto a Pi, or onto the boot partition of its card."""
    top = f"{NAME}-{version()}"
    file = dist / f"{top}-pi.tar.gz"
    with tarfile.open(file, "w:gz") as archive:
        for name in BUNDLED:
            archive.add(ROOT / name, f"{top}/{name}", filter=wanted)
        archive.add(wheels, f"{top}/wheels", filter=wanted)
    return file


def wanted(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    if member.name.endswith(LEFT_OUT):
        return None
    # The same files make the same bundle, whoever builds it.
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = 0
    return member


def hashes(dist: Path) -> None:
    files = sorted(path for path in dist.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    lines = [f"{sha256(path)}  {path.name}\n" for path in files]
    (dist / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    release(Path(sys.argv[1]))
