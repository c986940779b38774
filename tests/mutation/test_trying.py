"""``make mutants`` on a small program: what its tests notice, and what they do not."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.programs import LIMIT_S, run_program

ROOT = Path(__file__).parents[2]
PARTS = """
left_out = ["slow"]
[parts.shop]
modules = ["shop/*.py"]
tests = ["tests/test_*.py"]
"""
SHOP = """
PRICE = 3
TENTH = 10

def pay(purse, number):
    if number < 1:
        raise ValueError
    return purse - PRICE * number

def rebate(number):
    return number // TENTH
"""
TESTS = """
import pytest
from shop.till import pay, rebate
from tests.support.programs import LIMIT_S, run_program

def test_what_is_bought_is_paid():
    assert pay(20, 2) == 14

def test_somebody_who_buys_nothing_is_refused():
    with pytest.raises(ValueError):
        pay(20, 0)

def test_a_rebate_is_no_trouble():
    rebate(4)
"""
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """``make mutants`` in a folder with that program."""
    for name, text in {
        "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["."]\n',
        "shop/till.py": SHOP,
        "tests/test_till.py": TESTS,
        "tests/test_slow.py": "assert False\n",
        "tests/mutation/parts.toml": PARTS,
        "tests/mutation/equivalent.toml": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    begin = "import sys; from pathlib import Path; from tests.mutation.run import main; "

    def go(*given: str) -> subprocess.CompletedProcess[str]:
        return run_program(
            [sys.executable, "-c", f"{begin}sys.exit(main(Path({str(tmp_path)!r})))", *given],
            limit_s=3 * LIMIT_S,
            cwd=ROOT,
        )

    return go


@pytest.mark.slow
def test_a_mistake_that_no_test_notices_survives_and_the_others_do_not(run: Run) -> None:
    done = run("--limit=0", "--jobs=1")

    assert done.stdout.splitlines() == [
        "survived  shop/till.py:3: 10 → (11)",
        "survived  shop/till.py:6: number < 1 → (number <= 1)",
        "survived  shop/till.py:6: 1 → (2)",
        "survived  shop/till.py:11: number // TENTH → (number * TENTH)",
        "shop: 50.0 % of 8 killed (0 endless), 4 survived; 0 more are equivalent",
    ]
    assert done.returncode == 1


@pytest.mark.slow
def test_where_the_tests_fail_by_themselves_nothing_is_tried(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shop/till.py").write_text(SHOP.replace("PRICE = 3", "PRICE = 4"), encoding="utf-8")

    done = run()

    assert done.stdout == ""
    assert "Without any mistake in it, shop fails" in done.stderr
    assert done.returncode == 1
