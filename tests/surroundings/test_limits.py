"""Nothing waits without a limit, and a test that does so all the same is ended and named."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.programs import run_program

ROOT = Path(__file__).parents[2]
HANGS = """
from threading import Event

def test_before_it():
    pass

def test_that_waits_for_what_never_comes():
    Event().wait()
"""
PROGRAMS = {"run", "Popen", "call", "check_call", "check_output"}
WAITS = {"join", "communicate", "result"}
MAY_WAIT = re.compile(r"subprocess|\.(join|communicate|result)\(\s*\)")
"""Sources without it need not be read any closer."""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_test_that_hangs_is_ended_and_named(workers: str, tmp_path: Path) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS, encoding="utf-8")
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path), "-n", workers]
    hurry = [
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
        "-o",
        "faulthandler_timeout=0.5",
    ]
    done = run_program(
        [sys.executable, "-m", "pytest", *settings, *hurry, "--maxfail=1", str(tmp_path)],
        cwd=tmp_path,
    )

    assert done.returncode not in (0, None)
    assert "in test_that_waits_for_what_never_comes" in done.stdout + done.stderr


def test_the_limit_is_one_for_all_tests(pytestconfig: pytest.Config) -> None:
    assert float(pytestconfig.getini("faulthandler_timeout")) > 0
    assert pytestconfig.getini("faulthandler_exit_on_timeout")


def test_nothing_waits_without_a_limit_for_a_thread_or_a_program() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if MAY_WAIT.search(source := path.read_text(encoding="utf-8"))
        for line in waits_for_ever(ast.parse(source))
    ]
    assert found == []


def waits_for_ever(tree: ast.AST) -> Iterator[int]:
    """Lines that wait for what may never come; ``tests.support.programs`` has the other way."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name("subprocess"), name), _, keywords):
                limits = {each.arg for each in keywords}
                if name in PROGRAMS - {"Popen"} and "timeout" not in limits:
                    yield node.lineno
            case ast.Call(ast.Attribute(_, name), [], []) if name in WAITS:
                yield node.lineno
