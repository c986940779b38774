"""Card packs: TOML files of what cards do, shipped with a game or written by an owner.

An owner's cards override shipped ones card by card. A pack with a mistake in it is refused whole,
and the sentence names the file, the card, the field and the value.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from keyword import iskeyword
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import BadPack, CompanionError
from companion.games import AnyGame, CardGuide, Document, resource
from companion.i18n.message import Message, say
from companion.storage.packs.card_search import shared_names
from companion.storage.packs.toml_files import parse_toml, read_text

FOLDER = "packs"
"""Where an owner's packs are, in the data folder."""
PROVISIONAL = "?"
"""How the number of a card begins whose printed one nobody knows."""
NAMELESS = "?"
"""The name of a card whose name nobody knows."""
PassOver = Callable[[BadPack], None]
HEADER = ("game", "edition")
"""What a pack may say of itself: which game its cards are of, and which printing of it."""
Flaw = tuple[str, Message]
"""A field of a card that is wrong, and why."""
MISSING = object()
MAX_VALUE_LENGTH = 60
"""How much of a wrong value an error shows."""


class NoSuchCard(CompanionError, LookupError):
    """No pack has a card of this number."""

    code = "no_such_card"


@dataclass(frozen=True, slots=True)
class Entry:
    """A card, and what its pack says of it word for word."""

    card: Any
    raw: Document
    file: Traversable
    was: str
    """The provisional number that the card had before its owner read the printed one."""


@dataclass(frozen=True)
class Collection:
    """Every card of a game by its number, an owner's before a shipped one."""

    entries: Mapping[str, Entry]
    formerly: Mapping[str, str]
    """Numbers that cards had once, and the numbers that they have now."""

    @cached_property
    def cards(self) -> Mapping[str, Any]:
        return {number: entry.card for number, entry in self.entries.items()}

    def links(self, deck: Iterable[str]) -> dict[str, str]:
        """Every card by its number, also those that no pack has, with its address or ""."""
        known = {number: getattr(card, "link", "") for number, card in self.cards.items()}
        return {**dict.fromkeys(deck, ""), **known}

    def find(self, number: str) -> Entry:
        """The card of this number, or of one that it had before."""
        for each in (number, self.formerly.get(number, "")):
            if entry := self.entries.get(each):
                return entry
        raise NoSuchCard(say("No pack has a card {number}.", number=number))


def load_cards(
    game: AnyGame,
    folder: Path | None = None,
    changed: Mapping[Path, str] | None = None,
    pass_over: PassOver | None = None,
) -> Collection:
    """The cards that ship with a game, and over them those in an owner's data folder.

    ``changed`` has the text of owner's packs that are about to be written, to try them first. While
    people play, a pack that cannot be used is told to ``pass_over`` and left out; otherwise it is
    raised.
    """
    own = owners_cards(game, folder, changed or {}, pass_over)
    return one_over_the_other(shipped_cards(game), own) if own else shipped_collection(game)


def one_over_the_other(shipped: Mapping[str, Entry], own: Mapping[str, Entry]) -> Collection:
    entries: dict[str, Entry] = {}
    formerly: dict[str, str] = {}
    for layer in (shipped, own):
        for number, entry in layer.items():
            if entry.was:
                entries.pop(entry.was, None)
                formerly[entry.was] = number
        entries |= layer
    return Collection(with_shared_names(dict(sorted(entries.items()))), formerly)


def owners_cards(
    game: AnyGame, folder: Path | None, changed: Mapping[Path, str], pass_over: PassOver | None
) -> dict[str, Entry]:
    found: list[Entry] = []
    for pack in sorted({*owners_packs(game, folder), *changed}):
        try:
            text = changed[pack] if pack in changed else read_text(pack, BadPack)
            both = [*found, *parse_pack(game, text, pack)]
            by_number(both)
        except BadPack as error:
            if pass_over is None:
                raise
            pass_over(error)
        else:
            found = both
    return by_number(found)


@cache
def shipped_cards(game: AnyGame) -> dict[str, Entry]:
    """The cards that ship with a game: read once, since they never change."""
    packs = (entry for pack in shipped_packs(game) for entry in read_pack(game, pack))
    return with_shared_names(by_number(packs))


@cache
def shipped_collection(game: AnyGame) -> Collection:
    return one_over_the_other(shipped_cards(game), {})


def with_shared_names(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    cards = shared_names((entry.card for entry in entries.values()), NAMELESS)
    return {
        number: replace(entry, card=card)
        for (number, entry), card in zip(entries.items(), cards, strict=True)
    }


def shipped_packs(game: AnyGame) -> list[Traversable]:
    folder = resource(game, "cards")
    return sorted(toml_files(folder), key=lambda file: file.name) if folder else []


def owners_packs(game: AnyGame, folder: Path | None) -> list[Path]:
    """An owner's packs for a game. Before there were several, they lay beside one another."""
    packs = folder / FOLDER if folder else None
    if packs is None or not packs.is_dir():
        return []
    old = packs.glob("*.toml") if game.legacy_default else ()
    return sorted((*old, *(packs / game.id).glob("*.toml")))


def toml_files(folder: Traversable) -> Iterator[Traversable]:
    return (file for file in folder.iterdir() if file.name.endswith(".toml"))


def by_number(entries: Iterable[Entry]) -> dict[str, Entry]:
    """The cards of one set of packs; none is there twice, by the number it has or had."""
    taken: dict[str, Entry] = {}
    found: dict[str, Entry] = {}
    for entry in entries:
        number = entry.card.number
        for field, each in {"number": number, "was": entry.was}.items():
            if each in taken:
                why = say("this card is in {file} already", file=taken[each].file)
                raise bad_pack(entry.file, number, entry.raw, field, why)
            if each:
                taken[each] = entry
        found[number] = entry
    return found


def read_pack(game: AnyGame, file: Traversable) -> list[Entry]:
    return parse_pack(game, read_text(file, BadPack), file)


def parse_pack(game: AnyGame, text: str, file: Traversable) -> list[Entry]:
    """The cards of one pack; ``BadPack`` for the first mistake in it."""
    content = parse_toml(text, file, BadPack)
    for key, value in content.items():
        if key not in (*HEADER, "cards"):
            raise BadPack(file, say("{key} is not known here; a pack has cards only", key=key))
        if key in HEADER and not isinstance(value, str):
            raise BadPack(file, say("{key} should be a text", key=key))
    if (meant := content.get("game", game.id)) != game.id:
        raise BadPack(file, say("it is for another game, {game}", game=meant))
    raws = content.get("cards", [])
    if not isinstance(raws, list) or not all(isinstance(raw, dict) for raw in raws):
        raise BadPack(file, say("every card begins with a line [[cards]]"))
    return [parse_card(game, raw, file, at) for at, raw in enumerate(raws, 1)]


def parse_card(game: AnyGame, raw: Document, file: Traversable, at: int) -> Entry:
    number = raw.get("number")
    card, flaws = validate(game, raw)
    for field, why in flaws:
        raise bad_pack(
            file, number if isinstance(number, str) and number else f"#{at}", raw, field, why
        )
    return Entry(card, raw, file, raw.get("was", ""))


def validate(game: AnyGame, raw: Document) -> tuple[Any, list[Flaw]]:
    """A card from a pack's fields, and every flaw in them."""
    guide, flaws = guide_of(game), list[Flaw]()
    if not isinstance(raw.get("was", ""), str):
        flaws.append(("was", say("this should be a number like another card's")))
    said = {field_of(key): value for key, value in raw.items() if key != "was"}
    while True:
        try:
            card: Any = msgspec.convert(said, guide.type, strict=True)
            break
        except msgspec.ValidationError as error:
            field, why = type_error(error)
            head = re.split(r"[.\[]", field)[0]
            if any(head == told for told, _ in flaws):
                return None, flaws  # what every card has cannot be missed
            flaws.append((field, why))
            # What else is wrong can be told without it.
            if said.pop(head, None) is None:
                return None, flaws
    if not flaws:
        known = msgspec.to_builtins(card)
        flaws += [(field, say("no card has such a field")) for field in unknown_fields(said, known)]
        flaws += guide.check(card)
    return card, flaws


def field_of(key: str) -> str:
    """A card's field by its name in a pack; a word of Python's own has an underscore behind it."""
    return f"{key}_" if iskeyword(key) else key


def guide_of(game: AnyGame) -> CardGuide:
    if game.cards is None:
        raise NoSuchCard(say("{game} has no card packs.", game=game.name))
    return game.cards


def type_error(error: msgspec.ValidationError) -> tuple[str, Message]:
    """The field of wrong type, and why, from msgspec's sentence."""
    why, _, where = str(error).partition(" - at ")
    path = where.rpartition("`$")[2].removesuffix("`").lstrip(".")
    if missing := re.fullmatch("Object missing required field `(.*)`", why):
        return ".".join(filter(None, (path, missing[1]))), say("this is missing")
    if types := re.fullmatch("Expected `(.*)`, got `(.*)`", why):
        return path, say("this should be {wanted}, not {found}", wanted=types[1], found=types[2])
    return path, say("this cannot stand here; docs/card-packs.md says what can")


def unknown_fields(raw: Any, known: Any, path: str = "") -> Iterator[str]:
    """Fields that the card's type does not have: those that parsing dropped."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            here = f"{path}.{key}" if path else key
            if key in known:
                yield from unknown_fields(value, known[key], here)
            else:
                yield here
    elif isinstance(raw, list):
        for at, (value, read) in enumerate(zip(raw, known, strict=True)):
            yield from unknown_fields(value, read, f"{path}[{at}]")


def bad_pack(file: Traversable, card: str, raw: Document, field: str, why: Message) -> BadPack:
    found = value_at(raw, field)
    if found is MISSING:
        sentence = say("card {card}, {field}: {why}", card=card, field=field, why=why)
        return BadPack(file, sentence, field, why)
    shown = json.dumps(found, ensure_ascii=False, default=str)
    if len(shown) > MAX_VALUE_LENGTH:
        shown = f"{shown[:MAX_VALUE_LENGTH]}…"
    sentence = say(
        "card {card}, {field} = {value}: {why}", card=card, field=field, value=shown, why=why
    )
    return BadPack(file, sentence, field, why)


def value_at(raw: Any, field: str) -> Any:
    """What a pack says at ``action.effects[0].by``; ``MISSING`` where it says nothing."""
    for step in re.findall(r"[^.\[\]]+", field):
        if isinstance(raw, list) and step.isdecimal() and int(step) < len(raw):
            raw = raw[int(step)]
        elif isinstance(raw, dict) and step in raw:
            raw = raw[step]
        else:
            return MISSING
    return raw
