"""The titles that people give to their games, in a file beside the journal."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.i18n.message import Message
from companion.storage.atomic_files import locked, set_aside, write
from companion.storage.sqlite import SavedGame

FILE = "titles.json"
MAX_LENGTH = 60


class Titled(msgspec.Struct, frozen=True):
    """A game by its number and its beginning: another journal may use the number again."""

    number: int
    created: str
    title: str


class _File(msgspec.Struct):
    table_companion_titles: int
    games: list[Titled]


class Titles:
    def __init__(self, folder: Path, tell: Callable[[Message], None]) -> None:
        """``tell`` gets a message if the file could not be read and was put aside."""
        self._file = folder / FILE
        self._tell = tell

    def of(self, game: SavedGame) -> str:
        return self.all().get((game.number, game.created), "")

    def all(self) -> dict[tuple[int, str], str]:
        try:
            return self._read()
        except (msgspec.DecodeError, UnicodeError, RecursionError, OSError):
            return {}  # nobody needs titles to play

    def give(self, game: SavedGame, title: str) -> None:
        """An empty title takes it away."""
        title = " ".join(title.split())[:MAX_LENGTH]
        with locked(self._file):
            try:
                titles = self._read()
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                self._tell(set_aside(self._file))
                titles = {}
            titles[game.number, game.created] = title
            named = [Titled(*key, each) for key, each in titles.items() if each]
            text = msgspec.json.format(msgspec.json.encode(_File(1, named)), indent=2)
            write(self._file, text.decode() + "\n")

    def _read(self) -> dict[tuple[int, str], str]:
        if not self._file.is_file():
            return {}
        found = msgspec.json.decode(self._file.read_bytes(), type=_File)
        return {(game.number, game.created): game.title for game in found.games}
