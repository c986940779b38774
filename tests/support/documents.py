"""What tests ask of state documents, and of tables that go all the way back and forth again."""

from companion.games import Document
from companion.match.match import Match
from companion.storage.journal import MemoryJournal


def without_revision(document: Document) -> Document:
    """How things stand, by whatever way they came to stand so."""
    return {key: value for key, value in document.items() if key != "revision"}


def totals(value: object) -> list[int]:
    """Every number of a document that counts something."""
    found: list[int] = []
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if type(each) is int:
            found.append(each)
        elif isinstance(each, dict):
            waiting += [inner for key, inner in each.items() if key != "net"]
        elif isinstance(each, list):
            waiting += each
    return found


def still_there(before: object, now: object) -> object:
    """What is left of a document once everything was taken away that it did not have before."""
    if isinstance(before, dict) and isinstance(now, dict):
        return {key: still_there(before[key], now[key]) for key in before if key in now}
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [still_there(*pair) for pair in zip(before, now, strict=True)]
    return now


def check_every_way_back(table: Match, start: Document, played: int) -> None:
    """The journal folds to the same end; undo leads to the start, and redo to the end again."""
    end = without_revision(table.document)
    assert without_revision(Match(table.game, MemoryJournal(table.entries())).document) == end
    for _ in range(played):
        table.submit("undo")
    assert without_revision(table.document) == start
    for _ in range(played):
        table.submit("redo")
    assert without_revision(table.document) == end
