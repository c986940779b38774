"""The drivers on real device nodes: the real ``spidev`` and ``smbus2`` modules, down to the
kernel's own requests, with umockdev in the kernel's place and the simulated chips behind it."""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.programs import run_program

ROOT, NODES = Path(__file__).parents[2], Path(__file__).parent / "nodes"
SYSTEM = "/usr/bin/python3"
NEEDED = "import sys, gi, spidev; assert sys.version_info[:2] == ({}, {})".format(
    *sys.version_info[:2]
)


def can_run() -> bool:
    """umockdev and its bindings are Debian's, and so are for the system's own Python only."""
    if not shutil.which("umockdev-wrapper") or not Path(SYSTEM).exists():
        return False
    return run_program([SYSTEM, "-c", NEEDED]).returncode == 0


@pytest.fixture(scope="module")
def found(other_programs: None) -> dict[str, Any]:
    if not can_run():
        pytest.skip("wants umockdev, gir1.2-umockdev-1.0, python3-gi and python3-spidev of Debian")
    paths = [str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))]
    done = run_program(
        ["umockdev-wrapper", SYSTEM, str(NODES / "host.py"), str(NODES / "client.py")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        limit_s=90,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["said"], told["errors"]
    return told


def test_it_is_the_real_module_that_speaks(found: dict[str, Any]) -> None:
    assert found["said"]["module"].endswith(".so")


def test_a_card_is_read_through_the_kernels_requests(found: dict[str, Any]) -> None:
    assert found["said"]["arrived"] == ["04a1b2c3d4e5f6"]


def test_transfers_have_the_speed_of_the_profile_and_fit_into_one_request(
    found: dict[str, Any],
) -> None:
    assert found["speeds"] == [4_000_000]
    assert found["longest"] < 64


def test_a_node_that_is_missing_is_named(found: dict[str, Any]) -> None:
    assert found["said"]["lost"]["seat:4"].startswith("/dev/spidev1.2 does not exist.")


def test_a_panel_is_found_out_and_shows_the_picture_through_i2c_rdwr(
    found: dict[str, Any],
) -> None:
    assert found["said"]["panel"] == []
    assert found["picture"] == found["said"]["picture"]
    assert found["messages"] > 10
