"""Where something stands in the sources of a game: a sentence, a name, a rule, a mistake."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any

from companion.i18n.extraction import SourceText, in_python
from companion.testing.packages import Package, shown

Rank = int
NAMED, DECLARED, FIELD = range(3)
"""A name that is spoken of; one of a key, a function or a class; one of a field."""


@dataclass(frozen=True, slots=True)
class Place:
    file: Path
    line: int

    def __str__(self) -> str:
        return f"{shown(self.file)}:{self.line}"


class Sources:
    """The Python files of a package, by what is said, named and carried out in them."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.said: list[SourceText] = []
        self._names: dict[str, list[tuple[Rank, Place]]] = {}
        for file in package.files():
            self.said += in_python(file)
            for name, line, rank in names_in(ast.parse(file.read_text(encoding="utf-8"))):
                self._names.setdefault(name, []).append((rank, Place(file, line)))

    def text(self, text: str) -> Place | None:
        """Where a sentence is said."""
        return next(
            (Place(at.file, at.line) for at in self.said if at.key and text in at.key), None
        )

    def name(self, name: object, rank: Rank = DECLARED) -> Place | None:
        """Where something of this name is declared so, or else where it is spoken of."""
        found = self._names.get(str(name), [])
        return min(found, key=lambda each: abs(each[0] - rank))[1] if found else None

    def function(self, function: Callable[..., Any]) -> Place | None:
        """Where a function begins, with what is declared above it."""
        code = getattr(function, "__code__", None)
        return self._inside(code.co_filename, code.co_firstlineno) if code else None

    def error(self, error: BaseException) -> Place | None:
        """The line of the package that an error came from; of a missing key, where it is said."""
        lines = [
            self._inside(at.filename, at.lineno or 1) for at in extract_tb(error.__traceback__)
        ]
        inside = [place for place in lines if place]
        if isinstance(error, KeyError) and not (lines and lines[-1]):
            return self.name(error.args[0]) or next(reversed(inside), None)
        return next(reversed(inside), None)

    def _inside(self, file: str, line: int) -> Place | None:
        path = Path(file).resolve()
        return Place(path, line) if path in self.package.files() else None


def names_in(tree: ast.AST) -> Iterator[tuple[str, int, Rank]]:
    """Each name with its line, and how much it is declared there."""
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name, node.lineno, FIELD
            case ast.Dict(keys=keys):
                for key in keys:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value, key.lineno, DECLARED
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno, DECLARED
            case ast.Assign(targets=targets):
                for target in targets:
                    for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                        if isinstance(each, ast.Name):
                            yield each.id, each.lineno, DECLARED
            case ast.keyword(arg=str(name)):
                yield name, node.value.lineno, NAMED
            case ast.Constant(value=str(name)):
                yield name, node.lineno, NAMED
