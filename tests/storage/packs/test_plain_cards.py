"""A pack of a game of one's own begins with three fields of each card."""

from pathlib import Path

import pytest

from companion.errors import BadPack
from companion.games import CardGuide, Names, PlainCard
from companion.i18n.message import say
from companion.storage.packs.load import parse_pack
from tests.support.tally import Tally

CARD = '[[cards]]\nnumber = "7"\nkind = "ship"\nname = { en = "Gull", es = "Gaviota" }\n'


class Harbour(Tally):
    cards = CardGuide(kinds={"ship": say("Ship")})


def test_three_fields_are_a_card() -> None:
    (entry,) = parse_pack(Harbour(), CARD, Path("ships.toml"))

    assert entry.card == PlainCard("7", "ship", Names(en="Gull", es="Gaviota"))
    assert Harbour.cards
    assert (Harbour.cards.describe(entry.card), Harbour.cards.owner_of(entry.card)) == ((), None)


def test_a_field_that_no_card_has_is_named() -> None:
    with pytest.raises(BadPack, match="sails"):
        parse_pack(Harbour(), CARD + "sails = 2\n", Path("ships.toml"))
