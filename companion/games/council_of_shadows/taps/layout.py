"""The table of Council of Shadows: slots, galaxies, decks, and no dice."""

from companion.games.council_of_shadows.model.card import Card
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import GALAXIES, SEATS, SLOTS, roman
from companion.games.layout import Layout, Mode, Row
from companion.i18n.message import Message, say

MOST_SLOTS = SLOTS + 2
"""With Ava and the Stargate."""
GALAXY = "galaxy"
ENERGY, GEMS = "energy", "gems"

LAYOUT = Layout(
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


PARSECS, LEVELS = range(1, 4), range(3)
DECKS: dict[str, Message] = {
    "ai": say("AI cards"),
    "light": say("Light bonus cards"),
    "secret": say("Dark bonus cards"),
    **{f"p{n}": say("System tiles, parsec {n}", n=n) for n in PARSECS},
    **{f"automa-{n}": say("Automa, deck {level}", level=roman(n)) for n in LEVELS},
}


def drawn_from(state: State, card: Card) -> str:
    """By the beginning of its id; an Automa card, where the AI plays, by what its owner says."""
    if card.kind != "automa":
        return card.number.partition("-")[0]
    if not any(player.automa for player in state.players.values()):
        return ""
    return f"automa-{state.box.tree['automa'][card.number]['deck']}"


def printed(card: Card) -> list[tuple[str, Message]]:
    """How far away a tile lies."""
    far = card.number[1]
    return [("kind:tile", say("parsec {n}", n=far))] if card.kind == "tile" else []
