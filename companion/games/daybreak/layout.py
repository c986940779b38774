"""The table of Daybreak: stacks before every power, Global Projects and crises between them."""

from companion.games.daybreak.projects import SLOTS
from companion.games.daybreak.terms import DICE, POWERS, STACKS
from companion.games.layout import Layout, Row, Size
from companion.message import say

MOST_CRISES = 9

LAYOUT = Layout(
    # The usual size of cards, and of sleeves for them; nobody measured those of a box.
    card=Size(63, 88),
    sleeve=Size(66, 91),
    seats=POWERS,
    rows=(
        *(Row(power, say("Stack"), STACKS, name) for power, name in POWERS.items()),
        Row("global", say("Global Project"), SLOTS),
        Row("crisis", say("Crisis"), MOST_CRISES),
    ),
    dice=DICE,
)
