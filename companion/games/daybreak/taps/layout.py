"""The table of Daybreak: stacks before every power, Global Projects and crises between them."""

from companion.games.daybreak.model.terms import DICE, POWERS, STACKS, TAGS
from companion.games.daybreak.rules.projects import SLOTS
from companion.games.layout import Layout, Mode, Row, Size
from companion.i18n.message import say

MOST_CRISES = 9

LAYOUT = Layout(
    # The usual size of cards, and of sleeves for them; nobody measured those of a box.
    card=Size(63, 88),
    sleeve=Size(66, 91),
    rows=(
        *(Row(power, say("Stack"), STACKS, name) for power, name in POWERS.items()),
        Row("global", say("Global Project"), SLOTS),
        Row("crisis", say("Crisis"), MOST_CRISES),
    ),
    dice=DICE,
    printed=TAGS,
    modes={
        "tuck": Mode(
            say("TUCK"),
            asks=say("TUCK: tap a card, and where it goes."),
            does=say("Tap this, a card, and where the card is tucked."),
        ),
        "discard": Mode(
            say("DISCARD"),
            asks=say("DISCARD: tap the card."),
            does=say("Tap this and the card that is discarded."),
        ),
    },
    formerly={power: f"seat:{n}" for n, power in enumerate(POWERS, 1)},
)
