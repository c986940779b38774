"""A written sentence as it is read out: in words, without signs that a voice would skip or spell.

Pure, and the same for a browser's voice and a loudspeaker at the table.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say

VOICES = {"pt": "pt-BR"}
"""By language: the voice that speaks as its texts are written, where that is not any of its own."""
STAND_IN_MARK = re.compile(r"(?<=\w)\*")
"""That nobody has verified a number is seen, not heard."""
SIGNED = re.compile(r"(?<![\w.,])([+−-])\s?(?=\d)|(?<!\S)([+−-])(?=[\s:])|(?<=\d)([+−])(?=\d)")
BETWEEN_NUMBERS = re.compile(r"(?<=\d)\s?/\s?(?=\d)")
BETWEEN_WORDS = re.compile(r"(?<=\w)\s?[&+]\s?(?=[^\W\d])|\s&\s")
ROMAN = re.compile(r"\b(?:IX|IV|VI{0,3}|I{1,3})\b(?!['’])")
ROMAN_NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
CAPITALS = re.compile(r"\b[^\W\d_]{2,}\b")
VOWELS = frozenset("AEIOUÁÉÍÓÚÂÊÔÃÕÀÜ")
SPELLED = 2
"""So many capitals are letters, one by one; more of them are a word on a button."""
PARENTHESES = re.compile(r"\s*[(\[{]+\s*|\s*[)\]}]+(?=\s*\w)")
CLOSING = re.compile(r"\s*[)\]}]+")
PAUSES = re.compile(r"\s+[–—·•|]+\s+|\s*[•·|;]\s*|\s*[–—]\s*")
DOTS = re.compile(r"…|\.{2,}")
SILENT = re.compile(r"[«»“”„\"*_#<>^~`=]|(?<!\w)['’]|['’](?!\w)")
JOINED = re.compile(r"(?<=[^\W\d])[._/](?=\w)|(?<=\w)[._/](?=[^\W\d])")
BEFORE_PAUSE = re.compile(r"\s+(?=[.,:?!])")
DOUBLED = re.compile(r"[,:]+\s*(?=[.,:?!])")
COUNTED = re.compile(r"(?<=\d)\s?×\s?(?=[^\W\d])")
"""Two of something are just that."""
SIGNS = {
    " × ": say("times"),
    " = ": say("makes"),
    " + ": say("plus"),
    " − ": say("minus"),
    " → ": say("to"),
}
UNITS = {"°C": say("degrees"), "°": say("degrees"), "%": say("percent")}


def spoken(
    text: str, language: Language, initials: Mapping[str, Message] = MappingProxyType({})
) -> str:
    """Text that was said in this language, for a voice that speaks it.

    ``initials`` are what a game's capitals stand for; of others each letter is read out.
    """
    text = COUNTED.sub(" ", text)
    for sign, word in SIGNS.items():
        text = text.replace(sign, f" {language.say(word)} ")
    for unit, word in UNITS.items():
        text = re.sub(rf"\s?{unit}", f" {language.say(word)}", text)
    text = STAND_IN_MARK.sub("", text)
    text = SIGNED.sub(lambda found: f" {_sign(found[0], language)} ", text)
    text = BETWEEN_NUMBERS.sub(f" {language.say(say('of'))} ", text)
    text = BETWEEN_WORDS.sub(f" {language.say(say('and'))} ", text)
    text = ROMAN.sub(lambda found: str(ROMAN_NUMERALS.index(found[0]) + 1), text)
    known = {short: language.say(words) for short, words in initials.items()}
    text = CAPITALS.sub(lambda found: known.get(found[0]) or _capitals(found[0]), text)
    text = CLOSING.sub(",", PARENTHESES.sub(", ", text))
    text = JOINED.sub(" ", SILENT.sub(" ", DOTS.sub(".", PAUSES.sub(", ", text))))
    text = " ".join(BEFORE_PAUSE.sub("", text).split())
    text = DOUBLED.sub("", text).strip(" ,:")
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".?!" else ".")


def _sign(sign: str, language: Language) -> str:
    return language.say(say("plus") if "+" in sign else say("minus"))


def _capitals(word: str) -> str:
    """A word in capitals is read as a word; initials are read as letters."""
    if not word.isupper():
        return word
    if len(word) > SPELLED and not VOWELS.isdisjoint(word):
        return word.lower()
    return " ".join(word)
