"""Small printed codes for cards that print none: a camera reads them, and no sticker is needed.

Each says a card's number only, in the smallest kind of QR code (21 squares a side), 10 mm wide.
"""

from collections.abc import Iterator

import segno

from companion.devices.printouts.paper import Room, write
from companion.games import AnyGame
from companion.games.layout import Size
from companion.games.taps import Thing
from companion.i18n.message import Message
from companion.match.taps.printed_codes import card_of

CODE_MM = 10.0
SQUARES = 21
QUIET_SQUARES = 4
LABEL = Size(44, CODE_MM + 2 * QUIET_SQUARES * CODE_MM / SQUARES)
MOST_LETTERS = 14
"""As many as the smallest kind takes, with some of it worn off."""


def numbers(game: AnyGame) -> list[str]:
    """The cards whose number alone leads to them, and fits."""
    state = game.blank
    deck = game.tap_handler.deck(state)
    links = dict.fromkeys(deck, "")
    return [each for each in deck if len(each) <= MOST_LETTERS and card_of(each, links) == each]


def labels(game: AnyGame) -> list[tuple[str, Message]]:
    """Each number, and what its card is called."""
    name = game.tap_handler.name
    return [(each, name(game.blank, Thing("card", each))) for each in numbers(game)]


def draw_label(cell: Room, says: tuple[str, ...]) -> Iterator[str]:
    number, name = says
    quiet = QUIET_SQUARES * CODE_MM / SQUARES
    yield cell.outline("cut")
    yield code(number, cell.left + quiet, cell.top + quiet)
    left = cell.left + CODE_MM + 2 * quiet
    right = Room(left, cell.top + 1, cell.width - (left - cell.left) - 1, cell.height - 2)
    yield from write(right.below(0, 5), number, 3.6, "bold")
    if name != number:  # nobody knows yet what some cards are called
        yield from write(right.below(5, right.height - 5), name, 2.8)


def code(text: str, left: float, top: float) -> str:
    """The dark squares of a code, row by row."""
    symbol = segno.make(text, version=1, error="m", micro=False, boost_error=False)
    square, runs = CODE_MM / SQUARES, []
    for y, row in enumerate(symbol.matrix):
        for x, dark in enumerate(row):
            if dark:
                runs.append(f"M{x} {y}h1v1h-1z")
    place = f"translate({left:.3f} {top:.3f}) scale({square:.6f})"
    return f'<path transform="{place}" d="{"".join(runs)}" fill="#000"/>'
