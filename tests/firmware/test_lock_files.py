"""What is installed is locked: every package with its checksums, none with a known hole."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock")
PINNED = re.compile(r"^([a-z0-9][a-z0-9.-]*)==([\w.]+)(?: ; [^\\]+)? ?\\?$", re.MULTILINE)
FLOORS = {
    "jinja2": (3, 1, 6),  # CVE-2024-56201, CVE-2024-56326, CVE-2025-27516
    "pillow": (10, 3),  # CVE-2024-28219
    "waitress": (3, 0, 1),  # CVE-2024-49768, CVE-2024-49769
    "werkzeug": (3, 0, 6),  # CVE-2024-49766, CVE-2024-49767
}


def locked(name: str) -> dict[str, str]:
    return dict(PINNED.findall((ROOT / name).read_text(encoding="utf-8")))


def wanted(*extras: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"]]
    for extra in extras:
        asked += project["optional-dependencies"][extra]
    return {re.split(r"[<>=!~ \[]", each)[0].replace(".", "-") for each in asked}


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_pinned_with_its_checksums(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    pieces = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert len(pieces) == len(locked(name))
    assert [piece for piece in pieces if "--hash=sha256:" not in piece] == []
    assert "://" not in text


def test_everything_that_is_asked_for_is_locked() -> None:
    assert wanted() - locked("requirements.lock").keys() == set()
    assert wanted("dev") - locked("requirements-dev.lock").keys() == set()


def test_both_locks_say_the_same_of_what_they_share() -> None:
    run, dev = (locked(name) for name in LOCKS)
    assert run.items() <= dev.items()


@pytest.mark.parametrize(("package", "floor"), FLOORS.items())
def test_what_has_a_known_hole_is_left_out(package: str, floor: tuple[int, ...]) -> None:
    version = tuple(map(int, re.findall(r"\d+", locked("requirements.lock")[package])))
    assert version >= floor
    asked = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'"{package}>={".".join(map(str, floor))}' in asked
