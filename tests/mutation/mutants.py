"""What could be wrong in a module: every small change of its source that a test should notice.

A mutant differs from the module in one place only: an operator, a number, a condition, or a
statement that is left out. Words that people read, types and docstrings are left alone.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

OTHERS: dict[type[ast.AST], type[ast.AST]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In},
    **{ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult},
    **{ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd, ast.Mod: ast.Add},
    **{ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Div: ast.Mult, ast.Pow: ast.Mult},
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
NOT_RUN = (ast.JoinedStr, ast.Import, ast.ImportFrom, ast.Assert)
"""Words, names from elsewhere, and what only the type checker reads."""


@dataclass(frozen=True, slots=True, order=True)
class Mutant:
    """One change: between two bytes of the file there is ``now`` instead of ``was``."""

    file: str
    line: int
    start: int
    end: int
    was: str
    now: str
    text: str
    """The line of the source in which it begins."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.change}"

    @property
    def lines(self) -> range:
        return range(self.line, self.line + self.was.count("\n") + 1)

    @property
    def change(self) -> str:
        return f"{' '.join(self.was.split())} → {' '.join(self.now.split())}"

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.now.encode() + source[self.end :]


def mutants(root: Path, file: str) -> list[Mutant]:
    """Every mutant of a module, from its first line to its last."""
    source = (root / file).read_bytes()
    lines = source.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, lines))]
    found = []
    for node, now in changes(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        was, text = source[start:end].decode(), lines[node.lineno - 1].decode().strip()
        found.append(Mutant(file, node.lineno, start, end, was, now, text))
    return sorted(set(found))


Place = ast.expr | ast.stmt


def changes(tree: ast.AST) -> Iterator[tuple[Place, str]]:
    """Each place that can be changed, with what stands there then."""
    if isinstance(tree, NOT_RUN):
        return
    if isinstance(tree, ast.expr):
        for other in other_expressions(tree):
            yield tree, f"({ast.unparse(other)})"
    elif isinstance(tree, ast.stmt):
        if can_be_left_out(tree):
            yield tree, "pass"
        if isinstance(tree, ast.Break | ast.Continue):
            yield tree, "break" if isinstance(tree, ast.Continue) else "continue"
    if isinstance(tree, ast.If | ast.IfExp | ast.While) and is_plain(tree.test):
        yield tree.test, f"(not {ast.unparse(tree.test)})"
    for name, value in ast.iter_fields(tree):
        if name not in ("annotation", "returns", "decorator_list", "type_params"):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from changes(each)


def is_plain(test: ast.expr) -> bool:
    """A condition that has no operator which could be changed instead."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp)


def other_expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in OTHERS:
            yield ast.Compare(node.left, [another(op)], node.comparators)  # type: ignore[list-item]
        case ast.BoolOp():
            yield ast.BoolOp(another(node.op), node.values)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.BinOp() if type(node.op) in OTHERS and not is_a_type(node):
            yield ast.BinOp(node.left, another(node.op), node.right)  # type: ignore[arg-type]
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() | float() as number):
            yield ast.Constant(number + 1)
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield ast.Call(ast.Name(NAMES[name]), node.args, node.keywords)


def another(op: ast.AST) -> ast.AST:
    return OTHERS[type(op)]()


def is_a_type(node: ast.BinOp) -> bool:
    """``str | None`` outside an annotation."""
    sides = (node.left, node.right)
    return isinstance(node.op, ast.BitOr) and any(
        (isinstance(side, ast.Constant) and side.value is None)
        or (isinstance(side, ast.Name) and not side.id.isupper())
        or isinstance(side, ast.Subscript)
        for side in sides
    )


def can_be_left_out(node: ast.stmt) -> bool:
    """What only has an effect: a call, a raised error, an attribute set, an event of a rule."""
    match node:
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            return True
        case ast.Raise() | ast.AugAssign() | ast.Delete():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.Assign(value=ast.Yield() | ast.YieldFrom()):
            return True
    return False
