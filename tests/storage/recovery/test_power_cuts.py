"""The power goes off at any write or sync: what was acknowledged is there, and the file opens."""

import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.match.match import Match
from companion.storage.sqlite import SqliteJournal, Store
from tests.support.effort import many
from tests.support.labels import redo_label, undo_label
from tests.support.programs import run_program
from tests.support.storage.lossy_disk import LossyDisk
from tests.support.tally import TALLY

CUTS = many(300)
KILLS = many(60, soak=2000)
LINES = ("add 1", "add 2", "roll 3", "roll 6", "next", "undo", "undo", "redo")


@dataclass(frozen=True)
class Cut:
    acknowledged: int
    """The last revision that somebody was told of."""
    told: list[dict[str, object]]
    """The document of every revision so far, also of the one that was under way."""
    found: Match
    """The table, opened again on what the disk kept."""


def play_until_the_power_goes_off(seed: int, synchronous: str = "FULL") -> Cut:
    random = Random(seed)
    disk = LossyDisk(f"lossy-{seed}")
    connection = disk.connect()
    store = Store(connection)
    connection.execute(f"PRAGMA wal_autocheckpoint = {random.choice((5, 20, 1000))}")
    table = Match(TALLY, SqliteJournal(store, store.begin("tally", at="")))
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    disk.cut_after(random.randrange(120), random)
    acknowledged = table.revision
    told = [change.document for change in table.history]
    while disk.left is None:
        line = random.choice(LINES)
        if (line == "undo" and not undo_label(table)) or (line == "redo" and not redo_label(table)):
            line = "add 5"
        if table.document["outcome"]:
            line = "undo"
        told.append(table.take(line).document)
        if disk.left is None:
            acknowledged = table.revision
    connection.close()

    again = LossyDisk(f"again-{seed}", disk.left)
    kept = again.connect()
    store = Store(kept)
    store.check()
    found = Match(TALLY, SqliteJournal(store, 1))
    kept.close()
    disk.unregister()
    again.unregister()
    return Cut(acknowledged, told, found)


@pytest.mark.slow
def test_no_power_cut_loses_what_was_acknowledged() -> None:
    for seed in range(CUTS):
        cut = play_until_the_power_goes_off(seed)
        assert cut.found.revision >= cut.acknowledged, f"seed {seed}"
        assert cut.found.document == cut.told[cut.found.revision - 1], f"seed {seed}"


@pytest.mark.slow
def test_the_same_disk_does_lose_inputs_where_a_commit_is_not_synced() -> None:
    """Proof that the test above can fail."""
    cuts = [play_until_the_power_goes_off(seed, "NORMAL") for seed in range(CUTS)]
    lost = sum(cut.found.revision < cut.acknowledged for cut in cuts)
    assert lost > CUTS // 2


@pytest.mark.slow
def test_no_kill_loses_what_was_acknowledged(tmp_path: Path) -> None:
    """In a process of its own: it forks, which nothing with threads should."""
    done = run_program(
        [sys.executable, "-m", "tests.support.storage.kills", str(tmp_path), str(KILLS)],
        cwd=Path(__file__).parents[3],
        limit_s=many(60),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{KILLS} kills, 0 lost")
