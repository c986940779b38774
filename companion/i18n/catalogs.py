"""Says messages in English, Spanish or Portuguese, from gettext catalogs.

The companion's own words are in ``companion/locale``; a game's words travel with the game, in the
``locale`` of its package, and are looked up first.
"""

import os
from functools import cache
from gettext import NullTranslations, translation
from importlib.util import find_spec
from pathlib import Path

from companion.games.registry import names, offered
from companion.i18n.message import Message

LANGUAGES = ("en", "es", "pt")
PACKAGE = Path(__file__).parents[1]
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
        if self.code == "en":
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
        if (place := folder(name)) and place.is_dir():
            first.add_fallback(translation(name, place, [code], fallback=True))
    return first


def folder(catalog: str) -> Path | None:
    """Where a catalog lies; nothing of a game is loaded to find out."""
    if catalog == OWN:
        return PACKAGE / "locale"
    try:
        spec = find_spec(offered()[catalog].module) if catalog in offered() else None
    except ImportError:  # a package that is half removed
        return None
    places = spec.submodule_search_locations if spec else None
    return Path(places[0]) / "locale" if places else None


def preferred() -> str:
    """The language that this machine's owner reads, as far as the environment tells."""
    for variable in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if code := os.environ.get(variable, "")[:2].lower():
            return code if code in LANGUAGES else "en"
    return "en"
