"""Writes docs/game-reference.md: what a game may say, and what each docstring says of it."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import fill

from companion.games import capabilities, contract, display, layout, taps
from companion.games.contract import Game
from companion.games.declared import actions, events, fields, game
from tests.support.docs.documentation import ROOT

FILE = ROOT / "docs" / "game-reference.md"
HEAD = """\
# Reference for who adds a game

Made from the sources: `pytest tests/docs/test_game_reference.py --regenerate` writes it anew. The
way from an empty folder to a game stands in [adding a game](adding-a-game.md).
"""
DECLARATIONS = (
    (fields, ("counter", "states", "TableState")),
    (game, ("DeclaredGame", "Stage", "Ending")),
    (actions, ("action",)),
    (
        events,
        ("add", "change", "to_stage", "next_seat", "Ended", "Changed", "Seated", "StageBegan"),
    ),
)
OBJECTS = (
    (capabilities, ("CardGuide", "Odds", "Recap", "Lesson", "Term", "PhonePage", "Fact", "Viewer")),
    (layout, ("Layout", "Row", "Mode", "Size")),
)
TAPS = ((taps, ("TapHandler", "Gesture", "Thing", "Do", "Wait", "Throw", "Ending")),)
PARTS = "Page Gauge Figure Cells Cell Rows Row Prose Dice Choices Choice Chance Headline Code"
PAGES = ((display, tuple(PARTS.split())),)
Modules = tuple[tuple[object, tuple[str, ...]], ...]


def written() -> str:
    required = sorted(Game.__abstractmethods__, key=list(vars(Game)).index)
    return "\n".join(
        [
            HEAD,
            "## Declarations\n",
            *described(DECLARATIONS),
            "## The contract: what a game must have\n",
            "`id`, `name`, `events`, `blank`, and six methods:\n",
            *members(node_of(contract, "Game"), only=required),
            "\n## The contract: what has a default\n",
            *members(node_of(contract, "Game"), without=required),
            "\n## Objects with defaults\n",
            *described(OBJECTS),
            "## Taps, buttons and dice\n",
            *described(TAPS),
            "## Pages of the small screen\n",
            *described(PAGES),
        ]
    )


def described(modules: Modules) -> Iterator[str]:
    for module, names in modules:
        for name in names:
            node = node_of(module, name)
            if isinstance(node, ast.FunctionDef):
                yield f"### `{name}({parameters(node)})`\n\n{wrapped(text_of(node))}\n"
            else:
                yield f"### `{name}`\n\n{wrapped(text_of(node))}\n"
                yield from (*members(node), "")


def node_of(module: object, name: str) -> ast.ClassDef | ast.FunctionDef:
    source = Path(str(getattr(module, "__file__", ""))).read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return node
    raise LookupError(name)


def members(
    node: ast.ClassDef | ast.FunctionDef,
    only: Sequence[str] | None = None,
    without: Sequence[str] = (),
) -> Iterator[str]:
    """A line for each public field and method."""
    for at, each in enumerate(node.body if isinstance(node, ast.ClassDef) else ()):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            name, said = each.target.id, documented(node.body[at + 1 : at + 2])
            shown = f"{name}: {ast.unparse(each.annotation)}"
        elif isinstance(each, ast.FunctionDef):
            name, said = each.name, text_of(each)
            shown = name if is_property(each) else f"{name}({parameters(each)})"
        else:
            continue
        if isinstance(each, ast.FunctionDef) and not said:
            continue  # it only carries out what is declared
        if name.startswith("_") or (only is not None and name not in only) or name in without:
            continue
        yield wrapped(f"- `{shown}`" + (f": {said}" if said else ""), "  ")


def is_property(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list)


def documented(after: list[ast.stmt]) -> str:
    match after:
        case [ast.Expr(value=ast.Constant(value=str(text)))]:
            return plain(text)
    return ""


def text_of(node: ast.ClassDef | ast.FunctionDef) -> str:
    return plain(ast.get_docstring(node) or "")


def plain(text: str) -> str:
    """As one line, with names as Markdown has them."""
    return " ".join(text.replace("``", "`").split())


def wrapped(text: str, indent: str = "") -> str:
    return fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def parameters(node: ast.FunctionDef) -> str:
    named = [each.arg for each in (*node.args.posonlyargs, *node.args.args) if each.arg != "self"]
    only = [each.arg for each in node.args.kwonlyargs]
    star = ["*"] if only and not node.args.vararg else []
    rest = [f"**{node.args.kwarg.arg}"] if node.args.kwarg else []
    return ", ".join([*named, *star, *only, *rest])
