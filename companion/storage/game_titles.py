"""The names that people give to their games, in a file beside the journal."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.i18n.message import Message
from companion.storage.store.atomic_files import changing, put_aside_as, set_aside, write
from companion.storage.store.sqlite import Kept

FILE = "titles.json"
LONGEST = 60


class Titled(msgspec.Struct, frozen=True):
    """A game by its number and its beginning: another file of games may use the number again."""

    number: int
    created: str
    title: str


class _File(msgspec.Struct):
    table_companion_titles: int
    games: list[Titled]


class Titles:
    def __init__(self, folder: Path, tell: Callable[[Message], None]) -> None:
        """``tell`` hears of a file that could not be used and was put aside."""
        self._file = folder / FILE
        self._tell = tell

    def of(self, kept: Kept) -> str:
        return self.all().get((kept.number, kept.created), "")

    def all(self) -> dict[tuple[int, str], str]:
        try:
            return self._read()
        except (msgspec.DecodeError, UnicodeError, RecursionError, OSError):
            return {}  # a name is nothing without which nobody could play

    def give(self, kept: Kept, title: str) -> None:
        """An empty one is none."""
        title = " ".join(title.split())[:LONGEST]
        with changing(self._file):
            try:
                titles = self._read()
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                self._tell(put_aside_as(self._file, set_aside(self._file)))
                titles = {}
            titles[kept.number, kept.created] = title
            named = [Titled(*key, each) for key, each in titles.items() if each]
            text = msgspec.json.format(msgspec.json.encode(_File(1, named)), indent=2)
            write(self._file, text.decode() + "\n")

    def _read(self) -> dict[tuple[int, str], str]:
        if not self._file.is_file():
            return {}
        found = msgspec.json.decode(self._file.read_bytes(), type=_File)
        return {(game.number, game.created): game.title for game in found.games}
