"""Puts together what is left of a damaged journal, from every byte that can still be read.

Entries never change, and each has its own checksum: one that fits is as it was written, wherever it
was found. What is missing is looked for in the backups; where an input stays lost, the game goes on
around it, and people are told to compare the table with the screen.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.errors import CompanionError
from companion.match.match import LOST, Match
from companion.storage.high_water_marks import HighWaterMarks
from companion.storage.journal import Entry, MemoryJournal, read_events, write_events
from companion.storage.packs.box_facts import BUILT_IN, open_box
from companion.storage.recovery.sqlite_pages import Pages
from companion.storage.sqlite import Store, checksum

MarkOf = Callable[[int, str], int]
Row = tuple[Any, ...]
"""Of an entry: revision, kind, line, events, input id, time, over, checksum."""
Head = tuple[Any, ...]
"""Of a game: name, created, archived, opened."""
NAME = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(slots=True)
class SalvagedGame:
    """One game, as far as it could be read."""

    number: int
    name: str = ""
    created: str = ""
    archived: bool = False
    opened: int = 0
    rows: dict[int, Row] = field(default_factory=dict)
    """By revision."""
    entries: list[Entry] = field(default_factory=list)
    """The game that can be played, without a gap."""
    lost: int = 0
    """Inputs that nothing is left of, or that cannot follow what is."""


def restore(salvaged: Iterable[SalvagedGame], store: Store) -> None:
    for each in salvaged:
        if each.name:
            head = each.number, each.name, each.created, int(each.archived), each.opened
            store.put_back(head, each.entries)


def salvage(
    pages: Pages, backups: Iterable[Pages], marks: HighWaterMarks, packs: Path
) -> list[SalvagedGame]:
    """Every game of which anything is left; one of which only its mark is left has no name."""
    found = {each.number: each for each in read_games(pages)}
    if not found:
        return []
    for backup in backups:
        for older in read_games(backup):
            if older.number in found:
                fill(found[older.number], older, marks.of)
            elif marks.of(older.number, older.created):
                found[older.number] = older
    # A number may be what a flipped bit made of another; a game without any entry is no loss.
    found = {number: each for number, each in found.items() if each.rows}
    for each in found.values():
        complete(each, marks.of(each.number, each.created), packs)
    for number, (revision, _) in marks.all().items():
        found.setdefault(number, SalvagedGame(number, lost=revision))
    for each in found.values():
        if not each.name:
            each.entries, each.lost = [], max(each.lost, len(each.entries))
    return list(found.values())


def read_games(pages: Pages) -> Iterator[SalvagedGame]:
    """The games and their entries, the most trustworthy copy of each."""
    rows: dict[int, dict[int, Row]] = defaultdict(dict)
    for number, *row in pages.entries():
        revision = row[0]
        if isinstance(revision, int) and revision > 0 and checksum(number, row[:-1]) == row[-1]:
            rows[number].setdefault(revision, tuple(row))
    heads: dict[int, list[Head]] = defaultdict(list)
    for number, *head in pages.games():
        name, created, archived, opened = head
        if NAME.fullmatch(name) and created.isascii() and archived in (0, 1) and opened >= 0:
            heads[number].append(tuple(head))
    for number in sorted({*rows, *heads}):
        yield with_best_head(number, heads[number], rows[number])


def with_best_head(number: int, heads: list[Head], rows: dict[int, Row]) -> SalvagedGame:
    """What most copies say; the first entry names the game and its day as well."""
    opening = rows.get(1)
    named = opening[2].split()[-1] if opening and opening[2].startswith("game ") else ""
    known = [head for head in heads if head[0] in (named or head[0], *games.names())]

    def likelihood(head: Head) -> tuple[Any, ...]:
        # A game that is wrongly not archived can be seen, and put away again.
        name, _, archived, opened = head
        return name == named, heads.count(head), not archived, -opened

    best = max(known or heads, key=likelihood, default=None)
    if best is None:
        return SalvagedGame(number, named, opening[5] if opening else "", rows=rows)
    name, created, archived, opened = best
    return SalvagedGame(number, named or name, created, bool(archived), opened, rows)


def fill(game: SalvagedGame, older: SalvagedGame, mark_of: MarkOf) -> None:
    """Takes missing entries from a backup, if it is of the same game: what both have is alike."""
    common = game.rows.keys() & older.rows.keys()
    if any(game.rows[each] != older.rows[each] for each in common):
        return
    if game.created and older.created and game.created != older.created:
        return
    there = game.rows if common else older.rows
    last = max(*there, 0, mark_of(game.number, game.created or older.created))
    for revision, row in older.rows.items():
        if revision <= last:
            game.rows.setdefault(revision, row)
    game.name, game.created = game.name or older.name, game.created or older.created


def complete(game: SalvagedGame, mark: int, packs: Path) -> None:
    """Makes one entry for each revision: a lost input is one that did nothing."""
    last = max(game.rows, default=0)
    game.lost = max(0, mark - last)
    at = game.created
    for revision in range(1, last + 1):
        entry = entry_of(game.rows[revision]) if revision in game.rows else None
        if entry is None and revision == 1:
            entry = opening_entry(game, packs)
        if entry is None:
            game.lost += 1
            entry = Entry(revision, "input", LOST, at=at)
        game.entries.append(entry)
        at = entry.at
    playable = game.entries[: count_playable(game)]
    game.lost += sum(entry.line != LOST for entry in game.entries[len(playable) :])
    game.entries = playable


def entry_of(row: Row) -> Entry:
    revision, kind, line, events, id, at, over, _ = row
    return Entry(revision, kind, line, msgspec.json.decode(events), id, at, bool(over))


def opening_entry(salvaged: SalvagedGame, packs: Path) -> Entry | None:
    """The opening follows from the rules and the cards, so it can be made again."""
    try:
        game = games.game(salvaged.name)
        given = open_box(game, BUILT_IN, owner=packs, pass_over=lambda error: None)
        events = () if given is None else game.decide(game.blank, given)
    except CompanionError:
        return None
    return Entry(1, "input", f"game {game.id}", write_events(events), at=salvaged.created)


def count_playable(salvaged: SalvagedGame) -> int:
    """How many entries can be played one after the other; all, if the game is not installed."""
    if LOST not in [entry.line for entry in salvaged.entries]:
        return len(salvaged.entries)
    if salvaged.name not in games.playable():
        return len(salvaged.entries)
    game, played = games.game(salvaged.name), 0
    match = Match(game, MemoryJournal(salvaged.entries[:1]))
    for played, entry in enumerate(salvaged.entries[1:], start=1):
        try:
            match.follow(entry, read_events(game, entry))
            game.over(match.state)
        except Exception:  # whatever the rules make of what does not fit
            return played
    return played + 1
