"""Codes to cut out: a camera reads each at its real size, and it means its card."""

from xml.etree import ElementTree

import pytest
from PIL import Image, ImageDraw

from companion.devices.camera.decoding import read_codes
from companion.devices.camera.pictures import Picture
from companion.devices.printouts.codes import CODE_MM, SQUARES, code, numbers
from companion.games import game
from companion.match.taps.printed_codes import card_of

DOTS_A_SQUARE = 3


def photographed(drawn: str) -> Picture:
    """The label as a camera sees it, whose small squares have three dots each."""
    path = ElementTree.fromstring(drawn)
    side = SQUARES + 8
    picture = Image.new("L", (side * DOTS_A_SQUARE, side * DOTS_A_SQUARE), 235)
    draw = ImageDraw.Draw(picture)
    for run in path.attrib["d"].split("M")[1:]:
        x, y = (int(each) + 4 for each in run.split("h")[0].split())
        corner = x * DOTS_A_SQUARE, y * DOTS_A_SQUARE
        draw.rectangle((*corner, *(each + DOTS_A_SQUARE - 1 for each in corner)), fill=30)
    return Picture.of(picture)


@pytest.mark.parametrize("name", ["naufragos", "council_of_shadows", "daybreak"])
def test_every_code_is_read_and_means_its_card(name: str) -> None:
    rules = game(name)
    known = dict.fromkeys(rules.tap_handler.deck(rules.blank), "")
    labelled = numbers(rules)
    assert labelled
    for number in labelled[:: max(1, len(labelled) // 12)]:
        drawn = code(number, 0, 0)
        assert f"scale({CODE_MM / SQUARES:.6f})" in drawn
        [read] = read_codes(photographed(drawn))
        assert card_of(read.text, known) == number
