"""docs/errors.md and docs/installing.md tell what to do about every error code."""

import ast
import re
from functools import cache

import pytest

from companion.web.responses import HTTP_CODES, STATUS
from tests.support.docs.documentation import PAGES, ROOT, first_cells
from tests.support.docs.error_codes import Codes, codes_in, sources

ROOT_CODE = "error"  # of the class that all errors come from; nothing is ever only that


@cache
def product() -> Codes:
    return codes_in(sources("companion", "tests/benchmarks"))


@cache
def whole() -> Codes:
    """With the installer, which is no part of the product."""
    return codes_in(sources("companion", "firmware_config", "tests/benchmarks"))


def told(page: str) -> set[str]:
    """The codes in the first column of a page's tables."""
    return set(re.findall(r"`([a-z_]+)`", "\n".join(first_cells(PAGES[page].text))))


@pytest.mark.slow
def test_every_code_can_be_read_from_the_sources() -> None:
    assert whole().unclear == []


@pytest.mark.slow
def test_every_code_is_told_with_what_to_do() -> None:
    given = product().found.keys() | STATUS.keys() | {code for code, _ in HTTP_CODES.values()}

    assert given - told("docs/errors.md") == {ROOT_CODE}


@pytest.mark.slow
def test_every_code_of_the_installer_is_told() -> None:
    installer = whole().found.keys() - product().found.keys()

    assert installer - told("docs/installing.md") == set()


def test_no_code_is_told_that_nothing_gives() -> None:
    given = product().found.keys() | STATUS.keys() | {"bad_request"}

    assert told("docs/errors.md") - given == set()


def test_every_code_that_a_script_expects_was_found() -> None:
    scripts = (path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.table"))
    expected = {code for text in scripts for code in re.findall(r"^refused (\w+)", text, re.M)}

    assert expected - product().found.keys() == set()


def found_in(source: str) -> set[str]:
    errors = ROOT / "companion" / "errors.py"
    trees = {"errors.py": ast.parse(errors.read_text(encoding="utf-8"))}
    before = codes_in(trees)
    after = codes_in(trees | {"new.py": ast.parse(source)})
    return (after.found.keys() - before.found.keys()) | set(after.unclear)


def test_codes_are_found_wherever_they_are_given() -> None:
    assert found_in('class Lost(Refusal):\n    code = "lost"') == {"lost"}
    assert found_in('def f():\n    raise Refusal("late", why)') == {"late"}
    assert found_in('def f():\n    raise Refusal("one" if here else "other", why)') == {
        "one",
        "other",
    }
    assert found_in('def no(code):\n    return Refusal(code, why)\nno("via")') == {"via"}
    assert found_in('def f():\n    raise CompanionError(why, code="named")') == {"named"}
    assert found_in(
        'class Gone(Refusal):\n    def __init__(self):\n        super().__init__("gone", why)'
    ) == {"gone"}


def test_a_code_that_cannot_be_read_is_named_with_its_place() -> None:
    assert found_in("def f():\n    raise Refusal(codes[3], why)") == {
        "new.py:2: Refusal(codes[3], why)"
    }
