"""Makes one mistake in a process that runs: whoever imports the module or calls it now gets it."""

import ast
import gc
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutation.mutants import Mutant


class Mistake:
    """A mutant in the place of its module."""

    def __init__(self, root: Path, mutant: Mutant) -> None:
        self._file = root / mutant.file
        self._line = mutant.line
        self._module = mutant.file.removesuffix(".py").replace("/", ".")
        self._module = self._module.removesuffix(".__init__")
        self._source = self._file.read_bytes()
        self._changed = compile(mutant.apply(self._source), str(self._file), "exec")

    def make_for_imports(self) -> None:
        sys.meta_path.insert(0, self)

    def make_for_calls(self, functions: Iterable[FunctionType]) -> bool:
        """Also where the module is imported already; False if only a new import could do that."""
        if self._module not in sys.modules:
            return True
        place = function_at(ast.parse(self._source), self._line)
        old = [f for f in functions if place == place_of(f.__code__)]
        new = [code for code in codes(self._changed) if place == place_of(code)]
        if not old or not new or old[0].__code__.co_freevars != new[0].co_freevars:
            return False
        for function in old:
            function.__code__ = new[0]
        return True

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: object = None
    ) -> ModuleSpec | None:
        """As a finder of modules: this one is found here."""
        if name != self._module:
            return None
        return spec_from_file_location(name, self._file, loader=_Changed(name, self._changed))


class _Changed(SourceFileLoader):
    def __init__(self, name: str, code: CodeType) -> None:
        super().__init__(name, code.co_filename)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code


Place = tuple[str, int]
"""The name of a function within its module, and its first line."""


def functions_of(files: Iterable[Path]) -> list[FunctionType]:
    """All that were made by these files, wherever they are kept by now."""
    names = {str(file) for file in files}
    gc.unfreeze()
    found = [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in names
    ]
    gc.freeze()
    return found


def place_of(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from codes(each)


def function_at(tree: ast.AST, line: int, within: str = "") -> Place | None:
    """The outermost function in whose body a line stands: what is in a header runs on import."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and node.lineno <= line <= (node.end_lineno or 0):
            return function_at(node, line, f"{within}{node.name}.")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if node.body[0].lineno <= line <= (node.end_lineno or 0):
                return f"{within}{node.name}", first
    return None
