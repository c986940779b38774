"""The bitmap fonts of the small screen: three sizes, drawn for it dot by dot.

Their glyphs are the rows of ``#`` and ``.`` in ``glyphs/``; a letter with an accent is put together
from its two parts, and a capital shrinks to make room for it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from unicodedata import normalize

from PIL import Image

ABOVE = {
    "\u0300": "grave",
    "\u0301": "acute",
    "\u0302": "circumflex",
    "\u0303": "tilde",
    "\u0308": "diaeresis",
}
BELOW = {"\u0327": "cedilla"}
ACCENTS = ABOVE | BELOW
DOTLESS = {"i": "ı"}
UNKNOWN = "□"


@dataclass(frozen=True, slots=True)
class Glyph:
    """A picture that begins so many rows below the top of the line."""

    top: int
    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def thickened(self) -> "Glyph":
        """Every stroke a dot wider."""
        pairs = ([*zip(f"{row}.", f".{row}", strict=True)] for row in self.rows)
        return Glyph(self.top, tuple("".join(".#"["#" in pair] for pair in row) for row in pairs))

    def without(self, rows: tuple[int, ...]) -> "Glyph":
        """Squeezed from above, for an accent to stand on it."""
        left = tuple(row for at, row in enumerate(self.rows) if at not in rows)
        return Glyph(self.top + len(self.rows) - len(left), left)


@dataclass(frozen=True, eq=False)
class Font:
    """One size of letters; ``line`` is the distance from one line to the next."""

    name: str
    height: int
    line: int
    gap: int
    space: int
    squeezed: tuple[int, ...] = ()
    """The rows that a capital gives up for an accent."""
    bold: bool = False

    @cached_property
    def glyphs(self) -> dict[str, Glyph]:
        drawn = dict(read_glyphs(self.name))
        if not self.bold:
            return drawn
        letters = {name: glyph.thickened() for name, glyph in drawn.items() if len(name) == 1}
        # Some letters would close up if they were only thickened: these are drawn on their own.
        return drawn | letters | dict(read_glyphs("bold"))

    def writes(self, text: str) -> bool:
        """Does it have every letter of this text?"""
        return all(letter.isspace() or self._parts(letter) for letter in text)

    def width(self, text: str) -> int:
        return sum(map(self._width, text)) + self.gap * max(0, len(text) - 1)

    @lru_cache(maxsize=2048)  # noqa: B019 (the fonts are a few, and live as long as the program)
    def mask(self, text: str) -> Image.Image:
        """The text in one line, lit where there is ink."""
        image = Image.new("1", (self.width(text), self.height))
        x = 0
        for letter in text:
            if not letter.isspace():
                image.paste(self._shape(letter), (x, 0))
            x += self._width(letter) + self.gap
        return image

    @lru_cache(maxsize=512)  # noqa: B019
    def _width(self, letter: str) -> int:
        return self.space if letter.isspace() else self._shape(letter).width

    @lru_cache(maxsize=512)  # noqa: B019
    def _shape(self, letter: str) -> Image.Image:
        glyphs = self._parts(letter) or [self.glyphs[UNKNOWN]]
        width = max(glyph.width for glyph in glyphs)
        image = Image.new("1", (width, self.height))
        for glyph in glyphs:
            left = (width - glyph.width + 1) // 2
            for y, row in enumerate(glyph.rows, glyph.top):
                for x, dot in enumerate(row, left):
                    if dot == "#":
                        image.putpixel((x, y), 1)
        return image

    def _parts(self, letter: str) -> list[Glyph]:
        """The glyphs that make a letter, one above the other; none if they are not drawn."""
        if letter in self.glyphs:
            return [self.glyphs[letter]]
        base, *changed = list(normalize("NFD", letter))
        if base not in self.glyphs:
            return []
        glyph = self.glyphs[base]
        accents = [ACCENTS[mark] for mark in changed if mark in ACCENTS]
        if any(mark in ABOVE for mark in changed):
            if base in DOTLESS:
                glyph = self.glyphs[DOTLESS[base]]
            elif base.isupper():
                # Its accent stands on it without a gap, so that it stays taller than small letters.
                glyph = glyph.without(self.squeezed)
                accents = [accent.upper() for accent in accents]
        return [glyph, *(self.glyphs[accent] for accent in accents)]


def read_glyphs(name: str) -> Iterator[tuple[str, Glyph]]:
    """Blocks of glyphs side by side: the first line has their top row and what they are."""
    text = files(__package__).joinpath("glyphs", f"{name}.txt").read_text("utf-8")
    for block in text.split("\n\n"):
        header, *lines = block.splitlines()
        top, *letters = header.split()
        for letter, *rows in zip(letters, *map(str.split, lines), strict=True):
            yield letter, Glyph(int(top), tuple(rows))


SMALL = Font("small", height=10, line=10, gap=1, space=2, squeezed=(1,))
BOLD = Font("small", height=10, line=10, gap=1, space=2, squeezed=(1,), bold=True)
MEDIUM = Font("medium", height=12, line=13, gap=1, space=3, squeezed=(1, 2))
LARGE = Font("large", height=26, line=28, gap=2, space=8)
