"""The games in a data folder, for the one companion that plays with them.

Whatever state the folder is in, there is a table to sit down at: what had to be done for that is
told in one sentence, for as long as it matters.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

from companion import games
from companion.clock import WallClock, wall_clock
from companion.errors import CompanionError, Damaged, Refusal
from companion.i18n.message import Message, say
from companion.match.match import Match
from companion.storage.packs.own_box_facts import OwnBox
from companion.storage.recovery.backups import Backups, check, load
from companion.storage.recovery.recover import (
    PLAN,
    accepted_frames,
    beside,
    build,
    finish,
    forget_left_overs,
    has_entries,
    is_busy,
    load_into,
    prove_writable,
    put_back,
    read_bytes,
    recovered,
    swap,
    takes_files,
    valid,
)
from companion.storage.recovery.salvage import Found, salvage
from companion.storage.recovery.sqlite_pages import Pages
from companion.storage.store import schema
from companion.storage.store.atomic_files import draft_of, writing
from companion.storage.store.lock import AlreadyRunning, Lock
from companion.storage.store.progress import Counts
from companion.storage.store.sqlite import (
    Kept,
    NoSuchGame,
    SqliteJournal,
    Store,
    check_entries,
    check_pages,
    connect,
    trouble,
)

log = logging.getLogger(__name__)

FILE = "journal.sqlite3"


class SavedGames:
    def __init__(self, folder: Path, now: WallClock = wall_clock) -> None:
        self.folder = folder
        self.warnings: list[Message] = []
        self.on_table = 0
        """The number of the game that somebody sits at."""
        self.now = now
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
            self._open_somehow(self._open_or_recover)
        except CompanionError:
            self._lock.close()
            raise

    def games(self) -> list[Kept]:
        return self._store.games()

    def sit_down(self, name: str) -> Match:
        """The unfinished game of this name that was played last, or a new one."""
        return self.unfinished(name) or self.begin(name)

    def unfinished(self, name: str = "") -> Match | None:
        """The game that was played last and has not ended; of this name, if one is named."""
        try:
            return self._unfinished(name)
        except Damaged:
            self._mend()
            return self._unfinished(name)

    def begin(self, name: str) -> Match:
        at = self.now().isoformat(timespec="milliseconds")
        table = self._table(self._store.begin(games.game(name).id, at))
        self._open_own_box(table)
        return table

    def _open_own_box(self, match: Match) -> None:
        """What the owner has read on their own components is in force from the beginning."""
        try:
            if line := OwnBox(match.game, self.folder, self.warnings.append).line():
                match.take(line)
        except CompanionError as error:
            self.warnings.append(error.message)

    def resume(self, number: int) -> Match:
        self._store.open(number)
        try:
            return self._table(number)
        except Damaged:
            self._mend()
            return self._table(number)

    def _mend(self) -> None:
        """A page went bad since the start."""
        if not self._in_memory:
            self._store.close()
            self._open_somehow(partial(self._recover, b""))

    def back_up(self) -> None:
        """At the start of a session and at the end of a game; a failure is told, and no more."""
        if self._in_memory:
            return
        try:
            self._backups.make(self._connection)
        except (OSError, CompanionError) as error:
            self.warnings.append(say("No backup could be made ({why}).", why=error))

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """A look at the games beside whoever plays."""
        if self._in_memory:
            yield self._store
        else:
            with opened(self.folder) as store:
                yield store

    def close(self) -> None:
        self._store.close()
        if self._lock:
            self._lock.close()

    @property
    def _path(self) -> Path:
        return self.folder / FILE

    def _unfinished(self, name: str) -> Match | None:
        """The first that can be played: one that this version does not have, or whose entries
        it cannot follow, stays where it is."""
        for kept in self.games():
            if kept.over or kept.archived or kept.name not in games.playable():
                continue
            if name not in ("", kept.name):
                continue
            try:
                return self._table(kept.number)
            except (Damaged, Refusal):
                raise
            except Exception as error:
                # Other rules wrote it, and whatever these make of it, people want to play.
                log.exception("game %s", kept.number)
                why = error.message if isinstance(error, CompanionError) else error
                told = say("Game {n} cannot be resumed: {why}", n=kept.number, why=why)
                self.warnings.append(told)
        return None

    def _table(self, number: int) -> Match:
        self.on_table = number
        return Match(
            games.game(self._store.game(number).name),
            SqliteJournal(self._store, number),
            self.folder,
            packs=self.folder,
            now=self.now,
            warnings=self.warnings,
        )

    def _open_somehow(self, opening: Callable[[], None]) -> None:
        """On the disk; in memory where the disk takes nothing more."""
        try:
            opening()
        except (OSError, Refusal) as error:
            self._open_in_memory(error)

    def _open_or_recover(self) -> None:
        finish(self._path)
        forget_left_overs(self.folder)
        if not self._path.exists() and self._backups.newest_first():
            self._recover(b"")
            return
        ahead = read_bytes(beside(self._path))
        try:
            self._open(ahead)
        except Damaged:
            self._recover(ahead)
        except Refusal as error:
            # Whatever SQLite calls it: if the disk takes a file, it is the journal that is wrong.
            if error.code == "disk_full" or is_busy(error) or not takes_files(self.folder):
                raise
            self._recover(ahead)

    def _open(self, ahead: bytes = b"") -> None:
        there = self._path.exists()
        self._connection = connect(self._path)
        self._counts = Counts(self.folder)
        try:
            check_pages(self._connection)
            if there and has_entries(self._connection):
                check_entries(self._connection)
                # Before an upgrade, so that an older companion could go on from it.
                self.back_up()
            self._store = Store(self._connection, self._counts)
            self._store.check_games()
            prove_writable(self._connection)
            self._look_for_losses(ahead)
        except (CompanionError, LookupError, TypeError, ValueError) as error:
            self._counts.close()
            self._connection.close()
            if isinstance(error, CompanionError):
                raise
            raise Damaged(error) from error

    def _look_for_losses(self, ahead: bytes) -> None:
        """Has every game as many entries as it ever had? What was written ahead may be damaged."""
        kept = {each.number: each for each in self.games()}
        for number in self._counts.all():
            if number not in kept:
                raise Damaged(f"game {number} is gone")
        for each in kept.values():
            if self._counts.of(each.number, each.created) > each.revision:
                raise Damaged(f"game {each.number} had more entries")
            self._counts.note(each.number, each.created, each.revision)
        beyond = Pages(b"", ahead, accepted=accepted_frames(self._connection) if ahead else 0)
        for number, revision in valid(beyond):
            # One more may be an input that nobody was told of, when the power was cut.
            if revision > (kept[number].revision if number in kept else 0) + 1:
                raise Damaged(f"game {number} had more entries")

    def _open_in_memory(self, why: OSError | Refusal) -> None:
        self._in_memory = True
        self._connection = connect(":memory:")
        self._store = Store(self._connection)
        # Playing may go on from what was kept, if that can be read.
        for source in (self._path, *self._backups.newest_first()):
            with suppress(CompanionError, OSError):
                check(source)
                load(source, self._connection)
                self._store = Store(self._connection)
                break
        else:
            for found in self._salvaged(read_bytes(beside(self._path))):
                put_back(self._store, found)
        self.warnings.append(
            say(
                "{folder} cannot be written ({why}): what is played now is lost when the power"
                " goes off.",
                folder=self.folder,
                why=why.message if isinstance(why, Refusal) else why.strerror,
            )
        )

    def _salvaged(self, ahead: bytes) -> list[Found]:
        backups = [Pages(read_bytes(backup)) for backup in self._backups.newest_first()]
        with closing(Counts(self.folder)) as counts:
            journal = Pages(read_bytes(self._path), ahead)
            return salvage(journal, backups, counts, self.folder)

    def _recover(self, ahead: bytes) -> None:
        """The journal is damaged, or somebody deleted it: goes on from everything that is left."""
        found = self._salvaged(ahead)
        backup = None if found else next(self._backups.good(), None)
        fresh = draft_of(self._path)
        try:
            if backup:
                load_into(backup, fresh)
            else:
                build(fresh, found)
            if ahead:
                # As it was: opening the file has taken out of it what could be read.
                beside(self._path).write_bytes(ahead)
            aside = swap(self._path, fresh, "damaged", self.now)
        finally:
            fresh.unlink(missing_ok=True)
        self._open()
        self.warnings.append(recovered(aside, backup, found))


# A look at the games beside whoever plays: through a connection of its own.


def existing(data: Path) -> Path:
    path = data / FILE
    if path.with_name(PLAN).exists():
        with suppress(AlreadyRunning), closing(Lock(data)):
            finish(path)
    if not path.exists():
        raise NoSuchGame(say("No games are kept in {folder} yet.", folder=data))
    return path


@contextmanager
def opened(data: Path) -> Iterator[Store]:
    with closing(open_store(existing(data))) as store:
        yield store


def open_store(path: Path) -> Store:
    """The games of a file; one of an older version is backed up as it is before its upgrade."""
    connection = connect(path)
    try:
        with trouble():
            older = 0 < schema.version(connection) < len(schema.STEPS)
        if older:
            with writing(path):
                Backups(path.parent, wall_clock).make(connection)
        return Store(connection)
    except BaseException:
        connection.close()
        raise


def latest(store: Store) -> Kept:
    for kept in store.games():
        return kept
    raise NoSuchGame(say("No game is kept yet."))


def read_table(store: Store, kept: Kept) -> Match:
    """A game as it stands, to be looked at: nobody plays at this table."""
    return Match(games.game(kept.name), SqliteJournal(store, kept.number))
