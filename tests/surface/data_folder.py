"""What lies in a data folder after an evening on which everything happened, and what is in it."""

import json
import re
import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.hall.app import PHONES
from companion.hall.results import FILE as RESULTS
from companion.hall.results import Results
from companion.mqtt.outbox import FILE as UNCONFIRMED
from companion.mqtt.outbox import ResultOutbox
from companion.storage.saved_games import FILE as JOURNAL
from companion.web.security.paired_phones import HOST, PhoneStore
from companion.web.security.pairing import Pairing
from companion.web.transport.template_cache import TemplateCache
from tests.support.phone import Room
from tests.surface.commands import run
from tests.surface.games import paths

TAG, CARD = "04a1b2c3d4e580", "1.035"
VARYING = (
    (r"\d{8}T\d{6}Z(-\d+)?", "DATE"),
    (r"backup-\d{6}", "backup-NUMBER"),
    (r"\d+\.\d{3}", "CARD"),
    (r"[0-9a-f]{64}", "HASH"),
    (r"\d+-[0-9a-f]{8}\b", "KEY"),
    (TAG, "TAG"),
)


def an_evening(folder: Path) -> set[str]:
    """The names of everything that lay there at any time of it, with dates as ``DATE``."""
    room = Room(folder)
    compiled = room.app.jinja_env.bytecode_cache = TemplateCache(folder)
    with closing(room.session):
        host = room.played().host()
        for path, form in {
            "/teach": {"on": "1"},
            "/games/1/name": {"title": "The first one"},
            "/facts/0": {"powers.china.clean": "4"},
            f"/cards/{CARD}": {"tags": "ecology"},
            f"/box/{CARD}": {"absent": "1"},
            "/games/backup": {},
        }.items():
            assert host.post(path, **form).status_code < 400, path
        host.get("/games")
        compiled.keep()
        run("tags", "bind", TAG, CARD, "--data", str(folder))
        found = names(folder)
    run("restore", "--data", str(folder))
    found |= names(folder)
    (folder / "phones.json").write_text("{", encoding="utf-8")
    (folder / JOURNAL).write_bytes(b"{" * 5000)
    with closing(Room(folder).session):
        found |= names(folder)
    pairing = Pairing(book=PhoneStore(folder / PHONES))
    pairing.pair(pairing.code, HOST, "192.0.2.1")
    outbox = ResultOutbox(folder / UNCONFIRMED)
    outbox.put({"id": "machine", "number": 1, "began": "now"})
    with closing(Results(folder / RESULTS)):
        return found | names(folder)


def names(folder: Path) -> set[str]:
    return {general(str(path.relative_to(folder))) for path in folder.rglob("*")}


def general(name: str) -> str:
    for pattern, word in VARYING:
        name = re.sub(pattern, word, name)
    return name


def contents(folder: Path) -> Iterator[str]:
    """The keys and columns of each kind of file, after such an evening."""
    for file in sorted(folder.rglob("*")):
        name = general(str(file.relative_to(folder)))
        match file.suffix:
            case ".json" | ".toml" as kind:
                read = json.loads if kind == ".json" else tomllib.loads
                found = read(file.read_text(encoding="utf-8"))
                yield from (f"{name}: {path}" for path in paths(found, general))
            case ".sqlite3" if "DATE" not in name:
                yield from (f"{name}: {each}" for each in tables(file))


def tables(file: Path) -> Iterator[str]:
    with closing(sqlite3.connect(file)) as connection:
        [[version]] = connection.execute("PRAGMA user_version")
        yield f"user_version {version}"
        made = connection.execute("SELECT type, name, tbl_name FROM sqlite_master").fetchall()
        for kind, name, table in made:
            if kind == "table":
                columns = connection.execute(f"PRAGMA table_info({name})")
                yield " ".join(("table", name, *(column[1] for column in columns)))
            elif kind == "trigger":
                yield f"trigger {name} on {table}"


def exports(folder: Path) -> Iterator[str]:
    """What a game is taken away as; seats and rounds as they come."""
    room = Room(folder).played()
    with closing(room.session):
        host = room.host()
        told = json.loads(host.get("/games/1/export?as=json").text)
        kept = {**told, "document": {}, "history": told["history"][:1]}
        kept["history"][0]["events"] = []
        yield from (f"json: {path}" for path in paths(kept))
        yield f"script: {host.get('/games/1/export?as=script').text.splitlines()[0]}"
        told_rounds = host.get("/games/1/export?as=csv").text.splitlines()
        yield from (f"csv: {column}" for column in told_rounds[0].split(","))
