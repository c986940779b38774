"""Photographs of printed codes, as a camera might take them: rendered, and spoilt with a seed.

Cards are white paper with some print on a table of one colour. Sizes are in millimetres, and become
dots by how large a card is seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from random import Random

import segno
from PIL import Image, ImageChops, ImageDraw, ImageFilter

CARD_MM = (63.0, 88.0)
QUIET_MODULES = 4
TABLE, PAPER = 90, 235


@lru_cache(maxsize=512)
def code(text: str, side: int) -> Image.Image:
    """A printed code with its white border, so many dots wide without it."""
    symbol = segno.make(text, error="m", micro=False)
    stream = BytesIO()
    symbol.save(stream, kind="png", scale=1, border=QUIET_MODULES)
    small = Image.open(stream).convert("L")
    modules = small.width - 2 * QUIET_MODULES
    width = round(side * small.width / modules)
    large = small.resize((small.width * 8, small.height * 8), Image.Resampling.NEAREST)
    return large.resize((width, width), Image.Resampling.BOX)


@dataclass(frozen=True, slots=True)
class Spoilt:
    """What happens between a card and a file."""

    tilt: float = 0.0
    """Degrees about the line of sight."""
    slant: float = 0.0
    """How much shorter the far edge is seen."""
    shadow: float = 0.0
    """How much darker one side is."""
    glare: float = 0.0
    blur: float = 0.0
    """Radius in dots."""
    noise: float = 0.0
    jpeg: int = 0
    """Quality; 0 leaves it out."""


SHARP = Spoilt()


def cards(
    texts: Sequence[str],
    *,
    size: tuple[int, int] = (1280, 720),
    code_mm: float = 10.0,
    dots_a_mm: float = 10.0,
    spoilt: Spoilt = SHARP,
    seed: int = 0,
) -> Image.Image:
    """A row of cards in a grey picture, each with its code near the lower right corner."""
    chance = Random(seed)
    width, height = size
    picture = Image.new("L", size, TABLE)
    card_w, card_h = (round(mm * dots_a_mm) for mm in CARD_MM)
    gap = card_w // 12
    left = (width - len(texts) * card_w - (len(texts) - 1) * gap) // 2
    for at, text in enumerate(texts):
        x = left + at * (card_w + gap)
        y = (height - card_h) // 2 + chance.randint(-card_h // 40, card_h // 40)
        draw = ImageDraw.Draw(picture)
        draw.rectangle((x, y, x + card_w, y + card_h), fill=PAPER)
        # A picture on the upper half, and lines of words, which are no code.
        draw.rectangle((x + gap, y + gap, x + card_w - gap, y + card_h // 3), fill=140)
        for line in range(4):
            top = y + card_h * (45 + 6 * line) // 100
            draw.line((x + gap, top, x + card_w - gap, top), fill=60, width=max(1, gap // 12))
        printed = code(text, round(code_mm * dots_a_mm))
        on_card = x + card_w - printed.width - gap // 2, y + card_h - printed.height - gap // 2
        # Whatever does not fit is out of sight, but a lone code is always shown whole, also tilted.
        if len(texts) == 1:
            most = (width - printed.width) * 3 // 4, (height - printed.height) * 3 // 4
            on_card = min(on_card[0], most[0]), min(on_card[1], most[1])
        picture.paste(printed, on_card)
    return spoil(picture, spoilt, seed)


def spoil(picture: Image.Image, how: Spoilt, seed: int = 0) -> Image.Image:
    width, height = picture.size
    if how.tilt or how.slant:
        inset = how.slant * width / 2
        corners = (-inset, 0, 0, height, width, height, width + inset, 0)
        picture = picture.transform(
            picture.size, Image.Transform.QUAD, corners, Image.Resampling.BILINEAR, fillcolor=TABLE
        ).rotate(how.tilt, Image.Resampling.BILINEAR, fillcolor=TABLE)
    if how.shadow:
        light = Image.linear_gradient("L").resize(picture.size)
        light = light.point([round(255 - how.shadow * (255 - at)) for at in range(256)])
        picture = ImageChops.multiply(picture, light)
    if how.glare:
        spot = Image.radial_gradient("L").resize((width // 3, height // 3))
        spot = spot.point([round(max(0, how.glare * (255 - 2 * at))) for at in range(256)])
        lit = Image.new("L", picture.size, 0)
        chance = Random(seed)
        lit.paste(spot, (chance.randrange(width * 2 // 3), chance.randrange(height * 2 // 3)))
        picture = ImageChops.add(picture, lit)
    if how.blur:
        picture = picture.filter(ImageFilter.GaussianBlur(how.blur))
    if how.noise:
        grain = noise(picture.size, round(how.noise), seed)
        picture = ImageChops.add(picture, grain, 1, -128)
    if how.jpeg:
        picture = Image.open(BytesIO(encoded(picture, "JPEG", quality=how.jpeg))).convert("L")
    return picture


@lru_cache(maxsize=8)
def grain_of(seed: int, sigma: int) -> Image.Image:
    chance = Random(seed)
    tile = bytes(min(255, max(0, round(chance.gauss(128, sigma)))) for _ in range(256 * 256))
    return Image.frombytes("L", (256, 256), tile)


def noise(size: tuple[int, int], sigma: int, seed: int) -> Image.Image:
    """Grey grain; a tile of it, begun elsewhere for each picture."""
    tile, chance = grain_of(seed % 8, sigma), Random(seed)
    dx, dy = chance.randrange(256), chance.randrange(256)
    grain = Image.new("L", size)
    for x in range(-dx, size[0], 256):
        for y in range(-dy, size[1], 256):
            grain.paste(tile, (x, y))
    return grain


def encoded(picture: Image.Image, kind: str = "JPEG", **options: object) -> bytes:
    stream = BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()
