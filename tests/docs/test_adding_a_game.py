"""The tutorial builds a game in nine steps: each runs, can be played, and is sound."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent, indent

import pytest

from companion.match.script import Script
from companion.testing import CHECKS, examine
from companion.testing.packages import find_package
from tests.support.docs.documentation import PAGES
from tests.support.games.outside import as_it_was

PAGE = PAGES["docs/adding-a-game.md"]
PARTS = ("names", "state", "functions", "class", "methods", "end")
"""In this order the parts of a step stand in the module."""
BETWEEN = {"names": "\n", "functions": "\n\n", "state": "", "class": "", "methods": "\n", "end": ""}
INSIDE = ("state", "class")
"""Parts of a class that the first step begins; methods stand inside of one as well."""
STEPS = range(1, 9)
SKIPPED = ("every_phone_page_is_made",)


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    with as_it_was():
        yield


def pieces(kind: str, step: int) -> Iterator[tuple[int, str, str]]:
    """Number, part and text of the examples up to a step."""
    for fence in PAGE.fences():
        found = re.fullmatch(rf"{kind} beacon (\d) ?(\w*)", fence.tag)
        if found and int(found[1]) <= step:
            yield int(found[1]), found[2], fence.text


def module_at(step: int) -> str:
    """The module as a reader has it by then: what is said again replaces what was said."""
    said: dict[str, list[str]] = {part: [] for part in PARTS}
    for _, part, text in pieces("python", step):
        inside = part == "methods" or (part in INSIDE and said[part])
        said[part].append(indent(dedent(text), "    ") if inside else text)
    return "\n\n".join(
        "".join(f"{text}{BETWEEN[part]}" for text in said[part]) for part in PARTS if said[part]
    ).replace("\n\n\n    @", "\n\n    @")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "beacon").mkdir()
    return tmp_path / "beacon"


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_a_step_runs_is_sound_and_can_be_played(step: int, folder: Path) -> None:
    (folder / "__init__.py").write_text(module_at(step), encoding="utf-8")

    asked = {name: check for name, check in CHECKS.items() if name not in SKIPPED}
    found = examine(str(folder), asked, steps=40)
    assert [str(each) for some in found.values() for each in some] == []
    script = next(text for number, _, text in pieces("table", step) if number == step)
    Script(f"game beacon\n{script}", folder / "example.table").play()


def test_the_game_of_all_steps_is_small(folder: Path) -> None:
    module = module_at(STEPS[-1])
    lines = [line for line in module.splitlines() if line.strip()]

    assert len(lines) <= 130
    (folder / "__init__.py").write_text(module, encoding="utf-8")
    assert find_package(str(folder)).game == "beacon"
