"""Tells which of the two usual chips a small screen has that answers."""

from collections.abc import Iterator

from PIL import Image, ImageDraw

from companion.devices.board.parts import Oled, ScreenChip
from companion.devices.doctor.checks import Finding, bad, ok, warning
from companion.devices.doctor.probes import CHECK_SCREEN_WIRES, Bench
from companion.devices.drawing.frames import HEIGHT, WIDTH, Window, pack
from companion.devices.screen.oled import DRIVERS, NO_ANSWER_ERRORS, Link, detect_chip
from companion.i18n.message import say

BRIGHT = 0x7F


def identify_chip(oled: Oled, bench: Bench) -> Iterator[Finding]:
    """Which of the two chips is it? What is in its memory may change by that."""
    link = Link(oled.port, oled.address)
    try:
        found = detect_chip(link) or _ask_person(link, oled, bench)
    except NO_ANSWER_ERRORS as error:
        yield warning(
            "oled",
            say("The screen stopped answering ({detail}).", detail=str(error)),
            CHECK_SCREEN_WIRES,
        )
        return
    finally:
        link.cleanup()
    if found is None:
        yield warning(
            "oled",
            say("The screen does not say whether it is an SSD1306 or an SH1106."),
            say("Ask the doctor at a keyboard: it shows a picture for each, and you say which."),
        )
    elif oled.driver in ("auto", found):
        yield ok("oled", say("The screen is an {chip}.", chip=found.upper()))
    else:
        yield bad(
            "oled",
            say(
                "The screen is an {chip}, but the profile says {other}.",
                chip=found.upper(),
                other=oled.driver,
            ),
            say("Write driver = {driver} into the profile.", driver=f'"{found}"'),
        )


def _ask_person(link: Link, oled: Oled, bench: Bench) -> ScreenChip | None:
    """Each driver shows its number, and whoever looks says which one was right."""
    if bench.ask is None:
        return None
    for driver in DRIVERS:
        panel = DRIVERS[driver](link, oled.rotation)
        empty, picture = (Image.new("1", (WIDTH, HEIGHT)) for _ in range(2))
        draw = ImageDraw.Draw(picture)
        draw.rectangle((8, 8, WIDTH - 9, HEIGHT - 9), outline=1)
        draw.text((WIDTH // 2 - 12, 24), driver.upper(), fill=1, anchor="lt")
        # First a whole picture, then a part of one: each driver does one of them wrong.
        panel.set_up(pack(panel.preprocess(empty)), BRIGHT)
        panel.send(Window(8, 1, WIDTH - 8, 7), pack(panel.preprocess(picture)))
        question = say("Is there a frame around {chip}, and no snow? y or n:", chip=driver.upper())
        if bench.ask(question).strip().lower().startswith(("y", "s")):
            return driver
    return None
