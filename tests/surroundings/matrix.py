"""``make check`` on every Python that this machine has, or that uv can give it."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
UV = ROOT / ".venv/uv/bin/uv"
LIMIT_S = 1800
HAS_ALL = "import sys, ensurepip; print('{}.{}'.format(*sys.version_info))"


def versions() -> list[str]:
    """Those of which the package says that it runs on them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    start = "Programming Language :: Python :: 3."
    return [each.split(" :: ")[-1] for each in project["classifiers"] if each.startswith(start)]


def candidates(version: str) -> Iterator[str]:
    """Those in the path, those of pyenv, and the one that uv has or fetches."""
    for folder in os.get_exec_path():
        if found := shutil.which(f"python{version}", path=folder):
            yield found
    yield from map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    subprocess.run([UV, "python", "install", "--quiet", version], timeout=LIMIT_S, check=False)
    managed = subprocess.run(
        [UV, "python", "find", "--managed-python", version],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    yield managed.stdout.strip()


def python(version: str) -> str:
    """One of this version with all that an environment needs; empty if there is none."""
    for candidate in filter(None, candidates(version)):
        asked = subprocess.run(
            [candidate, "-c", HAS_ALL], capture_output=True, text=True, timeout=60, check=False
        )
        if asked.stdout.strip() == version:
            return candidate
    return ""


def main() -> int:
    told = {}
    for version in versions():
        if found := python(version):
            print(f"Python {version}: {found}", flush=True)
            words = ["make", "check", f"PYTHON={found}", f"VENV=.venv/python{version}"]
            done = subprocess.run(words, cwd=ROOT, timeout=LIMIT_S, check=False)
            told[version] = "passed" if done.returncode == 0 else "failed"
        else:
            told[version] = "not tried: neither here nor to be had"
    print("".join(f"Python {version}: {how}\n" for version, how in told.items()), end="")
    return "failed" in told.values()


if __name__ == "__main__":
    sys.exit(main())
