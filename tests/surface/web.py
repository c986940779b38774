"""What phones and programs ask of a table and of a hall: addresses, forms, answers, streams."""

import json
from collections.abc import Iterable, Iterator
from contextlib import closing
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from flask import Flask
from werkzeug.test import TestResponse

from companion.i18n.message import Message
from companion.web.app import create_app
from tests.support.hall.rooms import Room as HallRoom
from tests.support.phone import Phone, Room, said
from tests.surface.games import paths

CARD = "1.035"
PAGES = (
    *("/", "/pair", "/phones", "/games", "/story", "/terms", "/tags", "/virtual", "/wall"),
    *("/cards", f"/cards/{CARD}", f"/cards/{CARD}/sentence", "/box", f"/box/{CARD}"),
    *("/facts", "/facts/0"),
)
FIELDS = ("input", "select", "button", "textarea")
MOST_EVENTS = 8
"""Of a stream, before what is waited for has come."""


class HallAround:
    """As much of a hall as a table's page asks for."""

    lines: tuple[Message, ...] = ()
    helping = False

    def call(self, help: bool = True) -> Message:
        raise NotImplementedError("nobody calls")


def addresses(folder: Path) -> Iterator[str]:
    room = Room(folder)
    with closing(room.session):
        beside = create_app(room.session, room.pairing, room.streams, hall=HallAround())
        yield from (f"table: {each}" for app in (room.app, beside) for each in rules(app))
    hall = HallRoom()
    yield from (f"hall: {each}" for each in rules(hall.app))
    hall.close()


def rules(app: Flask) -> Iterator[str]:
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            yield f"{method} {rule}"


def answers(folder: Path) -> Iterator[str]:
    """The keys of every answer in JSON, and cookies."""
    room = Room(folder).played()
    with closing(room.session):
        phone = room.host()
        asked = {
            "GET /api/state": sorted(said(phone.get("/api/state"))),
            "POST /api/act": paths(said(phone.act("next", id="1", seen=room.revision, expects={}))),
            "POST /api/preview": paths(said(phone.ask("/api/preview", line="next"))),
            "POST /api/act refused": paths(said(phone.act("nonsense"))),
            "GET /box/where": paths(said(phone.get("/box/where"))),
        }
        paired = room.watching().post("/pair", code=room.pairing.code, role="us")
        for answer in (paired, phone.get("/?lang=pt")):
            yield from (f"table: {each}" for each in cookies(answer))
    for what, keys in asked.items():
        yield from (f"table: {what}: {key}" for key in keys)
    hall = HallRoom()
    hall.table(1)
    host = hall.host()
    yield from (f"hall: GET /api/tables: {key}" for key in paths(said(host.get("/api/tables"))))
    paired = hall.watching().post("/pair", code=hall.pairing.code)
    yield from (f"hall: {each}" for each in cookies(paired))
    hall.end(1)
    yield f"hall: GET /results.csv: {host.get('/results.csv').text.splitlines()[0]}"
    hall.close()


def cookies(answer: TestResponse) -> Iterator[str]:
    for cookie in answer.headers.getlist("Set-Cookie"):
        yield f"cookie {cookie.partition('=')[0]}"


class Forms(HTMLParser):
    """Which fields a page sends where, and which forms of a game it leads to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._page = page
        self._where = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            where = (given.get("action") or self._page).partition("?")[0].replace(CARD, "CARD")
            self._where = f"{(given.get('method') or 'get').upper()} {where}"
        elif self._where and tag in FIELDS and given.get("name"):
            self.found.add(f"{self._where}: {given['name']}")
        elif tag == "a" and (leads := given.get("href") or "").startswith("/do/"):
            where, _, asked = leads.partition("?")
            self.found.add(f"GET {where}: {' '.join(sorted(key for key, _ in parse_qsl(asked)))}")

    def handle_endtag(self, tag: str) -> None:
        self._where = "" if tag == "form" else self._where


def form_fields(folder: Path) -> Iterator[str]:
    """Of the pages that the host of a table sees, and the hall's."""
    room = Room(folder)
    with closing(room.session):
        phone = room.host()
        yield from (f"table: {each}" for each in fields_of(phone, ("/setup",)))
        room.played().paired("us")
        yield from (f"table: {each}" for each in fields_of(phone, PAGES))
    hall = HallRoom()
    for number in (1, 2):
        hall.table(number)
    hall.hear("table-1", "help", b"yes")
    hall.hear("table-2", "status", b"offline")
    host = hall.host()
    hall.host()
    yield from (f"hall: {each}" for each in fields_of(host, ("/", "/pair", "/phones")))
    hall.close()


def fields_of(phone: Phone, pages: Iterable[str]) -> Iterator[str]:
    for page in pages:
        answer = phone.get(page)
        assert answer.status_code == 200, f"{page}: {answer.status}"
        forms = Forms(page)
        forms.feed(answer.text)
        yield from forms.found


Event = tuple[str, list[str]]
"""Its name, and the keys of what it says."""


def stream_events(folder: Path) -> Iterator[str]:
    room = Room(folder).played()
    with closing(room.session):
        phone = room.paired("china")
        watched = events(phone.get("/api/events"))
        yield from until(watched, "ping")
        phone.post("/box", step="begin")
        yield from until(watched, "walk")
        room.pairing.end(lambda each: True)
        yield from until(watched, "role")
        yield from (
            f"/api/virtual: {key}" for key in next(events(room.host().get("/api/virtual")))[1]
        )
        room.streams.closing = True
    hall = HallRoom()
    hall.table(1)
    yield from (
        f"hall {each}" for each in until(events(hall.watching().get("/api/events")), "ping")
    )
    hall.streams.closing = True
    hall.close()


def until(heard: Iterator[Event], last: str) -> Iterator[str]:
    """What is said until this has come."""
    for name, keys in islice(heard, MOST_EVENTS):
        yield f"{name}: {' '.join(keys)}"
        if name == last:
            return
    raise AssertionError(f"no {last} was heard")


def events(stream: TestResponse) -> Iterator[Event]:
    for block in stream.response:
        text = block if isinstance(block, str) else block.decode()
        said = dict(line.split(": ", 1) for line in text.strip().splitlines())
        if "data" in said:
            data: Any = json.loads(said["data"])
            name = said.get("event", "message")
            yield name, sorted(data) if isinstance(data, dict) else [type(data).__name__]
