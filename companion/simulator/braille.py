"""A picture in a terminal: eight dots to a letter."""

from PIL import Image

BLANK = 0x2800
DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Where the dots of a braille letter are, in the order of its bits."""


def braille(image: Image.Image) -> str:
    """Lit dots as lines of text: two dots wide and four high make one letter."""
    lit = image.convert("1").load()
    assert lit is not None
    return "\n".join(
        "".join(
            chr(BLANK + sum(1 << bit for bit, (dx, dy) in enumerate(DOTS) if lit[x + dx, y + dy]))
            for x in range(0, image.width, 2)
        )
        for y in range(0, image.height, 4)
    )
