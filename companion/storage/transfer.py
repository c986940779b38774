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
from companion.games import Document, game
from companion.i18n.message import Message, say
from companion.match.match import LOST, OPENING, Match
from companion.match.script import Script
from companion.match.script_syntax import one_line
from companion.storage.journal import Entry, MemoryJournal
from companion.storage.json_file import json_text
from companion.storage.packs.card_json import CARDS_WORD, cards_line

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


def export_as(form: str, match: Match, created: str, speak: Speak) -> str:
    """A game in one of its forms, for people who read the language of ``speak``."""
    if form == "json":
        return as_json(match, created)
    return as_csv(match, speak) if form == "csv" else as_script(match)


def as_json(match: Match, created: str) -> str:
    """The document and every entry, also those that were undone: importing it loses nothing."""
    match = match.open_part()
    export = Export(
        FORMAT,
        version("table-companion"),
        match.game.id,
        created,
        match.document,
        list(match.entries()),
    )
    return json_text(export)


def as_script(match: Match) -> str:
    """The live branch, as people would tell it, with the cards that no shipped pack has so."""
    match = match.open_part()
    opening = [step for step in match.steps if step.line.split()[0] in OPENING][-1]
    lines = []
    for step in match.steps:
        if step.line != LOST and not step.line.startswith(f"{CARDS_WORD} "):
            lines.append(step.line)
        if step is opening:
            lines.append(cards_line(match.game, step.after))
    return "".join(f"{line}\n" for line in lines if line)


def replays(match: Match, script: str) -> bool:
    """Does the script lead to the same document? Not if the rules have changed since."""
    try:
        played = Script(script, Path("export.table")).play()
    except CompanionError:
        return False
    match = match.open_part()
    return {**played.document, "revision": match.revision} == match.document


def as_csv(match: Match, speak: Speak | None = None) -> str:
    """One row a round: how things stood when it ended, every number of the document a column.

    For people, a second row of headers says what each is called, in the language of ``speak``.
    """
    rows = [{"round": row["round"], **numbers_in(row)} for row in rounds_of(match)]
    columns = list(dict.fromkeys(column for row in rows for column in row))
    out = StringIO()
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    if speak:
        name_of, state = match.game.name_of, match.state
        writer.writerow({column: speak(name_of(state, column)) for column in columns})
    writer.writerows(rows)
    return out.getvalue()


def rounds_of(match: Match) -> Iterator[Document]:
    """The last document of each round, and of the one that is being played."""
    for step in match.steps:
        if step.turns_round:
            yield from step.ended_rounds
    yield match.game.view(match.state)


def numbers_in(document: Document, path: str = "") -> dict[str, Any]:
    """The numbers of a document by their paths; a text that is a number counts as one."""
    found: dict[str, Any] = {}
    for key, value in document.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            found |= numbers_in(value, here)
        elif isinstance(value, bool):
            found[here] = int(value)
        elif isinstance(value, int | float) or (isinstance(value, str) and is_number(value)):
            found[here] = value
    return found


def is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal()


class BadExport(CompanionError, ValueError):
    code = "bad_export"

    def __init__(self, file: object, why: Message) -> None:
        super().__init__(say("{file} cannot be imported: {why}", file=file, why=why))


@dataclass(frozen=True, slots=True)
class ImportedGame:
    game: str
    entries: list[Entry]
    created: str


def read_game(path: Path) -> ImportedGame:
    """The whole game, played through once: what cannot be played is not imported."""
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadExport(path, say("{why}", why=error)) from None
    return from_json(source, path) if source.lstrip().startswith("{") else from_script(source, path)


def from_script(source: str, path: Path) -> ImportedGame:
    table = Script(source, path).play()
    return ImportedGame(table.game.id, list(table.entries()), table.history[0].at)


def from_json(source: str, path: Path) -> ImportedGame:
    try:
        export = msgspec.json.decode(source, type=Export)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadExport(path, say("{why}", why=error)) from None
    if export.table_companion > FORMAT:
        raise BadExport(path, say("a newer companion wrote it; please update this one"))
    if [entry.revision for entry in export.history] != list(range(1, len(export.history) + 1)):
        raise BadExport(path, say("revisions are missing"))
    try:
        check_presentable(Match(game(export.game), MemoryJournal(export.history)))
    except CompanionError:
        raise
    except Exception as error:
        # A file from anywhere may hold anything; whatever the rules make of it, nothing is lost.
        raise BadExport(path, say("its events cannot have happened ({why})", why=error)) from error
    return ImportedGame(export.game, export.history, export.created)


def check_presentable(match: Match) -> None:
    """Everything that people will see of this game, and a script will tell of it, can be said."""
    for change in match.history:
        one_line(change.step.line)
        str(change.label)
    match.game.pages(match.state)
    as_csv(match)
