"""Another journal in the place of the one that is there, in one step.

A journal is up to three files, which no system moves at once. So what is to happen is written down
first; whoever opens the folder next finishes it, if the power was cut meanwhile.
"""

import json
from pathlib import Path

from companion.clock import WallClock
from companion.table.keeping.counts import FILE as COUNTS
from companion.table.keeping.writing import stamp, sync, write

PLAN = "journal.swap"
PARTS = ("-wal", "-shm", "")


def swap(journal: Path, fresh: Path, why: str, now: WallClock) -> Path | None:
    """Puts ``fresh``, a whole file in the same folder, in the journal's place.

    Nothing is ever thrown away: what was there, and what SQLite keeps beside it, gets a dated name,
    which is answered.
    """
    aside = name_for(journal, why, now)
    there = journal.exists()
    plan = {"fresh": fresh.name, "aside": aside.name}
    write(journal.with_name(PLAN), json.dumps(plan))
    finish(journal)
    return aside if there else None


def finish(journal: Path) -> None:
    """Does what is left of a plan; what is done already is not done again."""
    written = journal.with_name(PLAN)
    if not written.exists():
        return
    try:
        plan = json.loads(written.read_text(encoding="utf-8"))
        fresh, aside = journal.with_name(plan["fresh"]), journal.with_name(plan["aside"])
    except (ValueError, KeyError, TypeError):
        written.unlink()  # it never was a whole plan, so nothing of it was begun
        return
    if fresh.exists():
        for part in PARTS:
            beside = journal.with_name(journal.name + part)
            if beside.exists():
                beside.replace(aside.with_name(aside.name + part))
        # What it counted is another journal's now.
        journal.with_name(COUNTS).unlink(missing_ok=True)
        sync(journal.parent)
        fresh.rename(journal)
    sync(journal.parent)
    written.unlink()


def name_for(journal: Path, why: str, now: WallClock) -> Path:
    name, again = f"{why}-{stamp(now)}", 1
    while (aside := journal.with_name(f"{name}.sqlite3")).exists():
        again += 1
        name = f"{why}-{stamp(now)}-{again}"
    return aside
