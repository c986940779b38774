"""What is left of a damaged journal, put together from every byte that can still be read.

Entries are never changed, and each has its own checksum: one that fits it is as it was written,
wherever it was found. What is missing is looked for in the backups; where an input stays lost, the
game goes on around it, and people are told to compare the table with the screen.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from companion import games
from companion.errors import CompanionError
from companion.match.match import LOST, Match
from companion.storage.packs.box_facts import BUILT_IN, open_box
from companion.storage.recovery.sqlite_pages import Pages
from companion.storage.store.journal import Entry, MemoryJournal, read_events, write_events
from companion.storage.store.progress import Counts
from companion.storage.store.sqlite import checksum

Claimed = Callable[[int, str], int]
NAME = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(slots=True)
class Found:
    """One game, as far as it could be read."""

    number: int
    name: str = ""
    created: str = ""
    archived: bool = False
    opened: int = 0
    rows: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """Revision by revision, each with its checksum."""
    entries: list[Entry] = field(default_factory=list)
    """The game that can be played, without a gap."""
    lost: int = 0
    """Inputs that nothing is left of, or that fit nowhere."""


def salvage(pages: Pages, backups: Iterable[Pages], counts: Counts, packs: Path) -> list[Found]:
    """Every game of which anything is left; ``counts`` says how far each had come at least.

    A game without a name is one of which nothing is left but that.
    """
    claimed = counts.of
    found = {each.number: each for each in read(pages)}
    if not found:
        return []
    for backup in backups:
        for older in read(backup):
            if older.number in found:
                fill(found[older.number], older, claimed)
            elif claimed(older.number, older.created):
                found[older.number] = older
    # A number may be what a flipped bit made of another; a game without any entry is no loss.
    found = {number: each for number, each in found.items() if each.rows}
    for each in found.values():
        complete(each, claimed(each.number, each.created), packs)
    for number, (revision, _) in counts.all().items():
        found.setdefault(number, Found(number, lost=revision))
    for each in found.values():
        if not each.name:
            each.entries, each.lost = [], max(each.lost, len(each.entries))
    return list(found.values())


def read(pages: Pages) -> Iterator[Found]:
    """The games and their entries, the most trustworthy copy of each."""
    rows: dict[int, dict[int, tuple[Any, ...]]] = {}
    for row in pages.entries():
        number, revision = row[0], row[1]
        if isinstance(revision, int) and revision > 0 and checksum(number, row[1:-1]) == row[-1]:
            rows.setdefault(number, {}).setdefault(revision, row[1:])
    heads = heads_of(pages)
    for number in sorted({*rows, *heads}):
        of_game = rows.get(number, {})
        yield head_of(number, heads.get(number, []), of_game)


def heads_of(pages: Pages) -> dict[int, list[tuple[Any, ...]]]:
    """What is said of each game, which is said twice: a copy that makes no sense is passed over."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    for number, *head in pages.games():
        name, created, archived, opened = head
        if NAME.fullmatch(name) and created.isascii() and archived in (0, 1) and opened >= 0:
            found.setdefault(number, []).append(tuple(head))
    return found


def head_of(number: int, heads: list[tuple[Any, ...]], rows: dict[int, tuple[Any, ...]]) -> Found:
    """What most copies say; the first entry names the game and its day as well."""
    opening = rows.get(1)
    named = opening[2].split()[-1] if opening and opening[2].startswith("game ") else ""
    known = [head for head in heads if head[0] in (named or head[0], *games.names())]
    best = max(known or heads, key=lambda head: likely(head, named, heads), default=None)
    if best is None:
        return Found(number, named, opening[5] if opening else "", rows=rows)
    name, created, archived, opened = best
    return Found(number, named or name, created, bool(archived), opened, rows)


def likely(head: tuple[Any, ...], named: str, heads: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Where two copies differ: a game that is not archived can be seen and put away again."""
    name, _, archived, opened = head
    return name == named, heads.count(head), not archived, -opened


def fill(found: Found, older: Found, claimed: Claimed) -> None:
    """Takes from a backup what is missing, if it is of the same game: where both have a revision,
    they have the same."""
    common = found.rows.keys() & older.rows.keys()
    if any(found.rows[each] != older.rows[each] for each in common):
        return
    if found.created and older.created and found.created != older.created:
        return
    there = found.rows if common else older.rows
    last = max(*there, 0, claimed(found.number, found.created or older.created))
    for revision, row in older.rows.items():
        if revision <= last:
            found.rows.setdefault(revision, row)
    found.name, found.created = found.name or older.name, found.created or older.created


def complete(found: Found, claimed: int, packs: Path) -> None:
    """One entry for each revision: an input that is lost is one that did nothing."""
    last = max(found.rows, default=0)
    found.lost = max(0, claimed - last)
    at = found.created
    for revision in range(1, last + 1):
        entry = entry_of(found.rows[revision]) if revision in found.rows else None
        if entry is None and revision == 1:
            entry = opened_anew(found, packs)
        if entry is None:
            found.lost += 1
            entry = Entry(revision, "input", LOST, at=at)
        found.entries.append(entry)
        at = entry.at
    playable = found.entries[: fitting(found)]
    found.lost += sum(entry.line != LOST for entry in found.entries[len(playable) :])
    found.entries = playable


def entry_of(row: tuple[Any, ...]) -> Entry:
    revision, kind, line, events, id, at, over, _ = row
    return Entry(revision, kind, line, msgspec.json.decode(events), id, at, bool(over))


def opened_anew(found: Found, packs: Path) -> Entry | None:
    """The opening follows from the rules and the cards, so it can be had again."""
    try:
        game = games.game(found.name)
        given = open_box(game, BUILT_IN, owner=packs, pass_over=lambda error: None)
        events = () if given is None else game.decide(game.blank, given)
    except CompanionError:
        return None
    return Entry(1, "input", f"game {game.id}", write_events(events), at=found.created)


def fitting(found: Found) -> int:
    """How many of the entries can be played one after the other; all of a game nobody has here."""
    if LOST not in [entry.line for entry in found.entries]:
        return len(found.entries)
    if found.name not in games.playable():
        return len(found.entries)
    game, fit = games.game(found.name), 0
    match = Match(game, MemoryJournal(found.entries[:1]))
    for fit, entry in enumerate(found.entries[1:], start=1):
        try:
            match.follow(entry, read_events(game, entry))
            game.over(match.state)
        except Exception:  # whatever the rules make of what does not fit
            return fit
    return fit + 1
