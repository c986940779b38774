"""A game that was written for an earlier version is told which change it needs."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import broken
from companion.games.earlier_names import MEMBERS
from tests.support.games.outside import TOYS, as_it_was, offered

LADDER = (TOYS / "ladder" / "__init__.py").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def nothing_stays() -> Iterator[None]:
    with as_it_was():
        yield


def why_broken(folder: Path, source: str) -> str:
    (folder / "older.py").write_text(source, encoding="utf-8")
    with offered(folder, "older"):
        return str(broken().get("older", ""))


def older(line: str) -> str:
    """Ladder under another name, with one more line in its class."""
    return LADDER.replace('id, name = "ladder"', f'{line}\n    id, name = "older"')


@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_of_another_name_is_told_with_its_new_one(tmp_path: Path, name: str) -> None:
    told = why_broken(tmp_path, older(f"{name} = None"))

    assert told == (
        f"The game older cannot be used (it says {name}, which is called {MEMBERS[name]} now)."
    )


def test_a_module_that_moved_is_told_with_its_new_place(tmp_path: Path) -> None:
    told = why_broken(tmp_path, "from companion.games.hands import Hands\n")

    assert "it imports companion.games.hands, which is companion.games.taps now" in told


def test_a_class_of_another_name_is_told_too(tmp_path: Path) -> None:
    told = why_broken(tmp_path, "from companion.games import Foresight\n")

    assert "it says Foresight, which is called Odds now" in told


def test_a_field_of_another_name_is_told_too(tmp_path: Path) -> None:
    told = why_broken(tmp_path, "from companion.games import Odds\nOdds(gist=None)\n")

    assert "it says gist, which is called cache_key now" in told


def test_a_module_that_never_was_is_told_as_python_does(tmp_path: Path) -> None:
    assert "No module named 'companion.nowhere'" in why_broken(
        tmp_path, "import companion.nowhere\n"
    )


def test_a_game_of_today_is_told_nothing(tmp_path: Path) -> None:
    assert why_broken(tmp_path, older("")) == ""
