"""The table of Náufragos: actions and decks lie still all evening, a sticker each."""

from companion.games.layout import Layout, Mode, Row, Size
from companion.games.naufragos.model.terms import ACTIONS, DECKS, DICE, REST, SECTORS
from companion.i18n.message import say

REST_SPACES = 6

LAYOUT = Layout(
    # The usual size of such cards, and of sleeves for them; nobody measured those of a box.
    card=Size(63, 88),
    sleeve=Size(66, 91),
    rows=(
        *(
            Row(action, name, REST_SPACES if action == REST else 1)
            for action, name in ACTIONS.items()
        ),
        *(Row(deck, SECTORS[deck], 1) for deck in DECKS),
    ),
    dice=DICE,
    modes={
        "other": Mode(
            say("OTHER WAY"),
            asks=say("OTHER WAY: tap who eats own food, or a pending exploration."),
            does=say("Tap this and who eats own food, or this and a pending exploration."),
        ),
        "discard": Mode(
            say("WHITE PAWN"),
            asks=say("WHITE PAWN: tap the camp card. Or tap an object that is gone."),
            does=say("Tap this and a camp card for the white pawn; or an object that is gone."),
        ),
    },
)
