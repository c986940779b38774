"""An owner's card packs: cards completed one by one, packs taken in and given away.

Whatever is written is first tried together with all other packs; if it does not fit, nothing is.
"""

from pathlib import Path

from companion.errors import BadPack, Refusal
from companion.games import AnyGame, Document
from companion.message import say
from companion.table.keeping.writing import keep, write
from companion.table.packs.loading import (
    FOLDER,
    NAMELESS,
    PROVISIONAL,
    Entry,
    NoSuchCard,
    guide_of,
    load_cards,
    owners_packs,
    parse_pack,
    read_pack,
)
from companion.table.packs.text import card_text, put_card, write_card
from companion.table.packs.toml import read_text

OWN = "own.toml"
"""The pack that completed cards go to, unless another one of the owner's has them already."""


class OwnPacks:
    def __init__(self, game: AnyGame, data: Path) -> None:
        self._game = game
        self._data = data
        self._folder = data / FOLDER / game.id
        self._cards = load_cards(game, data)

    def raw(self, number: str) -> Document:
        """What is said of a card so far; of one that no pack has, what its number tells."""
        try:
            return dict(self._cards.find(number).raw)
        except NoSuchCard:
            if fresh := guide_of(self._game).fresh(number):
                return dict(fresh)
            raise

    def text(self, number: str) -> str:
        """The same as TOML, with the comment above the card."""
        raw = self.raw(number)
        entry = self._cards.entries.get(raw["number"])
        return (
            card_text(read_text(entry.file, BadPack), entry.card.number)
            if entry
            else write_card(raw)
        )

    def put(self, number: str, text: str) -> Entry:
        """Saves the text of a card in the place of the card of this number."""
        before = self.raw(number)
        owners = owners_packs(self._game, self._data)
        entry = self._cards.entries.get(before["number"])
        pack = next((own for own in owners if entry and own == entry.file), self._folder / OWN)
        found = parse_pack(self._game, text, pack)
        if len(found) != 1:
            raise BadPack(pack, say("there should be one card, and there are {n}", n=len(found)))
        (new,) = found
        if new.card.number != before["number"]:
            text = write_card(self._renumbered(before, new.raw))
        old = read_text(pack, BadPack) if pack in owners else ""
        whole = put_card(old, before["number"], text)
        self._cards = load_cards(self._game, self._data, {pack: whole})
        write(pack, whole)
        return self._cards.entries[new.card.number]

    def _renumbered(self, before: Document, raw: Document) -> Document:
        """A card under the number that its owner read on it; the old one still leads to it."""
        old, number = before["number"], raw["number"]
        was = before.get("was") or (old if old.startswith(PROVISIONAL) else None)
        if was is None:
            raise Refusal(
                "number_printed",
                say("{number} is a printed number; only a provisional one changes.", number=old),
            )
        hidden = self._cards.entries.get(number)
        if hidden and hidden.card.name.en != NAMELESS:
            raise Refusal(
                "number_taken",
                say("{number} is {name} already.", number=number, name=hidden.card.name.en),
            )
        raw = {"number": number, "was": was, **{k: v for k, v in raw.items() if k != "was"}}
        guide = guide_of(self._game)
        if hidden and (owner := guide.owner_of(hidden.card)):
            raw.setdefault(guide.owner, owner)
        return raw

    def take_in(self, file: Path, *, replace: bool) -> tuple[Path, int]:
        """Adds a pack to the owner's; where it is now, and how many cards it has."""
        cards = len(read_pack(self._game, file))
        pack = self._folder / f"{file.stem}.toml"
        keep(pack, replace)
        text = read_text(file, BadPack)
        self._cards = load_cards(self._game, self._data, {pack: text})
        write(pack, text)
        return pack, cards

    def give_away(self, file: Path, *, replace: bool) -> int:
        """Writes all the owner's cards into one pack; how many there were."""
        keep(file, replace)
        owners = owners_packs(self._game, self._data)
        own = [entry.raw for entry in self._cards.entries.values() if entry.file in owners]
        if not own:
            raise Refusal("no_own_cards", say("You have no cards of your own to export."))
        write(file, "\n".join(map(write_card, own)))
        return len(own)
