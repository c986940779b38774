"""A game to take away: as a table script, as JSON with its whole history, or as CSV by rounds."""

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import CompanionError
from companion.games import Document
from companion.message import Message
from companion.table.keeping.journal import Entry
from companion.table.packs.inline import WORD, tell_cards
from companion.table.script import Script
from companion.table.table import LOST, OPENING, Table

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Export:
    """The JSON form. A field may be added with a default; none is ever taken away."""

    table_companion: int
    """Which version of this form it is."""
    companion: str
    game: str
    created: str
    document: Document
    history: list[Entry]


Speak = Callable[[Message], str]


def exported(form: str, table: Table, created: str, speak: Speak) -> str:
    """A game in one of its forms, for people who read the language of ``speak``."""
    if form == "json":
        return as_json(table, created)
    return as_csv(table, speak) if form == "csv" else as_script(table)


def as_json(table: Table, created: str) -> str:
    """The document and every entry, also those that were undone: importing it loses nothing."""
    table = table.open_part()
    export = Export(
        FORMAT,
        version("table-companion"),
        table.game.id,
        created,
        table.document,
        list(table.entries()),
    )
    return msgspec.json.format(msgspec.json.encode(export), indent=2).decode() + "\n"


def as_script(table: Table) -> str:
    """The live branch, as people would tell it, with the cards that no shipped pack has so."""
    table = table.open_part()
    opening = [step for step in table.steps if step.line.split()[0] in OPENING][-1]
    lines = []
    for step in table.steps:
        if step.line != LOST and not step.line.startswith(f"{WORD} "):
            lines.append(step.line)
        if step is opening:
            lines.append(tell_cards(table.game, step.after))
    return "".join(f"{line}\n" for line in lines if line)


def replays(table: Table, script: str) -> bool:
    """Does the script lead to the same document? Not if the rules have changed since."""
    try:
        played = Script(script, Path("export.table")).play()
    except CompanionError:
        return False
    table = table.open_part()
    return {**played.document, "revision": table.revision} == table.document


def as_csv(table: Table, speak: Speak | None = None) -> str:
    """One row a round: how things stood when it ended, every number of the document a column.

    For people, a second row of headers says what each is called, in the language of ``speak``.
    """
    rows = [{"round": row["round"], **numbers(row)} for row in rounds(table)]
    columns = list(dict.fromkeys(column for row in rows for column in row))
    out = StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    if speak:
        name_of, state = table.game.name_of, table.state
        writer.writerow({column: speak(name_of(state, column)) for column in columns})
    writer.writerows(rows)
    return out.getvalue()


def rounds(table: Table) -> Iterator[Document]:
    """The last document of each round. One input may end a round in the midst of its events."""
    now: Document | None = None
    for step in table.steps:
        after = table.game.view(step.after)
        if now and now["round"] != after["round"]:
            state = step.before
            for event in step.events:
                state = table.game.evolve(state, event)
                document = table.game.view(state)
                if document["round"] != now["round"]:
                    yield now
                now = document
        now = after
    if now:
        yield now


def numbers(document: Document, path: str = "") -> dict[str, Any]:
    """The numbers of a document by their paths; a text that is a number counts as one."""
    found: dict[str, Any] = {}
    for key, value in document.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            found |= numbers(value, here)
        elif isinstance(value, bool):
            found[here] = int(value)
        elif isinstance(value, int | float) or (isinstance(value, str) and is_number(value)):
            found[here] = value
    return found


def is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()
