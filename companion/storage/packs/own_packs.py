"""An owner's card packs: cards completed one by one, packs taken in and given away.

Whatever is written is first tried together with all other packs; if it does not fit, nothing is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import BadPack, Refusal
from companion.games import AnyGame, Document
from companion.i18n.message import Message, say
from companion.storage.atomic_files import locked, set_aside, write
from companion.storage.packs.card_json import raw, with_fields
from companion.storage.packs.load import (
    FOLDER,
    NAMELESS,
    PROVISIONAL,
    Entry,
    NoSuchCard,
    PassOver,
    guide_of,
    load_cards,
    owners_packs,
    parse_pack,
    shipped_cards,
)
from companion.storage.packs.toml_files import (
    card_text,
    put_card,
    put_cards,
    read_text,
    without_card,
    write_card,
)

if TYPE_CHECKING:
    from companion.match.match import Step

Tell = Callable[[Message], None]
OWN = "own.toml"
"""The pack that completed cards go to, unless another one of the owner's has them already."""


class OwnPacks:
    """While people play, ``tell`` hears of a pack that cannot be used, and the others are; without
    it such a pack is an error, so that its owner can mend it.
    """

    def __init__(self, game: AnyGame, data: Path, tell: Tell | None = None) -> None:
        self._game = game
        self._data = data
        self._tell = tell
        self._folder = data / FOLDER / game.id
        self._look()

    def _look(self, changed: Mapping[Path, str] | None = None) -> None:
        """The packs as they are now; somebody else may have changed them."""
        self._broken: dict[Path, BadPack] = {}
        pass_over = self._pass_over if self._tell else None
        self._cards = load_cards(self._game, self._data, changed, pass_over)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Two who change something in the same moment both count."""
        with locked(self._folder / OWN, self._data):
            self._look()
            yield

    def _pass_over(self, error: BadPack) -> None:
        assert self._tell, "whoever passes over a pack tells of it"
        self._broken[Path(str(error.file))] = error
        self._tell(left_out(error))

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

    def change(self, number: str, how: Callable[[Document], None]) -> Entry:
        """Changes what is said of a card."""
        with self._changing():
            raw = self.raw(number)
            how(raw)
            return self._put(number, write_card(raw))

    def put(self, number: str, text: str) -> Entry:
        """Saves the text of a card in the place of the card of this number."""
        with self._changing():
            return self._put(number, text)

    def say(self, number: str, said: Document) -> Entry:
        """The owner says what some fields of a card are; None for one that is left out."""

        def how(raw: Document) -> None:
            after = with_fields(raw, said)
            raw.clear()
            raw.update(after)

        return self.change(number, how)

    def put_all(self, cards: Mapping[str, Document]) -> None:
        """Many cards at once, by the numbers that they have: all of them, or none."""
        with self._changing():
            texts: dict[Path, dict[str, str]] = {}
            for number, raw in cards.items():
                texts.setdefault(self._pack_of(number), {})[number] = write_card(raw)
            whole = {
                pack: put_cards(read_text(pack, BadPack) if pack.exists() else "", each)
                for pack, each in texts.items()
            }
            self._look(whole)
            for pack, text in whole.items():
                write(pack, text)

    def learn(self, number: str, said: Document, instead_of: Document | None = None) -> None:
        """Somebody has said at the table what some fields of a card are; None for one left out.

        Whoever takes something back says what it was ``instead_of``: if the owner has written
        anything else there since, that stays. A card that is as it shipped again leaves the pack.
        """
        with self._changing():
            raw = self.raw(number)
            there = {name: raw.get(name) for name in said}
            if there == said or (instead_of is not None and there != instead_of):
                return
            shipped = shipped_cards(self._game).get(raw["number"])
            first = dict(shipped.raw) if shipped else guide_of(self._game).fresh(number) or {}
            kept = {**({} if shipped else first), **with_fields(raw, said)}
            if instead_of is not None and kept == first:
                pack = self._pack_of(number)
                write(pack, without_card(read_text(pack, BadPack), raw["number"]))
            else:
                self._put(number, write_card(kept))

    def _pack_of(self, number: str) -> Path:
        """The owner's pack that has a card, or will have it."""
        owners = owners_packs(self._game, self._data)
        entry = self._cards.entries.get(self._cards.formerly.get(number, number))
        return next((own for own in owners if entry and own == entry.file), self._folder / OWN)

    def _put(self, number: str, text: str) -> Entry:
        before, pack = self.raw(number), self._pack_of(number)
        found = parse_pack(self._game, text, pack)
        if len(found) != 1:
            raise BadPack(pack, say("there should be one card, and there are {n}", n=len(found)))
        (new,) = found
        if new.card.number != before["number"]:
            text = write_card(self._renumbered(before, new.raw))
        if pack in self._broken:
            self._start_anew(pack)
        old = read_text(pack, BadPack) if pack.exists() else ""
        whole = put_card(old, before["number"], text)
        trial = load_cards(self._game, self._data, {pack: whole}, self._unless(pack))
        write(pack, whole)
        self._cards = trial
        return self._cards.entries[new.card.number]

    def _unless(self, pack: Path) -> PassOver | None:
        """Other packs may be broken; the one that is about to be written may not."""
        if self._tell is None:
            return None

        def pass_over(error: BadPack) -> None:
            if error.file == pack:
                raise error

        return pass_over

    def _start_anew(self, pack: Path) -> None:
        message = set_aside(pack)
        if self._tell:
            self._tell(message)

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


def store_card_facts(
    game: AnyGame, data: Path, step: "Step", *, taken_back: bool, tell: Tell | None = None
) -> None:
    """What a step says of printed cards goes to the owner's packs, or leaves them again."""
    guide = guide_of(game)
    for told in filter(None, map(guide.told, step.events)):
        before, after = (
            pack_fields(guide.in_force(state).get(told.number), told.fields)
            for state in (step.before, step.after)
        )
        packs = OwnPacks(game, data, tell)
        if taken_back:
            packs.learn(told.number, before, instead_of=after)
        else:
            packs.learn(told.number, after)


def pack_fields(card: Any, names: Sequence[str]) -> Document:
    """Some fields of a card as a pack would say them; None for what it would leave out."""
    said = raw(card) if card is not None else {}
    return {name: said.get(name) for name in names}


def left_out(error: BadPack) -> Message:
    return say("{why}. Its cards are left out until it is mended.", why=error.message)
