"""Reads a game that was taken away: a table script, or a JSON export of any version so far."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.errors import CompanionError
from companion.games import game
from companion.message import Message, say
from companion.table.keeping.export import FORMAT, Export, as_csv
from companion.table.keeping.journal import Entry, MemoryJournal
from companion.table.line import one_line
from companion.table.script import Script
from companion.table.table import Table


class BadExport(CompanionError, ValueError):
    code = "bad_export"

    def __init__(self, file: object, why: Message) -> None:
        super().__init__(say("{file} cannot be imported: {why}", file=file, why=why))


@dataclass(frozen=True, slots=True)
class Imported:
    game: str
    entries: list[Entry]
    created: str


def read_game(path: Path) -> Imported:
    """The whole game, played through once: what cannot be played is not imported."""
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadExport(path, say("{why}", why=error)) from None
    return from_json(source, path) if source.lstrip().startswith("{") else from_script(source, path)


def from_script(source: str, path: Path) -> Imported:
    table = Script(source, path).play()
    return Imported(table.game.id, list(table.entries()), table.history[0].at)


def from_json(source: str, path: Path) -> Imported:
    try:
        export = msgspec.json.decode(source, type=Export)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadExport(path, say("{why}", why=error)) from None
    if export.table_companion > FORMAT:
        raise BadExport(path, say("a newer companion wrote it; please update this one"))
    if [entry.revision for entry in export.history] != list(range(1, len(export.history) + 1)):
        raise BadExport(path, say("revisions are missing"))
    try:
        look_through(Table(game(export.game), MemoryJournal(export.history)))
    except CompanionError:
        raise
    except Exception as error:
        # A file from anywhere may hold anything; whatever the rules make of it, nothing is lost.
        raise BadExport(path, say("its events cannot have happened ({why})", why=error)) from error
    return Imported(export.game, export.history, export.created)


def look_through(table: Table) -> None:
    """Everything that people will see of this game, and a script will tell of it, can be said."""
    for change in table.history:
        one_line(change.step.line)
        str(change.label)
    table.game.pages(table.state)
    as_csv(table)
