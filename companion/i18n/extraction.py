"""Finds what the sources of a package say to people: every ``say("…")`` and ``count("…", "…")``."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment
from jinja2.ext import extract_from_ast

from companion.i18n.po_files import Key

TEXTS = {"say": 1, "count": 2}
"""How many texts each of them begins with."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A sentence in a source, with its place; no text where it is put together by the program."""

    file: Path
    line: int
    key: Key | None


def sentences_in(folder: Path) -> Iterator[SourceText]:
    """In the order of the files: Python first, then templates."""
    for file in sorted(folder.rglob("*.py")):
        yield from in_python(file)
    templates = Environment()
    for file in sorted(folder.rglob("*.html")):
        tree = templates.parse(file.read_text(encoding="utf-8"))
        for line, _, texts in extract_from_ast(tree, tuple(TEXTS)):
            one, *more = texts if isinstance(texts, tuple) else (texts,)
            yield SourceText(file, line, (one, (more or [""])[0] or "") if one else None)


def in_python(file: Path) -> Iterator[SourceText]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), file)):
        match node:
            case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)) if word in TEXTS:
                said = node.args[: TEXTS[word]]
                if len(said) < TEXTS[word]:
                    continue  # a tuple's or a text's own ``count``
                texts = [each.value for each in said if isinstance(each, ast.Constant)]
                written = len(texts) == len(said) and all(isinstance(each, str) for each in texts)
                one, many = [*texts, "", ""][:2] if written else ("", "")
                yield SourceText(file, node.lineno, (str(one), str(many)) if written else None)
