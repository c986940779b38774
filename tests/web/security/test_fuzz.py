"""Requests that nobody would send: never a fault of ours, and nothing changes without pairing."""

import random
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.web.security.auth import COOKIE
from tests.support.effort import many
from tests.support.phone import Room
from tests.web.security.test_request_checks import READS, WRITES

REQUESTS = many(1_000, soak=100_000)
AT_ONE_TABLE = 500
SAID = """
seat start next to roll set target lose choose play tuck discard act project crisis tags challenge
undo redo box game crash expect
"""
BESIDES = """
china us europe majority_world local global emissions crisis growth planetary arctic geoengineering
lowest highest resilience.social communities trees powers.china.dirty facts.tracks.arctic 1.004
1.206 1.309 1.415 ?.citizen-assemblies under by at paying replacing none yes no true false 0 1 2 3
-1 99999999999999999999 NaN [] [true] {} " ' # { } {card} \\ ; . .. /etc/passwd %s {0.__class__} é
😀 ٣ ²
"""
ASKED = """
line card cards power stack value at seen expects draw of origin preview seat checked code role
phone name tags q kind path part lang since as tap press hold turn unplug plug pause zone to step
first
"""
COMMANDS, FIELDS = SAID.split(), ASKED.split()
WORDS = (*COMMANDS, *BESIDES.split(), "\x00", "\n", "\ud800")
FORMS = (
    "play",
    "tuck",
    "support",
    "discard",
    "act",
    "project",
    "crisis",
    "correct",
    "tags",
    "target",
    "lose",
)
KINDS = (
    *("application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
    *("text/plain", "", "application/json; charset=utf-16"),
)
STRANGE = ("*", "evil.example", "\xff", "1-99999999999999999999", "x" * 300, "", "]:[", "es;q=x")


class Fuzzer:
    """Makes requests: mostly nearly right ones, since those get furthest."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def words(self, most: int) -> str:
        chosen = self.random.choices(WORDS, k=self.random.randint(0, most))
        return " ".join(chosen)

    def line(self) -> str:
        commands = self.random.choice(WORDS[:17])
        return (
            f"{commands} {self.words(5)}".strip() if self.random.random() < 0.9 else self.words(9)
        )

    def path(self) -> str:
        known = self.random.choice((*READS, *WRITES))
        if self.random.random() < 0.2:
            known = f"/do/{self.random.choice(FORMS)}"
        if self.random.random() < 0.1:
            at = self.random.randint(0, len(known))
            known = f"{known[:at]}{self.random.choice(['/', '..', '%2e', '%00', 'é', '9' * 30])}"
        return known

    def fields(self) -> dict[str, list[str]]:
        return {
            self.random.choice(FIELDS): [self.words(3) for _ in range(self.random.randint(1, 3))]
            for _ in range(self.random.randint(0, 6))
        } | ({"line": [self.line()]} if self.random.random() < 0.7 else {})

    def body(self) -> dict[str, Any]:
        kind = self.random.choice(KINDS)
        roll = self.random.random()
        if roll < 0.35:
            body: dict[str, Any] = {"line": self.line()}
            if self.random.random() < 0.3:
                more = {"id": "x", "seen": 3, "expects": {"trees": 3}, self.words(1): None}
                body |= dict(self.random.sample(list(more.items()), 2))
            return {"json": body}
        if roll < 0.8:
            return {
                "data": {k: [x.replace("\ud800", "") for x in v] for k, v in self.fields().items()}
            }
        return {"data": self.random.randbytes(self.random.randint(0, 200)), "content_type": kind}

    def headers(self) -> dict[str, str]:
        headers = {"Origin": "http://localhost"}
        if self.random.random() < 0.15:
            strange = ("Host", "Origin", "Accept", "Accept-Language", "Last-Event-ID", "Cookie")
            headers[self.random.choice(strange)] = self.random.choice(
                (
                    "*",
                    "evil.example",
                    "\xff",
                    "1-99999999999999999999",
                    "x" * 300,
                    "",
                    "]:[",
                    "es;q=x",
                )
            )
        if self.random.random() < 0.5:
            headers["Accept"] = "application/json"
        return headers

    def send(self, client: FlaskClient) -> tuple[str, int]:
        method = self.random.choices(("GET", "POST", "PUT", "HEAD", "OPTIONS"), (4, 12, 1, 1, 1))[0]
        path = self.path()
        query = "&".join(f"{key}={value}" for key, (value, *_) in self.fields().items())
        query = query.encode("ascii", "ignore").decode().replace("#", "").replace("\n", "")
        address = (
            f"{path}{'&' if '?' in path else '?'}{query}" if self.random.random() < 0.4 else path
        )
        given = self.body() if method in ("POST", "PUT") else {}
        answer = client.open(address, method=method, headers=self.headers(), **given)
        answer.close()
        return f"{method} {address} {given}", answer.status_code


@pytest.mark.slow
def test_nothing_that_is_sent_is_a_fault_of_ours(tmp_path: Path) -> None:
    for table in range(REQUESTS // AT_ONE_TABLE):
        fuzzer = Fuzzer(table)
        room = Room(tmp_path / str(table))
        if table % 2:
            room.played("to local")
        phones = [room.host().client, room.paired("us").client]
        for _ in range(AT_ONE_TABLE):
            sent, status = fuzzer.send(fuzzer.random.choice(phones))
            assert status != 500, sent
            if not room.pairing.phones():
                phones = [room.host().client]
        room.session.close()


@pytest.mark.slow
def test_nothing_changes_without_pairing(tmp_path: Path) -> None:
    for table in range(REQUESTS // AT_ONE_TABLE // 2):
        fuzzer = Fuzzer(-table - 1)
        room = Room(tmp_path / str(table)).played("to local")
        before = room.document, room.session.active, files(room)
        stranger = room.watching().client
        for _ in range(AT_ONE_TABLE):
            if fuzzer.random.random() < 0.2:
                stranger.set_cookie(COOKIE, fuzzer.random.choice(("x", "", "../..", "host")))
            sent, status = fuzzer.send(stranger)
            assert status != 500, sent
        assert (room.document, room.session.active, files(room)) == before
        assert room.pairing.phones() == []
        room.session.close()


def files(room: Room) -> list[str]:
    """What lies in the data folder, without what SQLite itself keeps beside its file."""
    found = (path.name for path in room.session.folder.rglob("*"))
    return sorted(name for name in found if not name.endswith(("-wal", "-shm")))
