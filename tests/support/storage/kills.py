"""Kills a table with SIGKILL at random moments and looks at what is left of its journal.

``python -m tests.support.storage.kills FOLDER KILLS`` exits with 1 if an acknowledged input was
lost, or if there was none to lose.
"""

import os
import select
import signal
import struct
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

from companion.match.match import Match
from companion.storage.sqlite import SqliteJournal, Store, connect
from tests.support.tally import TALLY

KILLS_PER_GAME = 10
LONGEST = 0.03
ACKNOWLEDGED = struct.Struct("I")


def play_for_ever(path: Path, tell: int) -> None:
    with closing(Store(connect(path))) as store:
        number = store.games()[0].number if store.games() else store.begin("tally", at="")
        table = Match(TALLY, SqliteJournal(store, number))
        while True:
            os.write(tell, ACKNOWLEDGED.pack(table.revision))
            table.take("undo" if table.revision % 3 == 0 else f"roll {table.revision % 2}")


def acknowledged_before_a_kill(path: Path, seconds: float) -> int:
    """The last revision that the killed process told of."""
    hear, tell = os.pipe()
    child = os.fork()
    if not child:
        os.close(hear)
        play_for_ever(path, tell)
    os.close(tell)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        select.select([], [], [], left)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(hear, "rb") as pipe:
        told = pipe.read()
    whole = len(told) // ACKNOWLEDGED.size * ACKNOWLEDGED.size
    return max((revision for (revision,) in ACKNOWLEDGED.iter_unpack(told[:whole])), default=0)


def found_after(path: Path) -> int:
    """How many revisions are there; an error if any of them is not as it was written."""
    if not path.exists():
        return 0
    with closing(Store(connect(path))) as store:
        store.check()
        return sum(
            Match(TALLY, SqliteJournal(store, kept.number)).revision for kept in store.games()
        )


def main(folder: Path, kills: int) -> int:
    random, lost, most = Random(kills), 0, 0
    for kill in range(kills):
        path = folder / f"journal-{kill // KILLS_PER_GAME}.sqlite3"
        acknowledged = acknowledged_before_a_kill(path, random.uniform(0, LONGEST))
        lost += found_after(path) < acknowledged
        most = max(most, acknowledged)
    print(f"{kills} kills, {lost} lost; up to {most} revisions in a game")
    return int(lost > 0 or not most)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
