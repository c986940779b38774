"""Puts the letters of a face together as a font file."""

from collections.abc import Mapping
from io import BytesIO

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from tests.support.lettering.face import Face
from tests.support.lettering.kerning import kerning
from tests.support.lettering.letters import ACCENTED, MARKS, Letter, letters, parts

ABOVE, BELOW = 960, -240
"""A line is 1200, with capitals and figures in the middle of it."""
SPACE = 256
HIGHER = 24
"""Marks stand so much closer to capitals than to small letters."""
ERROR = 0.6
"""By how much a curve of the file may miss the one that was drawn."""
OVERLAP = 0x40
"""Strokes of a letter lie over each other: said to whoever fills them."""
MADE = 3_850_000_000
"""In seconds since 1904: always the same, so that the same drawing makes the same file."""


def file(face: Face) -> bytes:
    font = built(face)
    font.flavor = "woff2"
    stream = BytesIO()
    font.save(stream, reorderTables=None)
    return stream.getvalue()


def built(face: Face) -> TTFont:
    drawn = letters(face)
    glyphs, advances = simple_glyphs(drawn)
    for accented in ACCENTED:
        base, mark = parts(accented)
        glyphs[named(accented)] = marked(drawn[base], drawn[mark], face, glyphs)
        advances[named(accented)] = advances[named(base)]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    texts = [*(name for name in drawn if len(name) == 1), *ACCENTED]
    spaces = {32: "space", 160: "space"}
    builder.setupCharacterMap(spaces | {ord(each): named(each) for each in texts})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {name: (advance, getattr(glyphs[name], "xMin", 0)) for name, advance in advances.items()}
    )
    builder.setupHorizontalHeader(ascent=ABOVE, descent=BELOW)
    describe(builder, face)
    pairs = kerning(drawn, face)
    addOpenTypeFeaturesFromString(builder.font, feature(pairs))
    return builder.font


def simple_glyphs(drawn: Mapping[str, Letter]) -> tuple[dict[str, Glyph], dict[str, int]]:
    glyphs = {".notdef": TTGlyphPen(None).glyph(), "space": TTGlyphPen(None).glyph()}
    glyphs |= {named(name): filled(letter) for name, letter in drawn.items()}
    advances = {".notdef": 500, "space": SPACE}
    advances |= {named(name): round(letter.advance) for name, letter in drawn.items()}
    return glyphs, advances


def filled(letter: Letter) -> Glyph:
    pen = TTGlyphPen(None)
    curves = Cu2QuPen(pen, ERROR)
    for contour in letter.contours:
        (first,), *rest = [
            tuple((place.real + letter.left, place.imag) for place in part) for part in contour
        ]
        curves.moveTo(first)
        for part in rest:
            if len(part) == 1:
                curves.lineTo(*part)
            else:
                curves.curveTo(*part)
        curves.closePath()
    glyph = pen.glyph()
    glyph.flags[0] |= OVERLAP
    return glyph


def marked(base: Letter, mark: Letter, face: Face, glyphs: Mapping[str, Glyph]) -> Glyph:
    pen = TTGlyphPen(glyphs)
    pen.addComponent(named(base.skeleton.name), (1, 0, 0, 1, 0, 0))
    middle = base.left + base.width / 2 - mark.left - mark.width / 2
    above = not (base.skeleton.small or mark.skeleton.name == "cedilla")
    up = face.top - face.middle - HIGHER if above else 0
    pen.addComponent(named(mark.skeleton.name), (1, 0, 0, 1, round(middle), round(up)))
    return pen.glyph()


def describe(builder: FontBuilder, face: Face) -> None:
    builder.setupNameTable(
        {
            "familyName": face.name,
            "styleName": "Bold",
            "uniqueFontIdentifier": face.name,
            "fullName": f"{face.name} Bold",
            "psName": f"{face.name.replace(' ', '')}-Bold",
            "version": "Version 1.000",
        },
        mac=False,
    )
    builder.setupOS2(
        sTypoAscender=ABOVE,
        sTypoDescender=BELOW,
        sTypoLineGap=0,
        usWinAscent=ABOVE + 40,
        usWinDescent=-BELOW + 20,
        sxHeight=round(face.middle),
        sCapHeight=round(face.top),
        usWeightClass=700,
        fsSelection=0x20,
    )
    builder.setupPost(keepGlyphNames=False)
    head = builder.font["head"]
    head.macStyle = 1
    head.created = head.modified = MADE
    builder.font.recalcTimestamp = False


def feature(pairs: Mapping[tuple[str, str], int]) -> str:
    rules = "".join(
        f"pos {named(one)} {named(other)} {by};\n" for (one, other), by in sorted(pairs.items())
    )
    systems = "languagesystem DFLT dflt; languagesystem latn dflt;"
    return f"{systems} feature kern {{\n{rules}}} kern;"


def named(letter: str) -> str:
    return letter if letter in MARKS.values() else f"uni{ord(letter):04X}"
