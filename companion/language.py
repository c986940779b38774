"""Says messages in English, Spanish or Portuguese, from gettext catalogs.

The companion's own words are in ``companion/locale``; a game's words travel with the game, in
``companion/games/<id>/locale``, and are looked up first.
"""

import os
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path

from companion.games import GAMES
from companion.message import Message

LANGUAGES = ("en", "es", "pt")
PACKAGE = Path(__file__).parent


class Language:
    """One reader's language, for the companion and one game."""

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
    """The game's catalog if there is one, then the companion's own, then every other game's."""
    names = dict.fromkeys((game or "companion", "companion", *GAMES))
    first, *others = (translation(name, folder(name), [code]) for name in names)
    for other in others:
        first.add_fallback(other)
    return first


def folder(catalog: str) -> Path:
    return PACKAGE / "locale" if catalog == "companion" else PACKAGE / "games" / catalog / "locale"


def preferred() -> str:
    """The language that this machine's owner reads, as far as the environment tells."""
    for variable in ("COMPANION_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if code := os.environ.get(variable, "")[:2].lower():
            return code if code in LANGUAGES else "en"
    return "en"
