"""Bytes on the wire to the OLED, ours beside luma's own full frame, on the simulated chips.

A typical update is a total that changes: a large number and the bar beside it are drawn anew. The
figures without a chip's name are the SSD1306's; times are those of a bus at 400 kHz.
"""

from collections.abc import Callable, Iterator
from random import Random
from statistics import median

from luma.core.device import device
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageDraw, ImageFont

from companion.clock import VirtualClock
from companion.devices.board.parts import Driver, Oled
from companion.devices.screen.screen import Screen, open_screen
from companion.devices.simulator.i2c import Bus, install
from companion.devices.simulator.oled import SH1106, SSD1306, OledChip
from tests.benchmarks.measuring import Figures

ADDRESS = 0x3C
UPDATES = 200
MOST = 60


def figures() -> Figures:
    return {
        **_measure("ssd1306", SSD1306(), ssd1306),
        **{f"sh1106_{key}": value for key, value in _measure("sh1106", SH1106(), sh1106).items()},
    }


def picture(total: int) -> Image.Image:
    """A screen as a game would have it: a heading, the total in large figures, and its bar."""
    image = Image.new("1", Screen.size)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.text((2, 0), "Total this round", fill=1, font=ImageFont.load_default(12))
    draw.text((2, 14), f"{total}", fill=1, font=ImageFont.load_default(36))
    draw.text((60, 30), f"of {MOST}", fill=1, font=ImageFont.load_default(16))
    draw.rectangle((2, 55, 125, 62), outline=1)
    draw.rectangle((4, 57, 4 + 119 * total // MOST, 60), fill=1)
    return image


def _measure(driver: Driver, chip: OledChip, stock: Callable[[i2c], device]) -> Figures:
    clock = VirtualClock()
    bus = Bus(clock)
    bus.attach(ADDRESS, chip)

    def cost(send: Callable[[], object]) -> tuple[int, float]:
        bytes_before, before = bus.bytes, clock.now()
        send()
        return bus.bytes - bytes_before, 1000 * (clock.now() - before)

    with install({1: bus}):
        theirs = stock(i2c(port=1, address=ADDRESS))
        full_bytes, full_ms = cost(lambda: theirs.display(picture(MOST)))

        screen = open_screen(Oled(driver, ADDRESS), clock, lambda report: None)
        screen.step()
        updates = []
        for total in _totals():
            screen.show(picture(total))
            updates.append(cost(screen.step))
        screen.show(picture(total))
        unchanged_bytes, _ = cost(screen.step)

    rest = updates[1:]
    typical_bytes = median(each for each, _ in rest)
    return {
        "full_frame_bytes": full_bytes,
        "full_frame_ms": full_ms,
        "typical_update_bytes": typical_bytes,
        "typical_update_ms": median(each for _, each in rest),
        "typical_update_percent": 100 * typical_bytes / full_bytes,
        "worst_update_percent": 100 * max(rest)[0] / full_bytes,
        "unchanged_bytes": unchanged_bytes,
    }


def _totals() -> Iterator[int]:
    """A total that goes up and down by as much as a turn at the table changes it."""
    chance = Random(5)
    total = MOST // 2
    for _ in range(UPDATES):
        yield total
        total = max(0, min(MOST, total + chance.choice((-1, 1)) * chance.randint(1, 9)))
