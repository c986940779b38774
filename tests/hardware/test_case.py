"""The case of every board is real geometry: OpenSCAD compiles it, and each part can be printed."""

import hashlib
import json
import os
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from hardware.draw import ARM, ARM_PARTS, CAMERAS, HERE, PIS, boards, case, case_parts
from tests.support.programs import LIMIT_S, run_program

KEPT = Path(sys.prefix) / "openscad"
"""In the environment of the tests: what was compiled before, by what it was compiled from."""
BED = 215  # the width and depth that common printers have
compiles = pytest.mark.usefixtures("other_programs")
COARSE = "$fn=8"  # round enough to find what does not compile, and ten times as fast
PRINTED = [
    (name, part, pi)
    for name, board in boards().items()
    for part in case_parts(board)
    for pi in PIS
    if pi == PIS[0] or part in ("base", "lid")  # a reader's own case has no Pi in it
]


@dataclass(frozen=True)
class Compiled:
    returncode: int
    stderr: str


def run_openscad(name: str, out: Path, *settings: str) -> Compiled:
    """What OpenSCAD says; the same sources and settings are compiled once and then remembered."""
    program = shutil.which("openscad")
    assert program, "the case cannot be compiled; please run: sudo apt install openscad"
    source = HERE / "case" / f"{name}.scad"
    texts = [source.read_text(encoding="utf-8"), (HERE / "case/case.scad").read_text("utf-8")]
    key = hashlib.sha256("\0".join([*texts, *settings, out.suffix]).encode()).hexdigest()
    kept, said = KEPT / f"{key}{out.suffix}", KEPT / f"{key}.json"
    if not said.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        given = [word for setting in settings for word in ("-D", setting)]
        command = [program, "--hardwarnings", "-o", str(out), *given, str(source)]
        done = run_program(command, limit_s=3 * LIMIT_S)
        if out.exists():
            shutil.copyfile(out, kept)
        draft = said.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps([done.returncode, done.stderr]), encoding="utf-8")
        draft.replace(said)
    if kept.exists():
        shutil.copyfile(kept, out)
    return Compiled(*json.loads(said.read_text(encoding="utf-8")))


def compiled(name: str, out: Path, *settings: str) -> str:
    """What OpenSCAD says while it writes this board's case; a warning is an error."""
    done = run_openscad(name, out, *settings)
    assert done.returncode == 0, done.stderr
    assert "ERROR" not in done.stderr, done.stderr  # a failed assertion still ends with code 0
    return done.stderr


def corners(stl: str) -> list[tuple[float, float, float]]:
    found = re.findall(r"vertex (\S+) (\S+) (\S+)", stl)
    return [(float(x), float(y), float(z)) for x, y, z in found]


@pytest.mark.parametrize("name", boards())
def test_the_case_is_the_one_that_the_profile_asks_for(name: str) -> None:
    made = (HERE / "case" / f"{name}.scad").read_text(encoding="utf-8")

    assert made == case(name, boards()[name]), "run: make hardware"


@compiles
@pytest.mark.parametrize(("name", "part", "pi"), PRINTED)
def test_every_part_is_one_solid_that_stands_on_a_printers_bed(
    name: str, part: str, pi: str, tmp_path: Path
) -> None:
    said = compiled(name, tmp_path / "part.stl", f'part="{part}"', f'pi="{pi}"', COARSE)

    assert re.search(r"Simple: +yes", said), said  # a surface that closes
    points = corners((tmp_path / "part.stl").read_text())
    for axis in (0, 1):
        along = [point[axis] for point in points]
        assert max(along) - min(along) <= BED
    assert min(point[2] for point in points) == 0


@compiles
@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("part", ARM_PARTS)
def test_every_part_of_the_arm_is_one_solid(part: str, camera: str, tmp_path: Path) -> None:
    if camera != CAMERAS[0] and part != "head":
        return  # only the head knows its camera
    given = f'part="{part}"', f'camera="{camera}"', COARSE
    said = compiled(ARM, tmp_path / "part.stl", *given)

    assert re.search(r"Simple: +yes", said), said
    assert min(z for _, _, z in corners((tmp_path / "part.stl").read_text())) == 0


@compiles
@pytest.mark.parametrize("pi", PIS)
@pytest.mark.parametrize("name", boards())
def test_the_guide_tells_how_large_the_case_is(name: str, pi: str, tmp_path: Path) -> None:
    said = compiled(name, tmp_path / "view.csg", f'pi="{pi}"')

    size = re.search(r"outer = \[(\d+), (\d+)\], height = (\d+)", said)
    assert size
    assert " × ".join(size.groups()) + " mm" in (HERE / "README.md").read_text(encoding="utf-8")


@compiles
@pytest.mark.parametrize("name", boards())
def test_every_picture_of_the_case_can_be_drawn(name: str, tmp_path: Path) -> None:
    for view in ("assembly", "open"):
        compiled(name, tmp_path / "view.csg", f'part="{view}"')


@compiles
@pytest.mark.parametrize(
    ("setting", "why"),
    [
        ("wall=1.2", "a wall below 2 mm breaks"),
        ("slot_depth=2.8", "the floor of the slot is too thin"),
        ("pitch=[30,25]", "a label would lie under the next button"),
        ("pi_back=3", "the Pi would meet the posts"),
    ],
)
def test_a_measure_that_cannot_work_is_refused_with_the_reason(
    setting: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(AssertionError, match=why):
        compiled("single_reader", tmp_path / "view.csg", setting)


@compiles
@pytest.mark.parametrize("size", ["12.3", "16.3"])
def test_both_sizes_of_panel_buttons_fit(size: str, tmp_path: Path) -> None:
    compiled("full_table", tmp_path / "view.csg", f"button_hole={size}")


@compiles
@pytest.mark.parametrize("pi", PIS)
@pytest.mark.parametrize("name", boards())
def test_nothing_in_the_closed_case_is_where_something_else_is(
    name: str, pi: str, tmp_path: Path
) -> None:
    done = run_openscad(name, tmp_path / "clash.stl", 'part="clash"', f'pi="{pi}"', COARSE)

    assert "Current top level object is empty." in done.stderr


@compiles
def test_without_a_word_the_case_is_for_the_pi_that_the_prices_are_for(tmp_path: Path) -> None:
    named = compiled("minimal", tmp_path / "view.csg", 'pi="zero"')
    assert compiled("minimal", tmp_path / "view.csg") == named


@compiles
def test_another_pi_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="pi is zero or full"):
        compiled("minimal", tmp_path / "view.csg", 'pi="pico"')


@compiles
def test_a_case_that_is_too_low_for_its_parts_is_found(tmp_path: Path) -> None:
    compiled(
        "single_reader", tmp_path / "clash.stl", 'part="clash"', 'pi="full"', COARSE, "room=24"
    )
