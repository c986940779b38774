"""The table of Council of Shadows: slots before every seat, galaxies between them, no dice."""

from companion.games.council_of_shadows.model.terms import GALAXIES, SEATS, SLOTS
from companion.games.layout import Layout, Mode, Row, Size
from companion.i18n.message import say

MOST_SLOTS = SLOTS + 2
"""With Ava and the Stargate."""
GALAXY = "galaxy"
ENERGY, GEMS = "energy", "gems"

LAYOUT = Layout(
    # The usual size of cards, and of sleeves for them; nobody measured those of a box.
    card=Size(63, 88),
    sleeve=Size(66, 91),
    rows=(
        *(Row(seat, say("Slot"), MOST_SLOTS, name) for seat, name in SEATS.items()),
        Row(GALAXY, say("Galaxy"), len(GALAXIES), names=GALAXIES),
    ),
    modes={
        ENERGY: Mode(
            say("ENERGY"),
            asks=say("ENERGY: how much?"),
            does=say("Tap this, count with the knob, and NEXT."),
        ),
        GEMS: Mode(
            say("GEMS"),
            asks=say("GEMS: which?"),
            does=say("Tap this to buy an upgrade, or to count gems."),
        ),
    },
)
