"""A three-way merge of card packs that owners give each other.

The shipped card is the base. A field that only one owner has changed is taken; where both have and
differ, somebody has to choose.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import BadPack, Refusal
from companion.games import AnyGame, CardGuide, Document
from companion.games.card_fields import Text
from companion.i18n.message import say
from companion.storage.atomic_files import refuse_overwrite, write
from companion.storage.packs.card_json import with_fields
from companion.storage.packs.load import (
    Collection,
    Entry,
    guide_of,
    owners_packs,
    parse_pack,
    shipped_cards,
)
from companion.storage.packs.toml_files import parse_toml, read_text, toml_value, write_card

PROVENANCE = ("source", "confidence", "link")
"""Where something was read: no reason for a conflict."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that two owners have read differently."""

    field: str
    mine: Any
    theirs: Any


@dataclass(frozen=True, slots=True)
class CardComparison:
    """A card of somebody else's pack, compared with one's own."""

    mine: Document
    card: Any
    additions: Document
    """Fields that only they have read; None for one that they have left out."""
    conflicts: tuple[Conflict, ...]

    @property
    def agrees(self) -> bool:
        return not self.additions and not self.conflicts

    def merged(self, *, theirs: bool) -> Document:
        """The card with the additions, and with one side of the conflicts."""
        resolved = {each.field: each.theirs for each in self.conflicts} if theirs else {}
        return with_fields(self.mine, {**self.additions, **resolved})


def compare_pack(game: AnyGame, pack: list[Entry], cards: Collection) -> Iterator[CardComparison]:
    """Compares every card of a pack with those of an owner."""
    guide, shipped = guide_of(game), shipped_cards(game)
    for entry in pack:
        number, was = entry.card.number, entry.was
        first = shipped.get(number) or shipped.get(was)
        base = dict(first.raw) if first else guide.fresh(number) or {}
        known = {each: cards.entries.get(cards.formerly.get(each, each)) for each in (number, was)}
        own = known[number] or known[was]
        mine = dict(own.raw) if own else base
        yield compare(guide, base, mine, entry)


def compare(guide: CardGuide, base: Document, mine: Document, entry: Entry) -> CardComparison:
    additions: Document = {}
    conflicts: list[Conflict] = []
    for names in field_groups(guide, {**mine, **entry.raw}):
        before, own, other = (
            {name: raw.get(name) for name in names} for raw in (base, mine, entry.raw)
        )
        if other in (before, own):
            continue
        if own == before:
            additions |= other
        else:
            conflicts += [
                Conflict(name, own[name], other[name]) for name in names if own[name] != other[name]
            ]
    return CardComparison(mine, entry.card, additions, tuple(conflicts))


def field_groups(guide: CardGuide, raw: Document) -> Iterator[tuple[str, ...]]:
    """The fields to compare, in groups that only make sense together."""
    together = tuple(guide.tagged(()))
    yield together
    for name in without_own_words(guide, raw):
        if name not in (*together, *PROVENANCE):
            yield (name,)


def without_own_words(guide: CardGuide, raw: Document) -> Document:
    """A card without the texts that its owner has written."""
    texts = {blank.name for blank in guide.rules.get(raw["kind"], ()) if isinstance(blank, Text)}
    return {name: value for name, value in raw.items() if name not in texts}


def edition_of(text: str, file: Path) -> str:
    """The printing of the game that a pack is for, if it says so."""
    return str(parse_toml(text, file, BadPack).get("edition", ""))


def own_edition(game: AnyGame, data: Path) -> str:
    """The printing of the game that an owner has."""
    said = (edition_of(read_text(file, BadPack), file) for file in owners_packs(game, data))
    return next(filter(None, said), "")


def read_shared_pack(game: AnyGame, file: Path) -> tuple[list[Entry], str]:
    """The cards of somebody's pack, and its edition."""
    text = read_text(file, BadPack)
    return parse_pack(game, text, file), edition_of(text, file)


def export_pack(
    game: AnyGame, data: Path, cards: Collection, file: Path, edition: str, *, replace: bool
) -> int:
    """Writes the facts of all the owner's cards into one pack; returns how many."""
    refuse_overwrite(file, replace)
    guide, owners = guide_of(game), owners_packs(game, data)
    own = [
        without_own_words(guide, entry.raw)
        for entry in cards.entries.values()
        if entry.file in owners
    ]
    if not own:
        raise Refusal("no_own_cards", say("You have no cards of your own to export."))
    said: Mapping[str, str] = {"game": game.id, "edition": edition or own_edition(game, data)}
    header = [f"{name} = {toml_value(value)}\n" for name, value in said.items() if value]
    write(file, "\n".join(("".join(header), *map(write_card, own))))
    return len(own)
