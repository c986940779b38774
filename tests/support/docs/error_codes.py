"""Finds every error code that sources can give, and every place where one cannot be told.

A code stands in a class (``code = "bad_box"``) or is handed over in a call. A function that hands
on a code which it was given counts like an error itself, so whoever calls it is looked at too.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
CODE = "code"
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.alias)
"""Half of all that is in a source, with nothing in it."""


@dataclass
class Codes:
    found: dict[str, str] = field(default_factory=dict)
    """Each code, with a place that gives it."""
    unclear: list[str] = field(default_factory=list)
    """Calls whose code cannot be read from the source."""


@dataclass(frozen=True)
class Call:
    node: ast.Call
    place: str
    around: tuple[Function, ...]
    """The functions that it stands in, the innermost last."""
    within: ast.ClassDef | None

    @property
    def names(self) -> list[str]:
        """What is called; an error that makes what it is from its bases calls those."""
        match self.node.func:
            case ast.Attribute(ast.Call(ast.Name("super")), "__init__") if self.within:
                return bases(self.within)
            case ast.Name(name) | ast.Attribute(attr=name):
                return [name]
        return []

    def given(self, names: list[str]) -> Iterator[ast.expr]:
        """What stands in the code's place; nothing where the class's own code holds."""
        for keyword in self.node.keywords:
            if keyword.arg == CODE:
                yield from branches(keyword.value)
        at = names.index(CODE)
        for argument in self.node.args[: at + 1]:
            if isinstance(argument, ast.Starred):
                yield argument
        if at < len(self.node.args):
            yield from branches(self.node.args[at])

    def giver(self, given: ast.expr) -> Function | None:
        """The function around it that was itself given this code."""
        if isinstance(given, ast.Name) and given.id == CODE:
            return next((each for each in reversed(self.around) if CODE in parameters(each)), None)
        return None


def codes_in(trees: dict[str, ast.Module]) -> Codes:
    """From sources by their paths."""
    classes: list[ast.ClassDef] = []
    found: list[Call] = []
    for path, tree in trees.items():
        look_through(tree, path, classes, found)
    errors = error_classes(classes)
    result = Codes({code: name for name in errors if (code := own_code(errors[name]))})
    takes = {name: init_parameters(name, errors) for name in errors}
    calls: dict[str, list[Call]] = defaultdict(list)
    for call in found:
        for name in call.names:
            calls[name].append(call)
    waiting = [name for name in takes if CODE in takes[name]]
    while waiting:
        name = waiting.pop()
        for call in calls[name]:
            for given in call.given(takes[name]):
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    result.found.setdefault(given.value, call.place)
                elif isinstance(giver := call.giver(given), ast.FunctionDef):
                    # A class's own way to be made is known by the name of the class.
                    if giver.name != "__init__" and giver.name not in takes:
                        takes[giver.name] = parameters(giver)
                        waiting.append(giver.name)
                elif not is_code_of_an_error(given):
                    result.unclear.append(f"{call.place}: {ast.unparse(call.node)}")
    return result


def sources(*folders: str) -> dict[str, ast.Module]:
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    return {str(path.relative_to(ROOT)): parsed(path) for path in paths}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def error_classes(classes: Iterable[ast.ClassDef]) -> dict[str, ast.ClassDef]:
    """Everything that comes from ``CompanionError``, by its name."""
    known: dict[str, ast.ClassDef] = {}
    names = {"CompanionError"}
    while more := [each for each in classes if each.name not in known and is_one(each, names)]:
        for each in more:
            known[each.name] = each
        names |= known.keys()
    return known


def is_one(each: ast.ClassDef, names: set[str]) -> bool:
    return each.name in names or not names.isdisjoint(bases(each))


def bases(each: ast.ClassDef) -> list[str]:
    return [ast.unparse(base).rpartition(".")[2] for base in each.bases]


def own_code(each: ast.ClassDef) -> str | None:
    for statement in each.body:
        match statement:
            case ast.Assign([ast.Name("code")], ast.Constant(str(code))):
                return code
            case ast.AnnAssign(ast.Name("code"), value=ast.Constant(str(code))):
                return code
    return None


def init_parameters(name: str, errors: dict[str, ast.ClassDef]) -> list[str]:
    for statement in errors[name].body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
            return parameters(statement)
    known = (base for base in bases(errors[name]) if base in errors)
    return next((init_parameters(base, errors) for base in known), [])


def parameters(function: Function) -> list[str]:
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    named = [each.arg for each in function.args.kwonlyargs]
    return [*(names[1:] if names[:1] == ["self"] else names), *named]


def look_through(
    tree: ast.AST,
    path: str,
    classes: list[ast.ClassDef],
    calls: list[Call],
    around: tuple[Function, ...] = (),
    within: ast.ClassDef | None = None,
) -> None:
    """Adds every class and call of a source: in one go, since there is much of it."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, LEAVES):
            continue
        inner_function, inner_class = around, within
        if isinstance(child, ast.Call):
            calls.append(Call(child, f"{path}:{child.lineno}", around, within))
        elif isinstance(child, ast.ClassDef):
            classes.append(child)
            inner_class = child
        elif isinstance(child, Function):
            inner_function = (*around, child)
        look_through(child, path, classes, calls, inner_function, inner_class)


def branches(given: ast.expr) -> Iterator[ast.expr]:
    match given:
        case ast.IfExp(body=one, orelse=other):
            yield from branches(one)
            yield from branches(other)
        case ast.Constant(None):
            return
        case _:
            yield given


def is_code_of_an_error(given: ast.expr) -> bool:
    """``error.code`` hands on what was found where that error was made."""
    return isinstance(given, ast.Attribute) and given.attr == CODE
