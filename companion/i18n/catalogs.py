"""Says messages in English, Spanish or Portuguese, from gettext catalogs.

The companion's own words are in ``companion/locale``; a game's words travel with the game, in the
``locale`` of its package, and are looked up first. A package may add a language: see ``ADDED``.
"""

import os
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations, translation
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from companion.games.registry import names, offered
from companion.i18n.message import Message, say

PACKAGE = Path(__file__).parents[1]
GROUP = "table_companion.languages"
SHIPPED = {"en": "English", "es": "Español", "pt": "Português"}
ADDED = {point.name: point.value for point in entry_points(group=GROUP) if len(point.name) == 2}
"""Languages of other packages: the code, and the package whose ``locale`` has the catalogs."""
LANGUAGES = (*SHIPPED, *(code for code in ADDED if code not in SHIPPED))
OWN = "companion"


class Language:
    """One reader's language, for the companion and one game; without one, for all of them."""

    def __init__(self, code: str, game: str | None = None) -> None:
        self.code = code
        self._catalog = NullTranslations() if code == "en" else _catalog(code, game)

    def say(self, message: Message) -> str:
        return message.say(self._look_up)

    def phrase(self, text: str) -> str:
        """A plain text that stands in the catalogs, with nothing to fill in."""
        return self._catalog.gettext(text) if text else text

    def _look_up(self, message: Message) -> str:
        if message.names is not None:
            return message.names.get(self.code) or message.text
        if self.code == "en" or not message.text:  # nothing is what a catalog keeps its head under
            return message.english()
        if message.plural:
            n = message.values["n"]
            assert isinstance(n, int)
            return self._catalog.ngettext(message.text, message.plural, n)
        return self._catalog.gettext(message.text)


@cache
def _catalog(code: str, game: str | None) -> NullTranslations:
    """The game's catalog if there is one, then the companion's own. Where it is not about one game,
    as where people choose among them, every game's."""
    first = NullTranslations()
    for name in (game, OWN) if game in names() else (OWN, *names()):
        # A game whose author speaks no other language is shown in the words that it has.
        for place in folders(name, code):
            first.add_fallback(translation(name, place, [code], fallback=True))
    return first


def folders(catalog: str, code: str) -> Iterator[Path]:
    """Where a catalog may lie; nothing of a game is loaded to find out."""
    if catalog == OWN:
        yield PACKAGE / "locale"
    elif catalog in offered():
        yield from locale_of(offered()[catalog].module)
    if code in ADDED:
        yield from locale_of(ADDED[code])


def locale_of(package: str) -> list[Path]:
    try:
        spec = find_spec(package)
    except ImportError:  # a package that is half removed
        return []
    places = list(spec.submodule_search_locations or ()) if spec else []
    return [place for each in places[:1] if (place := Path(each) / "locale").is_dir()]


def language_name(code: str) -> str:
    """As its speakers call it; a package that adds one says so where it translates "English"."""
    return SHIPPED.get(code) or Language(code).say(say("English"))


def forget() -> None:
    """Catalogs are looked for anew, after a package was installed or removed."""
    _catalog.cache_clear()


def preferred() -> str:
    """The language that this machine's owner reads, as far as the environment tells."""
    for variable in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if code := os.environ.get(variable, "")[:2].lower():
            return code if code in LANGUAGES else "en"
    return "en"
