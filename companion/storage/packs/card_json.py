"""What cards do, told in one line of a table script: a game with an owner's packs needs no pack.

``cards`` tells all that differ from those that ship, as a pack would say them; ``card`` what
somebody reads on one of them while people play.
"""

import json
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any

from companion.errors import BadPack
from companion.games import AnyGame, Document
from companion.i18n.message import say
from companion.match.script_syntax import json_in_a_line
from companion.storage.packs.load import NoSuchCard, guide_of, parse_card, shipped_cards

CARDS_WORD = "cards"
"""How such a line begins, and what stands in the place of a pack's name in errors."""
CARD_WORD = "card"
"""How a line begins that says some fields of one card."""


def cards_line(game: AnyGame, state: Any) -> str:
    """The line for the cards that are in force; empty where all are as they ship."""
    if game.cards is None:
        return ""
    shipped = {number: entry.card for number, entry in shipped_cards(game).items()}
    own = [
        raw(card)
        for number, card in game.cards.in_force(state).items()
        if shipped.get(number) != card
    ]
    return f"{CARDS_WORD} {json_in_a_line(own)}" if own else ""


def parse_cards(game: AnyGame, text: str) -> dict[str, Any]:
    """The cards of such a line, by number."""
    told = Path(CARDS_WORD)
    try:
        raws = json.loads(text)
    except ValueError as error:
        raise BadPack(told, say("it is not JSON ({why})", why=error)) from None
    if not isinstance(raws, list) or not all(isinstance(each, dict) for each in raws):
        raise BadPack(told, say("this should be a list of cards"))
    read = (parse_card(game, each, told, at).card for at, each in enumerate(raws, 1))
    return {card.number: card for card in read}


def card_line(number: str, said: Document) -> str:
    """The line by which these fields of a card are so; None for one that is left out."""
    return f"{CARD_WORD} {json_in_a_line({'number': number, **said})}"


def parse_card_line(game: AnyGame, state: Any, text: str) -> Any:
    """The input that such a line means, from the cards that are in force before it."""
    guide, told = guide_of(game), Path(CARD_WORD)
    if guide.tell is None:
        raise NoSuchCard(say("{game} takes its cards as they are when it begins.", game=game.name))
    try:
        said = json.loads(text)
    except ValueError as error:
        raise BadPack(told, say("it is not JSON ({why})", why=error)) from None
    if not isinstance(said, dict) or not isinstance(number := said.pop("number", None), str):
        raise BadPack(told, say("this should be a card with its number"))
    return guide.tell(updated_card(game, state, number, said), tuple(said))


def updated_card(game: AnyGame, state: Any, number: str, said: Document) -> Any:
    """A card as it is in force, with what is said of it now."""
    guide = guide_of(game)
    known = guide.in_force(state).get(number)
    before = raw(known) if known is not None else guide.fresh(number)
    if before is None:
        raise NoSuchCard(say("No pack has a card {number}.", number=number))
    return parse_card(game, with_fields(before, said), Path(CARD_WORD), 1).card


def with_fields(before: Document, said: Document) -> Document:
    """What a pack says of a card, with other fields; None for one that is left out."""
    kept = {name: value for name, value in before.items() if name not in said}
    return kept | {name: value for name, value in said.items() if value is not None}


def raw(value: Any) -> Any:
    """A card as a pack says it: without what it would be anyway."""
    if is_dataclass(value):
        said = {each.name: getattr(value, each.name) for each in fields(value)}
        usual = {each.name: default_of(each) for each in fields(value)}
        told = {name: raw(each) for name, each in said.items() if each != usual[name]}
        return {name.removesuffix("_"): each for name, each in told.items()}
    return [raw(each) for each in value] if isinstance(value, tuple) else value


def default_of(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
