"""docs/commands.md tells every command, option and setting, and tells of none that is not there."""

import ast
import re
from pathlib import Path

import pytest

from companion.cli.main import main
from tests.support.docs.documentation import PAGES, ROOT, first_cells
from tests.support.docs.documented_commands import NAME, commands, find, options

REFERENCE = PAGES["docs/commands.md"]
SECTIONS = {
    " ".join(re.findall(r"^[a-z-]+|(?<= )[a-z][a-z-]*", heading.strip("`"))): text
    for heading, text in REFERENCE.sections().items()
    if heading.startswith(f"`{NAME}")
}
VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{3,}")
ANYWHERE = {"--lang", "--help", "--version"}


@pytest.mark.parametrize("words", commands())
def test_every_command_is_told_with_its_options(words: str) -> None:
    assert words in SECTIONS, f"docs/commands.md has no heading for {words}"
    told = set(re.findall(r"`(--[a-z-]+)", SECTIONS[words]))

    assert told == options(commands()[words])


def test_no_command_is_told_that_is_not_there() -> None:
    assert SECTIONS.keys() - commands().keys() == {NAME}


def test_the_options_before_every_command_are_told() -> None:
    told = set(re.findall(r"`(--[a-z-]+)", SECTIONS[NAME]))

    assert told == options(main) | {"--help"}


@pytest.mark.parametrize("name", [name for name in PAGES if name != "CHANGELOG.md"])
def test_what_a_page_lets_people_type_is_a_command_with_that_option(name: str) -> None:
    for text in PAGES[name].inline():
        if not text.startswith(f"{NAME} "):
            continue
        command, _ = find([word for word in text.split()[1:] if word != "…"])
        assert command is not main or text.split()[1] in ("…", *ANYWHERE), f"{name}: {text}"
        strange = set(re.findall(r"--[a-z-]+", text)) - options(command) - ANYWHERE
        assert strange == set(), f"{name}: {text}"


def variables(path: Path) -> set[str]:
    """The names of environment variables in a module that asks the environment."""
    source = path.read_text(encoding="utf-8")
    if "environ" not in source and "envvar" not in source:
        return set()
    texts = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str) and VARIABLE.fullmatch(text)}


def test_every_environment_variable_is_told() -> None:
    sources = [path for folder in ("companion", "firmware_config") for path in all_of(folder)]
    asked = {name for path in sources for name in variables(path)}
    named = {
        name
        for path in (*sources, *(ROOT / "firmware_config").glob("companion.*"))
        for name in re.findall(r"\bCOMPANION_[A-Z]+", path.read_text(encoding="utf-8"))
    }
    told = set(re.findall(r"`(\w+)`", "\n".join(first_cells(REFERENCE.text))))

    assert {"COMPANION_DATA", "COMPANION_PATIENCE"} <= named | asked
    assert (asked | named) - told == set()


def test_every_variable_of_the_tests_is_told() -> None:
    asked = {
        name
        for path in all_of("tests")
        for names in re.findall(
            r'environ\.get\("(\w+)"|environ\["(\w+)"|"(\w+)" in os\.environ', read(path)
        )
        for name in names
        if name
    }
    told = PAGES["CONTRIBUTING.md"].text + REFERENCE.text

    assert {name for name in asked if f"`{name}`" not in told and f"`{name}=" not in told} == set()


def all_of(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
