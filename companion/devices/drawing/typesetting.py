"""Wraps, balances and shortens text to a width.

Nothing here ever cuts through a letter, and what had to be left out ends in an ellipsis.
"""

import re

from companion.devices.drawing.font import Font

ELLIPSIS = "…"
SIGNS = "/:@"
NUMBER = re.compile(r"[+−-]?\d+")
MIN_FILL = 0.6  # of the room: a shortened name that fills less says too little
MAX_DANGLING_LETTERS = (
    3  # a word as short as "of" or "de" never stands at the end of a shortened name
)


def wrap(text: str, font: Font, width: int) -> list[str]:
    """The text in lines of at most this width; only a word that is longer than a line is split."""
    lines = [""]
    for word in unbreakable_units(text, font, width):
        longer = f"{lines[-1]} {word}".strip()
        if font.width(longer) <= width:
            lines[-1] = longer
            continue
        first, *rest = split(word, font, width)
        lines[-1:] = [lines[-1], first] if lines[-1] else [first]
        lines += rest
    return lines


def balanced(text: str, font: Font, width: int) -> list[str]:
    """No more lines than ``wrap`` makes, and about equally long: no short word stands alone."""
    lines = wrap(text, font, width)
    # A text of blanks has no word that could ever be too wide.
    while text.split() and whole_words(text, font, width - 1):
        width -= 1
        narrower = wrap(text, font, width)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return lines


def unbreakable_units(text: str, font: Font, width: int) -> list[str]:
    """Words, with a number and what it counts as one: ``4 Trees`` stays on a line."""
    found: list[str] = []
    for word in text.split():
        both = f"{found[-1]} {word}" if found else ""
        if both and NUMBER.fullmatch(found[-1]) and font.width(both) <= width:
            found[-1] = both
        else:
            found.append(word)
    return found


def split(word: str, font: Font, width: int) -> list[str]:
    """A word in pieces that fit: one piece, most of the time, and an address at its signs."""
    pieces = [""]
    for letter in word:
        piece = pieces[-1] + letter
        if len(piece) > 1 and font.width(piece) > width:
            at = max(piece.rfind(sign) for sign in SIGNS)
            at = at if at > 0 else len(piece) - 1
            pieces[-1:] = [piece[:at], piece[at:]]
        else:
            pieces[-1] = piece
    return pieces


def whole_words(text: str, font: Font, width: int) -> bool:
    """Can the text be wrapped without splitting a word?"""
    return all(font.width(word) <= width for word in text.split())


def shorten(text: str, font: Font, width: int) -> str:
    """As many whole words as fit; part of a word only where they would leave much room unused."""
    if font.width(text) <= width:
        return text
    words = text.split()
    for n in range(len(words) - 1, 0, -1):
        if len(words[n - 1]) <= MAX_DANGLING_LETTERS and words[n - 1].islower():
            continue
        shorter = " ".join(words[:n]).rstrip(",;:.–-·") + ELLIPSIS
        if MIN_FILL * width <= font.width(shorter) <= width:
            return shorter
    letters = text
    while letters and font.width(letters + ELLIPSIS) > width:
        letters = letters[:-1].rstrip()
    return letters + ELLIPSIS if letters else ""


def wrap_within(text: str, font: Font, width: int, lines: int) -> list[str]:
    """The text in no more than so many lines, the last of them shortened if it must be."""
    wrapped = wrap(text, font, width)
    if len(wrapped) <= lines:
        return wrapped
    return [*wrapped[: lines - 1], shorten(" ".join(wrapped[lines - 1 :]), font, width)]
