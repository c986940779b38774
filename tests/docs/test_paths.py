"""Paths and modules that docs and docstrings name are there, and prose is broken into lines."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.docs.documentation import PAGES, ROOT, Page

TOP = "companion|tests|web|firmware_config|hardware|docs"
PATH = re.compile(rf"(?<![\w/.-])(?:{TOP})(?:/[\w.-]+)+/?(?![\w*<{{/])")
MODULE = re.compile(r"(?<![\w./-])companion(?:\.[a-z_0-9]+)+(?![\w/-])")
SOURCES = ("companion", "tests", "firmware_config", "hardware")
LONGEST = 400
"""Characters of a line: what is longer cannot be reviewed as a diff."""


@cache
def modules() -> frozenset[str]:
    files = (ROOT / "companion").rglob("*.py")
    return frozenset(
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for file in files
    )


def missing(text: str) -> Iterator[str]:
    """Paths and modules in a text that are not there; ``companion.x.Name`` names a module, too."""
    for path in PATH.findall(text):
        if not (ROOT / path.rstrip(".")).exists():
            yield path
    for name in MODULE.findall(text):
        if not {name, name.rpartition(".")[0]} & modules():
            yield name


def inline(page: Page) -> str:
    return "\n".join(page.inline())


def comments(source: str) -> Iterator[str]:
    """Docstrings, the strings below constants and fields, and comments."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
    for line in source.splitlines():
        if line.lstrip().startswith("#"):
            yield line


@pytest.mark.parametrize(
    "page", [p for p in PAGES.values() if p.path.name != "CHANGELOG.md"], ids=str
)
def test_a_page_names_only_what_is_there(page: Page) -> None:
    assert sorted(set(missing(inline(page)))) == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", SOURCES)
def test_docstrings_and_comments_name_only_what_is_there(folder: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in sorted((ROOT / folder).rglob("*.py"))
        for text in comments(file.read_text(encoding="utf-8"))
        for name in missing(text)
    ]
    assert found == []


@pytest.mark.parametrize("page", PAGES.values(), ids=str)
def test_no_line_of_a_page_is_endless(page: Page) -> None:
    lines = enumerate(page.prose.splitlines(), 1)
    assert [(at, line[:60]) for at, line in lines if len(line) > LONGEST] == []


def test_what_is_not_there_is_found() -> None:
    text = "see companion/nowhere.py, companion.no.such and companion.clock.WallClock"

    assert list(missing(text)) == ["companion/nowhere.py", "companion.no.such"]


def test_a_path_ends_before_the_full_stop() -> None:
    assert list(missing(f"It lies in {Path('companion') / 'clock.py'}.")) == []
