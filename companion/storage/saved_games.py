"""The games in a data folder and their titles, for the one companion that plays with them.

Whatever state the folder is in, there is a game to play: a damaged journal is recovered, or games
are kept in memory, and a warning says so for as long as it matters.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import msgspec

from companion import games
from companion.clock import WallClock, wall_clock
from companion.errors import CompanionError, Damaged, Refusal
from companion.i18n.message import Message, say
from companion.match.match import Match
from companion.storage import schema, sqlite
from companion.storage.atomic_files import draft_of, locked, set_aside, write, write_errors
from companion.storage.data_folder import AlreadyRunning, Lock
from companion.storage.high_water_marks import HighWaterMarks
from companion.storage.json_file import DECODE_ERRORS, json_text
from companion.storage.packs.box_facts import OwnBox
from companion.storage.recovery import recover
from companion.storage.recovery.backups import Backups, check, load
from companion.storage.recovery.salvage import SalvagedGame, restore, salvage
from companion.storage.recovery.sqlite_pages import Pages

log = logging.getLogger(__name__)
Found = TypeVar("Found")

FILE = "journal.sqlite3"


class SavedGames:
    def __init__(self, folder: Path, now: WallClock = wall_clock) -> None:
        self.folder = folder
        self.warnings: list[Message] = []
        self.on_table = 0
        """The number of the game that is being played."""
        self.now = now
        self._path = folder / FILE
        self._backups = Backups(folder, now)
        self._in_memory = False
        self._lock: Lock | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(folder)
        except OSError as error:
            self._open_in_memory(error)
            return
        try:
            self._open_or_fall_back(self._open_or_recover)
        except CompanionError:
            self._lock.close()
            raise

    def games(self) -> list[sqlite.SavedGame]:
        return self._store.games()

    def resume_or_begin(self, name: str) -> Match:
        return self.unfinished(name) or self.begin(name)

    def unfinished(self, name: str = "") -> Match | None:
        """The game that was played last and has not ended; of this name, if one is named."""
        return self._retrying(lambda: self._unfinished(name))

    def begin(self, name: str) -> Match:
        at = self.now().isoformat(timespec="milliseconds")
        match = self._match(self._store.begin(games.game(name).id, at))
        try:
            # What the owner has read on their own components.
            if line := OwnBox(match.game, self.folder, self.warnings.append).line():
                match.take(line)
        except CompanionError as error:
            self.warnings.append(error.message)
        return match

    def resume(self, number: int) -> Match:
        self._store.open(number)
        return self._retrying(lambda: self._match(number))

    def back_up(self) -> None:
        """At the start of a session and at the end of a game; a failure is only a warning."""
        if self._in_memory:
            return
        try:
            self._backups.make(self._connection)
        except (OSError, CompanionError) as error:
            self.warnings.append(say("No backup could be made ({why}).", why=error))

    @contextmanager
    def reading(self) -> Iterator[sqlite.Store]:
        """The games on a connection of its own, for somebody who does not play."""
        if self._in_memory:
            yield self._store
        else:
            with opened(self.folder) as store:
                yield store

    def close(self) -> None:
        self._store.close()
        if self._lock:
            self._lock.close()

    def _retrying(self, read: Callable[[], Found]) -> Found:
        """Recovers the journal and reads again, if a page has gone bad since the start."""
        try:
            return read()
        except Damaged:
            if not self._in_memory:
                self._store.close()
                self._open_or_fall_back(partial(self._recover, b""))
            return read()

    def _unfinished(self, name: str) -> Match | None:
        for saved in self.games():
            if saved.over or saved.archived or saved.name not in games.playable():
                continue
            if name not in ("", saved.name):
                continue
            try:
                return self._match(saved.number)
            except (Damaged, Refusal):
                raise
            except Exception as error:
                # Other rules wrote it: it stays where it is, and the next one is tried.
                log.exception("game %s", saved.number)
                why = error.message if isinstance(error, CompanionError) else error
                warning = say("Game {n} cannot be resumed: {why}", n=saved.number, why=why)
                self.warnings.append(warning)
        return None

    def _match(self, number: int) -> Match:
        self.on_table = number
        return Match(
            games.game(self._store.game(number).name),
            sqlite.SqliteJournal(self._store, number),
            self.folder,
            packs=self.folder,
            now=self.now,
            warnings=self.warnings,
        )

    # Opening the file, whatever it takes.

    def _open_or_fall_back(self, opening: Callable[[], None]) -> None:
        """On the disk; in memory where the disk takes nothing more."""
        try:
            opening()
        except (OSError, Refusal) as error:
            self._open_in_memory(error)

    def _open_or_recover(self) -> None:
        recover.finish_swap(self._path)
        recover.remove_leftovers(self.folder)
        if not self._path.exists() and self._backups.newest_first():
            self._recover(b"")
            return
        wal = recover.read_or_empty(recover.wal_of(self._path))
        try:
            self._open(wal)
        except Damaged:
            self._recover(wal)
        except Refusal as error:
            if error.code == "disk_full" or recover.is_busy(error):
                raise
            # Whatever SQLite calls it: if the disk takes a file, it is the journal that is wrong.
            if not recover.is_writable(self.folder):
                raise
            self._recover(wal)

    def _open(self, wal: bytes = b"") -> None:
        existed = self._path.exists()
        self._connection = sqlite.connect(self._path)
        self._marks = HighWaterMarks(self.folder)
        try:
            sqlite.check_pages(self._connection)
            if existed and recover.has_entries(self._connection):
                sqlite.check_entries(self._connection)
                # Before an upgrade, so that an older companion could go on from it.
                self.back_up()
            self._store = sqlite.Store(self._connection, self._marks)
            self._store.check_games()
            recover.prove_writable(self._connection)
            self._check_losses(wal)
        except (CompanionError, LookupError, TypeError, ValueError) as error:
            self._marks.close()
            self._connection.close()
            if isinstance(error, CompanionError):
                raise
            raise Damaged(error) from error

    def _check_losses(self, wal: bytes) -> None:
        """``Damaged`` if a game has fewer entries than it had: the log may have lost some."""
        saved = {each.number: each for each in self.games()}
        for number in self._marks.all():
            if number not in saved:
                raise Damaged(f"game {number} is gone")
        for each in saved.values():
            if self._marks.of(each.number, each.created) > each.revision:
                raise Damaged(f"game {each.number} had more entries")
            self._marks.note(each.number, each.created, each.revision)
        accepted = recover.accepted_frames(self._connection) if wal else 0
        for number, revision in recover.valid_entries(Pages(b"", wal, accepted)):
            # One more may be an input that was never confirmed, when the power was cut.
            if revision > (saved[number].revision if number in saved else 0) + 1:
                raise Damaged(f"game {number} had more entries")

    def _open_in_memory(self, why: OSError | Refusal) -> None:
        self._in_memory = True
        self._connection = sqlite.connect(":memory:")
        self._store = sqlite.Store(self._connection)
        for source in (self._path, *self._backups.newest_first()):
            with suppress(CompanionError, OSError):
                check(source)
                load(source, self._connection)
                self._store = sqlite.Store(self._connection)
                break
        else:
            wal = recover.read_or_empty(recover.wal_of(self._path))
            restore(self._salvage(wal), self._store)
        self.warnings.append(
            say(
                "{folder} cannot be written ({why}): what is played now is lost when the power"
                " goes off.",
                folder=self.folder,
                why=why.message if isinstance(why, Refusal) else why.strerror,
            )
        )

    def _salvage(self, wal: bytes) -> list[SalvagedGame]:
        backups = [Pages(recover.read_or_empty(backup)) for backup in self._backups.newest_first()]
        journal = Pages(recover.read_or_empty(self._path), wal)
        with closing(HighWaterMarks(self.folder)) as marks:
            return salvage(journal, backups, marks, self.folder)

    def _recover(self, wal: bytes) -> None:
        """Rebuilds a journal that is damaged or was deleted from everything that is left."""
        salvaged = self._salvage(wal)
        backup = None if salvaged else next(self._backups.good(), None)
        fresh = draft_of(self._path)
        try:
            if backup:
                recover.copy_backup(backup, fresh)
            else:
                recover.build_journal(fresh, salvaged)
            if wal:
                # As it was: opening the file has taken out of it what could be read.
                recover.wal_of(self._path).write_bytes(wal)
            aside = recover.swap(self._path, fresh, "damaged", self.now)
        finally:
            fresh.unlink(missing_ok=True)
        self._open()
        self.warnings.append(recover.recovery_message(aside, backup, salvaged))


# Access for whoever does not play: on a connection of its own.


def existing(data: Path) -> Path:
    path = data / FILE
    if path.with_name(recover.SWAP_PLAN).exists():
        with suppress(AlreadyRunning), closing(Lock(data)):
            recover.finish_swap(path)
    if not path.exists():
        raise sqlite.NoSuchGame(say("No games are kept in {folder} yet.", folder=data))
    return path


@contextmanager
def opened(data: Path) -> Iterator[sqlite.Store]:
    with closing(open_store(existing(data))) as store:
        yield store


def open_store(path: Path) -> sqlite.Store:
    """The games of a file; one of an older version is backed up before its upgrade."""
    connection = sqlite.connect(path)
    try:
        with sqlite.sqlite_errors:
            older = 0 < schema.version(connection) < len(schema.STEPS)
        if older:
            with write_errors(path):
                Backups(path.parent, wall_clock).make(connection)
        return sqlite.Store(connection)
    except BaseException:
        connection.close()
        raise


def latest(store: sqlite.Store) -> sqlite.SavedGame:
    for saved in store.games():
        return saved
    raise sqlite.NoSuchGame(say("No game is kept yet."))


def read_table(store: sqlite.Store, saved: sqlite.SavedGame) -> Match:
    """A game as it stands, to be looked at only."""
    return Match(games.game(saved.name), sqlite.SqliteJournal(store, saved.number))


TITLES_FILE = "titles.json"
MAX_TITLE_LENGTH = 60


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
        self._file = folder / TITLES_FILE
        self._tell = tell

    def of(self, game: sqlite.SavedGame) -> str:
        return self.by_number([game])[game.number]

    def by_number(self, games: Iterable[sqlite.SavedGame]) -> dict[int, str]:
        """The title of each of these games, which may be empty."""
        titles = self.all()
        return {each.number: titles.get((each.number, each.created), "") for each in games}

    def all(self) -> dict[tuple[int, str], str]:
        try:
            return self._read()
        except (*DECODE_ERRORS, OSError):
            return {}  # nobody needs titles to play

    def give(self, game: sqlite.SavedGame, title: str) -> None:
        """An empty title takes it away."""
        title = " ".join(title.split())[:MAX_TITLE_LENGTH]
        with locked(self._file):
            try:
                titles = self._read()
            except DECODE_ERRORS:
                self._tell(set_aside(self._file))
                titles = {}
            titles[game.number, game.created] = title
            named = [Titled(*key, each) for key, each in titles.items() if each]
            write(self._file, json_text(_File(1, named)))

    def _read(self) -> dict[tuple[int, str], str]:
        if not self._file.is_file():
            return {}
        found = msgspec.json.decode(self._file.read_bytes(), type=_File)
        return {(game.number, game.created): game.title for game in found.games}
