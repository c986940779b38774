"""The mutator of ``make mutants``: which mistakes it makes, and that it keeps its list in order."""

from pathlib import Path

import pytest

from tests.mutation.mutants import mutants
from tests.mutation.parts import equivalent, key, parts

ROOT = Path(__file__).parents[2]


def changes(folder: Path, source: str) -> list[str]:
    (folder / "module.py").write_text(source, encoding="utf-8")
    return [mutant.change for mutant in mutants(folder, "module.py")]


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a = b < c", ["b < c → (b <= c)"]),
        ("a = b and c", ["b and c → (b or c)"]),
        ("a = not b", ["not b → (b)"]),
        ("a = b - c", ["b - c → (b + c)"]),
        ("a = 3", ["3 → (4)"]),
        ("a = True", ["True → (False)"]),
        ("a = min(b, c)", ["min(b, c) → (max(b, c))"]),
        ("a = b if c else d", ["c → (not c)"]),
        ("a.set()", ["a.set() → pass"]),
        ("a.b = c", ["a.b = c → pass"]),
        ("for a in b:\n    continue", ["continue → break"]),
        ("def f(s):\n    s = yield e", ["s = yield e → pass"]),
        ('"""Words."""\nfrom a import b\na: str | None = f"{1 + 1}"', []),
    ],
)
def test_a_mistake_is_made_in_one_place(source: str, changed: list[str], tmp_path: Path) -> None:
    assert changes(tmp_path, source) == changed


def test_a_mutant_is_the_file_with_that_place_changed(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("é = 'é'; b = c == d  # e\n", encoding="utf-8")
    (mutant,) = mutants(tmp_path, "module.py")

    source = (tmp_path / "module.py").read_bytes()
    assert mutant.apply(source).decode() == "é = 'é'; b = (c != d)  # e\n"
    assert str(mutant) == "module.py:1: c == d → (c != d)"


def test_every_part_that_is_tried_has_modules_and_tests() -> None:
    assert [part.name for part in parts(ROOT) if not (part.modules and part.tests)] == []


def test_the_rules_of_every_game_are_a_part() -> None:
    rules = {str(file.relative_to(ROOT)) for file in ROOT.glob("companion/games/*/rules/*.py")}

    assert rules - {module for part in parts(ROOT) for module in part.modules} == set()


def test_every_mutant_that_is_listed_as_equivalent_exists_and_says_why() -> None:
    there = {key(mutant) for part in parts(ROOT) for mutant in part.mutants(ROOT)}
    listed = equivalent(ROOT)

    assert listed.keys() - there == set()
    assert all(listed.values())
