"""The journal file: its settings, its versions, and what it never lets happen."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import Damaged, NewerJournal, Refusal
from companion.match.match import Match
from companion.storage import schema
from companion.storage.journal import Entry
from companion.storage.sqlite import NoSuchGame, SqliteJournal, Store, connect
from tests.support.labels import redo_label
from tests.support.tally import TALLY

FROZEN = sorted((Path(__file__).parent / "frozen").glob("journal-*.sqlite3"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(path)) as connection:
        yield connection


@pytest.fixture
def store(connection: sqlite3.Connection) -> Store:
    return Store(connection)


def test_a_commit_is_written_ahead_and_synced(store: Store, connection: sqlite3.Connection) -> None:
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize("statement", ["UPDATE entry SET line = 'x'", "DELETE FROM entry"])
def test_nothing_in_a_journal_can_be_changed_or_deleted(
    store: Store, connection: sqlite3.Connection, statement: str
) -> None:
    Match(TALLY, SqliteJournal(store, store.begin("tally", at="")))
    with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
        connection.execute(statement)


def test_a_number_where_a_text_belongs_is_not_kept(
    store: Store, connection: sqlite3.Connection
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO game (name, created, opened) VALUES ('x', x'00', 'y')")


def test_the_same_revision_cannot_be_written_twice(store: Store) -> None:
    number = store.begin("tally", at="")
    store.append(number, Entry(1, "input", "add 1"))
    with pytest.raises(Refusal):
        store.append(number, Entry(1, "input", "add 2"))


def test_a_game_is_added_with_all_its_entries_or_not_at_all(store: Store) -> None:
    with pytest.raises(Refusal):
        store.add("tally", "", [Entry(1, "input", "add 1"), Entry(1, "input", "add 1")])
    assert store.games() == []


def test_games_are_listed_with_the_one_that_was_opened_last_first(store: Store) -> None:
    first, second = store.begin("tally", at="one"), store.begin("tally", at="two")
    assert [kept.number for kept in store.games()] == [second, first]
    store.open(first)
    assert [kept.number for kept in store.games()] == [first, second]


def test_a_list_tells_what_was_played_without_playing_it(store: Store) -> None:
    number = store.begin("tally", at="noon")
    store.append(number, Entry(1, "input", "game tally", at="one"))
    store.append(number, Entry(2, "input", "add 100", at="two", over=True))
    [kept] = store.games()
    assert (kept.created, kept.played, kept.revision, kept.over) == ("noon", "two", 2, True)


def test_a_game_that_is_not_there_is_named(store: Store) -> None:
    for ask in (store.game, store.open, store.archive):
        with pytest.raises(NoSuchGame, match="no game 7"):
            ask(7)


def test_a_bit_that_the_disk_forgot_is_found(store: Store, connection: sqlite3.Connection) -> None:
    table = Match(TALLY, SqliteJournal(store, store.begin("tally", at="")))
    table.take("add 4")
    connection.execute("DROP TRIGGER entry_never_changes")
    connection.execute("UPDATE entry SET events = replace(events, '4', '5')")
    with pytest.raises(Damaged, match="entry 2"):
        store.check()


def test_an_entry_that_is_missing_is_found(store: Store, connection: sqlite3.Connection) -> None:
    table = Match(TALLY, SqliteJournal(store, store.begin("tally", at="")))
    table.take("add 4")
    connection.execute("DROP TRIGGER entry_never_goes")
    connection.execute("DELETE FROM entry WHERE revision = 1")
    with pytest.raises(Damaged, match="entry 1"):
        store.check()


@pytest.mark.parametrize("frozen", FROZEN, ids=lambda path: path.stem)
def test_a_file_of_every_version_opens_with_the_same_game(frozen: Path, path: Path) -> None:
    shutil.copyfile(frozen, path)
    with closing(connect(path)) as connection:
        store = Store(connection)
        store.check()
        assert schema.version(connection) == len(schema.STEPS)
        [kept] = store.games()
        assert (kept.name, kept.archived, kept.over) == ("tally", False, False)
        table = Match(TALLY, SqliteJournal(store, kept.number))
        assert table.document["total"] == 15
        assert table.document["face"] == 6
        assert str(redo_label(table)) == "7 more"
        assert table.take("add 2", id="phone-1").revision == 2


def test_there_is_a_frozen_file_of_every_version() -> None:
    assert [path.stem for path in FROZEN] == [
        f"journal-{version}" for version in range(1, len(schema.STEPS) + 1)
    ]


def test_an_upgrade_runs_only_the_steps_that_a_file_lacks(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copyfile(FROZEN[0], path)
    next_step = ("ALTER TABLE game ADD COLUMN place TEXT NOT NULL DEFAULT ''",)
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, next_step))
    for _ in range(2):
        with closing(connect(path)) as connection:
            Store(connection).check()
            assert schema.version(connection) == len(schema.STEPS)
            assert connection.execute("SELECT place FROM game").fetchall() == [("",)]


def test_an_upgrade_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copyfile(FROZEN[0], path)
    halfway = ("ALTER TABLE game ADD COLUMN place TEXT", "CREATE TABLE game (id INTEGER)")
    with monkeypatch.context() as later, closing(connect(path)) as connection:
        later.setattr(schema, "STEPS", (*schema.STEPS, halfway))
        with pytest.raises(Refusal, match="already exists"):
            Store(connection)
    with closing(connect(path)) as connection:
        Store(connection).check()
        columns = [row[1] for row in connection.execute("PRAGMA table_info(game)")]
    assert "place" not in columns


def test_a_file_of_a_newer_companion_is_left_alone(
    store: Store, connection: sqlite3.Connection
) -> None:
    connection.execute("CREATE TABLE something_new (id INTEGER)")
    connection.execute("PRAGMA user_version = 999")
    with pytest.raises(NewerJournal, match="version 999"):
        Store(connection)
    assert schema.version(connection) == 999
