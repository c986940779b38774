"""Packs that owners give each other: the facts of their cards, and where two owners disagree.

What ships is what both began with. A field that only one of them has read is taken; where both have
read it and it is not the same, somebody has to say whose counts.
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
from companion.storage.packs.card_json import changed
from companion.storage.packs.load import (
    Collection,
    Entry,
    guide_of,
    owners_packs,
    parse_pack,
    shipped_cards,
)
from companion.storage.packs.toml_files import parse_toml, read_text, write_card, written

NUMBER = "number"
BESIDE = ("source", "confidence", "link")
"""Where something was read: owners need not agree on that."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What two owners have read on the same place of a card."""

    field: str
    mine: Any
    theirs: Any


@dataclass(frozen=True, slots=True)
class Offer:
    """A card of somebody else's pack, beside one's own."""

    mine: Document
    card: Any
    news: Document
    """What only they have read; None for what is left out because of it."""
    differences: tuple[Difference, ...]

    @property
    def agrees(self) -> bool:
        return not self.news and not self.differences

    def taken(self, *, theirs: bool) -> Document:
        """The card with what is new, and where they differ with whose words count."""
        differing = {each.field: each.theirs for each in self.differences} if theirs else {}
        return changed(self.mine, {**self.news, **differing})


def offers(game: AnyGame, pack: list[Entry], cards: Collection) -> Iterator[Offer]:
    """Every card of a pack, compared with the cards of an owner."""
    guide, shipped = guide_of(game), shipped_cards(game)
    for entry in pack:
        number, was = entry.card.number, entry.was
        first = shipped.get(number) or shipped.get(was)
        base = dict(first.raw) if first else guide.fresh(number) or {}
        known = {each: cards.entries.get(cards.formerly.get(each, each)) for each in (number, was)}
        own = known[number] or known[was]
        mine = dict(own.raw) if own else base
        yield compared(guide, base, mine, entry)


def compared(guide: CardGuide, base: Document, mine: Document, entry: Entry) -> Offer:
    news: Document = {}
    differences: list[Difference] = []
    for names in units(guide, {**mine, **entry.raw}):
        before, own, other = (
            {name: raw.get(name) for name in names} for raw in (base, mine, entry.raw)
        )
        if other in (before, own):
            continue
        if own == before:
            news |= other
        else:
            differences += [
                Difference(name, own[name], other[name])
                for name in names
                if own[name] != other[name]
            ]
    return Offer(mine, entry.card, news, tuple(differences))


def units(guide: CardGuide, raw: Document) -> Iterator[tuple[str, ...]]:
    """The fields of a card that say something; those that say it together, together."""
    together = tuple(guide.tagged(()))
    yield together
    texts = {blank.name for blank in guide.rules.get(raw["kind"], ()) if isinstance(blank, Text)}
    for name in raw:
        if name not in (*together, *BESIDE, *texts):
            yield (name,)


def facts(guide: CardGuide, raw: Document) -> Document:
    """A card without what its owner has written in words of their own."""
    texts = {blank.name for blank in guide.rules.get(raw["kind"], ()) if isinstance(blank, Text)}
    return {name: value for name, value in raw.items() if name not in texts}


def edition_of(text: str, file: Path) -> str:
    """Which printing of a game a pack is for, in its owner's words; nothing if it does not say."""
    return str(parse_toml(text, file, BadPack).get("edition", ""))


def own_edition(game: AnyGame, data: Path) -> str:
    """Which printing of a game an owner has."""
    said = (edition_of(read_text(file, BadPack), file) for file in owners_packs(game, data))
    return next(filter(None, said), "")


def read_shared(game: AnyGame, file: Path) -> tuple[list[Entry], str]:
    """The cards of somebody's pack, and the edition that it is for."""
    text = read_text(file, BadPack)
    return parse_pack(game, text, file), edition_of(text, file)


def give_away(
    game: AnyGame, data: Path, cards: Collection, file: Path, edition: str, *, replace: bool
) -> int:
    """Writes the facts of all the owner's cards into one pack; how many there were."""
    refuse_overwrite(file, replace)
    guide, owners = guide_of(game), owners_packs(game, data)
    own = [facts(guide, entry.raw) for entry in cards.entries.values() if entry.file in owners]
    if not own:
        raise Refusal("no_own_cards", say("You have no cards of your own to export."))
    said: Mapping[str, str] = {"game": game.id, "edition": edition or own_edition(game, data)}
    header = [f"{name} = {written(value)}\n" for name, value in said.items() if value]
    write(file, "\n".join(("".join(header), *map(write_card, own))))
    return len(own)
