"""Box paths, fields of cards and keys of the state document: what there is, and what is told."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from companion.games import Document, first, game
from companion.games.daybreak.model import card
from companion.games.daybreak.text import short_words
from companion.match.script import Script
from companion.storage.packs.box_facts import BUILT_IN, load_box
from tests.support.docs.documentation import PAGES, ROOT, Page, first_cells

PATH = re.compile(r"`([^`]+)`")
# Told once, in words, before the tables that use them.
SHAPES = ({"odds", "percent"}, {"mean", "least", "most"})


def told(page: Page, section: str) -> list[str]:
    """The paths in the tables of a section; ``.clean`` begins like the one before it in its row."""
    found = []
    for cell in first_cells(page.sections()[section]):
        before = ""
        for path in PATH.findall(cell):
            whole = before.rpartition(".")[0] + path if path.startswith(".") else path
            found.append(whole)
            before = whole
    return found


def means(pattern: str, path: str) -> bool:
    """``<id>`` stands for any one part of a path."""
    return re.fullmatch(re.sub(r"<\w+>", r"[^.]+", pattern.replace(".", r"\.")), path) is not None


def not_told(paths: set[str], patterns: list[str]) -> list[str]:
    return sorted(path for path in paths if not any(means(each, path) for each in patterns))


def never_seen(paths: set[str], patterns: list[str]) -> list[str]:
    return sorted(each for each in patterns if not any(means(each, path) for path in paths))


def test_every_path_of_a_box_is_told() -> None:
    _, facts = load_box(game(first()), BUILT_IN)
    patterns = told(PAGES["docs/box-facts.md"], "The paths")

    assert not_told(set(facts), patterns) == []
    assert never_seen(set(facts), patterns) == []


def words_of(hint: Any, seen: set[Any]) -> Iterator[str]:
    """Every field and every word that can stand in a card, however deep."""
    if is_dataclass(hint) and hint not in seen:
        seen.add(hint)
        hints = get_type_hints(hint)
        for each in fields(hint):
            yield each.name
            yield from words_of(hints[each.name], seen)
    elif get_origin(hint) is Literal:
        yield from (str(word) for word in get_args(hint))
    else:
        for inner in get_args(hint):
            yield from words_of(inner, seen)


def test_every_field_of_a_card_and_every_word_in_it_is_told() -> None:
    text = PAGES["docs/card-packs.md"].text
    known = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`\n]+)`", text))))
    words = {part for word in words_of(card.Card, set()) for part in word.split(".")}

    assert words - known == set()


def flat(value: object, path: str) -> Iterator[str]:
    """The paths of everything in a document; places in a list are ``<n>``."""
    if isinstance(value, dict) and value and value.keys() not in SHAPES:
        for key, inner in value.items():
            # The number of a card is no name of the document.
            name = re.sub(r"\d+\.\d+", "<card>", key)
            yield from flat(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for inner in value:
            yield from flat(inner, f"{path}.<n>")
    else:
        yield path


@cache
def documents(name: str) -> tuple[Document, ...]:
    """How whole games stood, and everything that single examples lead to."""
    return tuple(played(name))


def played(name: str) -> Iterator[Document]:
    for folder in ("golden", "scripts"):
        for file in sorted((ROOT / "tests" / folder).rglob("*.table")):
            source = file.read_text(encoding="utf-8")
            if f"game {name}" not in source.splitlines():
                continue
            table = Script(source, file).play()
            for change in table.history[:: 9 if folder == "golden" else 1]:
                yield change.document
            yield table.history[-1].with_odds()


@pytest.mark.slow
def test_the_state_document_has_what_is_told_and_nothing_else() -> None:
    page = PAGES["docs/table-scripts.md"]
    patterns = told(page, "The state document")
    odds = told(PAGES["docs/outlook.md"], "`outlook.odds` of the state document")
    patterns += [f"outlook.odds.{path}" for path in odds]
    seen = {path for document in documents("daybreak") for path in flat(document, "")}

    assert not_told(seen, patterns) == []
    assert never_seen(seen, patterns) == []


@pytest.mark.slow
def test_every_kind_of_question_is_told() -> None:
    asked = {document["prompt"]["kind"] for document in documents("daybreak")}
    kinds = asked | set(short_words.QUESTIONS)

    assert set(told(PAGES["docs/table-scripts.md"], "What is asked")) == kinds


COUNCIL = "docs/council-of-shadows.md"


def test_every_path_of_a_box_of_council_of_shadows_is_told() -> None:
    _, facts = load_box(game("council_of_shadows"), BUILT_IN)
    patterns = told(PAGES[COUNCIL], "The paths of a box")

    assert not_told(set(facts), patterns) == []
    assert never_seen(set(facts), patterns) == []


@pytest.mark.slow
def test_the_document_of_council_of_shadows_has_what_is_told_and_nothing_else() -> None:
    patterns = told(PAGES[COUNCIL], "The state document of Council of Shadows")
    seen = {p for document in documents("council_of_shadows") for p in flat(document, "")}

    assert not_told(seen, patterns) == []
    assert never_seen(seen, patterns) == []


def test_every_question_of_council_of_shadows_is_told() -> None:
    asked = {document["prompt"]["kind"] for document in documents("council_of_shadows")}

    assert set(told(PAGES[COUNCIL], "What is asked")) - {"prompt.kind"} == asked
