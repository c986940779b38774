"""What a release is made of: a wheel that runs away from the checkout, and a bundle for a Pi."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.devices.board import profile
from firmware_config import licences, release
from tests.support.programs import run_program

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    run_program(build, cwd=ROOT, check=True)
    [built] = folder.glob("*.whl")
    return built


def run_installed(wheel: Path, folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """As after ``pip install``: only what is in the wheel, in a folder far from the checkout."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    code = "from companion.__main__ import main; main()"
    return run_program(
        [sys.executable, "-c", code, "--lang", "en", *arguments],
        env={**os.environ, "PYTHONPATH": str(folder / "site"), "COMPANION_DATA": str(folder)},
        cwd=folder,
    )


def test_the_wheel_has_what_an_installed_companion_reads(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"companion/firmware_config/{name}.toml" for name in profile.names()} <= names
    assert {
        "companion/firmware_config/drivers.txt",
        "companion/py.typed",
        *(f"companion/{path.relative_to(ROOT)}" for path in (ROOT / "web").rglob("*.html")),
        "companion/locale/es/LC_MESSAGES/companion.mo",
    } <= names


def test_the_wheel_has_nothing_that_would_not_work_in_there(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    strange = ("installer/", "install.py", "release.py", ".service", "__pycache__")
    assert [name for name in names if any(each in name for each in strange)] == []
    assert {name.split("/")[0].split("-")[0] for name in names} == {"companion", "table_companion"}


def test_the_wheel_has_no_tests_and_no_benchmarks(wheel: Path) -> None:
    paths = [Path(name) for name in zipfile.ZipFile(wheel).namelist()]
    assert [path for path in paths if {"tests", "benchmarks"} & set(path.parts)] == []
    for path in paths:
        assert not path.name.startswith(("test_", "conftest")), path
        assert "trials" not in path.stem, path


def test_the_wheel_says_what_pip_brings_to_a_pi(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [name] = [each for each in archive.namelist() if each.endswith("METADATA")]
        metadata = archive.read(name).decode()
    assert f"Version: {release.version()}\n" in metadata
    assert "Provides-Extra: pi\n" in metadata
    assert "Requires-Dist: spidev>=3.6; extra == 'pi'\n" in metadata
    assert "mfrc522" not in metadata.split("\n\n")[0], "pip could not resolve it"


def test_an_installed_wheel_runs_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    done = run_installed(wheel, tmp_path, "doctor", "--profile", "simulator")
    assert (done.returncode, done.stderr) == (0, "")
    assert "This board is simulated" in done.stdout


def test_an_installed_companion_says_that_benchmarks_need_a_checkout(
    wheel: Path, tmp_path: Path
) -> None:
    done = run_installed(wheel, tmp_path, "bench", "oled")
    assert done.returncode == 2
    assert "Benchmarks are a part of the sources: run this in a checkout." in done.stderr


def test_every_package_is_pinned_with_its_hash(tmp_path: Path) -> None:
    file = tmp_path / "luma_oled-3.16.0-py3-none-any.whl"
    file.write_bytes(b"abc")
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert release.pinned([file]) == f"luma-oled==3.16.0 --hash=sha256:{digest}\n"


CHANGELOG = "# Changelog\n\n## Unreleased\n\n- new\n\n## 1.2 - 2026-05-01\n\n### Added\n\n- old\n"


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    assert release.notes(CHANGELOG, "1.2") == "### Added\n\n- old"


def test_a_version_of_which_the_changelog_says_nothing_is_not_released() -> None:
    with pytest.raises(SystemExit, match=r"says nothing of 1\.3"):
        release.notes(CHANGELOG, "1.3")


def test_the_changelog_has_the_usual_groups_and_a_section_for_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    usual = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.+)$", changelog, re.M)) <= usual
    assert re.findall(r"^## (\S+)", changelog, re.M)[0] == "Unreleased"
    assert release.notes(changelog, release.version())


@pytest.mark.slow
def packed(folder: Path, name: str, *metadata: str) -> None:
    """A wheel that says this of itself."""
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as archive:
        lines = ("Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0", *metadata)
        archive.writestr(f"{name}-1.0.dist-info/METADATA", "\n".join(lines))
        archive.writestr("vendor/inner-2.0.dist-info/METADATA", "Name: inner")


def test_a_bundle_tells_under_which_licence_each_package_is(tmp_path: Path) -> None:
    packed(tmp_path, "flask", "License-Expression: BSD-3-Clause")
    packed(tmp_path, "smbus2", "License: MIT", "Classifier: License :: OSI Approved :: Other")
    packed(tmp_path, "segno", "Classifier: License :: OSI Approved :: BSD License")
    gpl = "GNU General Public License v3 (GPLv3)"
    packed(tmp_path, "mfrc522", "License: UNKNOWN", f"Classifier: License :: OSI Approved :: {gpl}")

    licences.write_list(tmp_path)
    told = (tmp_path / "LICENSES.md").read_text(encoding="utf-8")
    assert told.splitlines()[-4:] == [
        "| flask | 1.0 | BSD-3-Clause |",
        f"| mfrc522 | 1.0 | {gpl} |",
        "| segno | 1.0 | BSD License |",
        "| smbus2 | 1.0 | MIT |",
    ]


@pytest.mark.parametrize(
    ("stated", "told"),
    [
        ("License-Expression: AGPL-3.0-only", r"new \(AGPL-3.0-only\)"),
        ("License: UNKNOWN", r"new \(says nothing\)"),
        (
            "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)",
            r"new \(GNU General Public License v3",
        ),
    ],
)
def test_a_licence_that_nobody_has_looked_at_stops_the_release(
    stated: str, told: str, tmp_path: Path
) -> None:
    packed(tmp_path, "new", stated)
    with pytest.raises(SystemExit, match=told):
        licences.write_list(tmp_path)
    assert not (tmp_path / "LICENSES.md").exists()


@pytest.mark.parametrize("package", licences.LOOKED_AT_ALONE)
def test_the_notice_says_what_follows_from_a_package_that_asks_for_more(package: str) -> None:
    assert package in (ROOT / "NOTICE").read_text(encoding="utf-8")


def test_the_bundle_has_the_installer_every_wheel_and_a_list_for_each_python(
    tmp_path: Path,
) -> None:
    """Packages are made up here; ``make release`` fetches the real ones."""

    def build(command: Sequence[str], **_: object) -> None:
        if "hatchling" in command:
            name = f"table_companion-{release.version()}-py3-none-any.whl"
            (tmp_path / name).write_bytes(b"wheel")
            return
        folder = Path(command[command.index("-d") + 1])
        folder.mkdir(exist_ok=True)
        python = (
            command[command.index("--python-version") + 1]
            if "--only-binary=:all:" in command
            else ""
        )
        (folder / f"click-8.5{python}-py3-none-any.whl").write_bytes(b"click")

    with pytest.raises(SystemExit, match="is not the file that was tried"):
        release.release(tmp_path, build)
    bundle = release.bundle(tmp_path, tmp_path / "wheels")
    with tarfile.open(bundle) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "firmware_config/install.py",
        "firmware_config/installer/plan.py",
        "pyproject.toml",
        "wheels/requirements-3.11.txt",
        "wheels/requirements-3.13.txt",
        "wheels/click-8.53.13-py3-none-any.whl",
    } <= names
    assert not any("__pycache__" in name for name in names)
