"""Names that packages keep to themselves, where the companion uses them.

The next version may not have them. So each such package has an upper bound, and whoever raises it
looks at these names first.
"""

import ast
import importlib
import inspect
import pkgutil
import re
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType

import pytest

import companion

ROOT = Path(__file__).parents[2]
OF_A_PI = {"companion.devices.readers.chip", "companion.devices.readers.rc522"}
"""They import a driver that no other computer can; drivers.txt has the one version of it."""
USED = {
    "gpiozero": {"_change_state"},  # the simulated chips of a panel hear an edge when it comes
}
"""Those of waitress stand in ``tests/web/transport/test_waitress_internals.py``."""


@cache
def requirements() -> dict[str, str]:
    """Each package with what of it will do."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    split = (re.match(r"([\w-]+)[\w.]*(.*)", each) for each in project["dependencies"])
    return {found[1]: found[2] for found in split if found}


def classes() -> Iterator[type]:
    """Every class of the companion."""
    for found in pkgutil.walk_packages(companion.__path__, "companion."):
        if found.name not in OF_A_PI:
            module = importlib.import_module(found.name)
            for kind in vars(module).values():
                if inspect.isclass(kind) and kind.__module__ == found.name:
                    yield kind


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def own(kind: type) -> set[str]:
    """Private names that a class has or gives to its objects."""
    methods = [each for each in vars(kind).values() if inspect.isfunction(each)]
    return {*vars(kind), *(name for each in methods for name in names_in(each.__code__))}


@cache
def found() -> dict[str, set[str]]:
    """Private names of packages that a class of ours says or has anew."""
    names: dict[str, set[str]] = {}
    for kind in classes():
        packages = {base.__module__.partition(".")[0]: base for base in kind.__mro__[1:]}
        for package in packages.keys() & requirements().keys():
            theirs = set[str]().union(
                *(own(base) for base in kind.__mro__ if base.__module__.startswith(package))
            )
            if shared := {name for name in said_in(kind) if private(name)} & theirs:
                names.setdefault(package, set()).update(shared)
    return names


def said_in(kind: type) -> Iterator[str]:
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(kind)))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.FunctionDef):
            yield node.name


def test_a_package_whose_private_names_are_used_has_an_upper_bound() -> None:
    assert [name for name in found() if "<" not in requirements()[name]] == []


@pytest.mark.parametrize("package", USED)
def test_no_more_of_them_are_used_than_somebody_has_looked_at(package: str) -> None:
    assert found()[package] == USED[package]


def test_nobody_uses_private_names_of_yet_another_package() -> None:
    assert found().keys() - USED.keys() <= {"waitress"}
