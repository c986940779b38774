"""Cards as lines of a table script, so that a game with an owner's packs can be replayed without
them.

``cards`` has all that differ from the shipped ones, as JSON; ``card`` some fields of one of them,
read while people play.
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
    """The line for the cards in force; empty if all are as they ship."""
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
    source = Path(CARDS_WORD)
    try:
        raws = json.loads(text)
    except ValueError as error:
        raise BadPack(source, say("it is not JSON ({why})", why=error)) from None
    if not isinstance(raws, list) or not all(isinstance(each, dict) for each in raws):
        raise BadPack(source, say("this should be a list of cards"))
    read = (parse_card(game, each, source, at).card for at, each in enumerate(raws, 1))
    return {card.number: card for card in read}


def card_line(number: str, said: Document) -> str:
    """The line that sets some fields of a card; None removes one."""
    return f"{CARD_WORD} {json_in_a_line({'number': number, **said})}"


def parse_card_line(game: AnyGame, state: Any, text: str) -> Any:
    """The input of a ``card`` line; ``state`` has the card as it was."""
    guide, source = guide_of(game), Path(CARD_WORD)
    if guide.tell is None:
        raise NoSuchCard(say("{game} takes its cards as they are when it begins.", game=game.name))
    try:
        said = json.loads(text)
    except ValueError as error:
        raise BadPack(source, say("it is not JSON ({why})", why=error)) from None
    if not isinstance(said, dict) or not isinstance(number := said.pop("number", None), str):
        raise BadPack(source, say("this should be a card with its number"))
    return guide.tell(updated_card(game, state, number, said), tuple(said))


def updated_card(game: AnyGame, state: Any, number: str, said: Document) -> Any:
    """A card in force, with these fields set."""
    guide = guide_of(game)
    known = guide.in_force(state).get(number)
    before = raw(known) if known is not None else guide.fresh(number)
    if before is None:
        raise NoSuchCard(say("No pack has a card {number}.", number=number))
    return parse_card(game, with_fields(before, said), Path(CARD_WORD), 1).card


def with_fields(before: Document, said: Document) -> Document:
    """A raw card with some fields set; None removes one."""
    kept = {name: value for name, value in before.items() if name not in said}
    return kept | {name: value for name, value in said.items() if value is not None}


def raw(value: Any) -> Any:
    """A card as a pack has it: without defaults."""
    if is_dataclass(value):
        said = {each.name: getattr(value, each.name) for each in fields(value)}
        usual = {each.name: default_of(each) for each in fields(value)}
        changed = {name: raw(each) for name, each in said.items() if each != usual[name]}
        return {name.removesuffix("_"): each for name, each in changed.items()}
    return [raw(each) for each in value] if isinstance(value, tuple) else value


def default_of(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()
