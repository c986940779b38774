"""Kills whoever opens, restores or backs up a folder of games, and looks at what is left of it.

``python -m tests.support.storage.cut_short FOLDER KILLS`` exits with 1 if anything was lost.
"""

import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

from click.testing import CliRunner

from companion.cli.main import main as companion
from companion.clock import wall_clock
from companion.games import registry
from companion.storage import schema
from companion.storage.recovery.backups import Backups, check
from companion.storage.saved_games import FILE, SavedGames
from companion.storage.sqlite import connect

OLD = Path(__file__).parents[2] / "storage" / "frozen" / "journal-1.sqlite3"
LONGEST = 0.02
REVISION = 10


def upgrade(folder: Path) -> None:
    SavedGames(folder).close()


def restore(folder: Path) -> None:
    CliRunner().invoke(companion, ["restore", "stick.sqlite3", "--data", str(folder)])


def back_up(folder: Path) -> None:
    with closing(connect(folder / FILE)) as source:
        while True:
            source.execute("UPDATE game SET opened = opened + 1")
            Backups(folder, wall_clock).make(source)


def import_game(folder: Path) -> None:
    script = folder / "game.table"
    script.write_text("game daybreak\nseat china\nseat us\nstart\n", encoding="utf-8")
    CliRunner().invoke(companion, ["import", str(script), "--data", str(folder)])


ACTS = (upgrade, restore, back_up, import_game)


def killed(act: Callable[[Path], None], folder: Path, seconds: float) -> None:
    child = os.fork()
    if not child:
        with suppress(BaseException):
            act(folder)
        os._exit(0)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        select.select([], [], [], left)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def wrong_after(folder: Path) -> str:
    """What is not as it should be, in a word."""
    for backup in Backups(folder, wall_clock).newest_first():
        check(backup)
    with closing(SavedGames(folder)) as saved_games:
        table = saved_games.resume_or_begin("tally")
        if table.revision not in (REVISION, REVISION + 1) or table.document["total"] != 15:
            return f"revision {table.revision}, total {table.document['total']}"
        if saved_games.warnings:
            return str(saved_games.warnings)
    with closing(connect(folder / FILE)) as connection:
        if schema.version(connection) != len(schema.STEPS):
            return "not upgraded"
    return ""


def prepared(folder: Path, act: Callable[[Path], None]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copyfile(OLD, folder / FILE)
    if act is not upgrade:
        SavedGames(folder).close()
    if act is restore:
        (folder / "backups").mkdir(exist_ok=True)
        shutil.copyfile(OLD, folder / "backups" / "stick.sqlite3")


def main(folder: Path, kills: int) -> int:
    registry.offered()["tally"] = EntryPoint("tally", "tests.support.tally:GAME", registry.GROUP)
    random, wrong = Random(kills), 0
    for kill in range(kills):
        act, here = ACTS[kill % len(ACTS)], folder / "games"
        prepared(here, act)
        killed(act, here, random.uniform(0, LONGEST))
        if told := wrong_after(here):
            print(act.__name__, told)
            wrong += 1
    print(f"{kills} kills, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
