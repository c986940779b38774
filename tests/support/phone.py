"""Phones as the tests hold them, around a table of their own."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Environment
from jinja2.bccache import FileSystemBytecodeCache
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.clock import VirtualClock
from companion.devices.board import profile
from companion.devices.board.parts import Profile
from companion.devices.simulator.board import SimulatedTabletop
from companion.devices.simulator.typed_input import Keyboard
from companion.devices.simulator.virtual_table import SimulatedBoard
from companion.games import Document
from companion.i18n.message import Message
from companion.match.match import Revision
from companion.match.session import Session
from companion.match.taps.enrolment import EnrolmentStep
from companion.match.taps.prompts import Prompt, prompt_of
from companion.match.taps.tags import Tags
from companion.match.taps.tap_grammar import TapGrammar
from companion.storage.saved_games import SavedGames
from companion.web import app
from companion.web.live.event_stream import StreamLimits
from companion.web.security.paired_phones import FILE, HOST, PhoneStore
from companion.web.security.pairing import Pairing

Job = Callable[[], None]
OURS = {"Origin": "http://localhost"}
AS_PROGRAM = {"Accept": "application/json"}


COMPILED = FileSystemBytecodeCache()


def take_compiled(environment: Environment, calm: object = None) -> None:
    """Templates are compiled once for all tests: that is most of what a new application costs."""
    environment.bytecode_cache = COMPILED


BUILD_URL: dict[tuple[object, ...], Any] = {}
compile_builder = Rule._compile_builder


def compiled_builder(rule: Rule, append_unknown: bool = True) -> Any:
    """What makes addresses from a route is compiled once for all applications of the tests."""
    key = (rule.rule, rule.subdomain, rule.host, str(rule.defaults), append_unknown)
    if key not in BUILD_URL:
        BUILD_URL[key] = compile_builder(rule, append_unknown)
    return BUILD_URL[key]


@cache
def simulator() -> Profile:
    return profile.load("simulator")


def create_app(*parts: Any, **more: Any) -> Flask:
    with patch.object(Rule, "_compile_builder", compiled_builder):
        return app.create_app(*parts, **more)


class HeldClock:
    """Time that passes only when the test says so."""

    def __init__(self) -> None:
        self.time = 1000.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds

    def today(self) -> datetime:
        return datetime.fromtimestamp(self.time, UTC)


class Phone:
    """One phone's browser: its own cookies, and the origin of our own page."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def speak(self, language: str) -> None:
        self.client.set_cookie("language", language)

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, path: str, **fields: Any) -> TestResponse:
        return self.client.post(path, data=fields, headers=OURS)

    def ask(self, path: str, **body: Any) -> TestResponse:
        """As a program asks, or the page's own script."""
        return self.client.post(path, json=body, headers=OURS)

    def act(self, line: str, **more: Any) -> TestResponse:
        return self.ask("/api/act", line=line, **more)

    def board(self, language: str = "en") -> str:
        return self.get("/board", Accept_Language=language).text


class Tagged:
    """Somebody gives tags to cards, as far as the page knows."""

    def __init__(self) -> None:
        self.enrolling: Message | None = None
        self.notice: Message | None = None
        self.new_code = ""
        self.done: list[tuple[str, str]] = []

    def enrol(self, step: EnrolmentStep, first: str = "") -> None:
        self.done.append((step, first))

    def name_code(self, uid: str, name: str) -> None:
        self.done.append((uid, name))


class Room:
    """A table, its shelf, and everything that a phone can reach."""

    def __init__(self, folder: Path, game: str = "daybreak", streams: int = 50) -> None:
        self.clock = HeldClock()
        self.session = Session(SavedGames(folder, self.clock.today), game)
        book = PhoneStore(folder / FILE, self.session.tell, self.session.report)
        self.pairing = Pairing(self.clock, book, self.clock.today, self.session.notifier)
        self.streams = StreamLimits(streams, ping=0.01)
        self.board = SimulatedTabletop(simulator(), VirtualClock())
        keyboard = Keyboard(self.board, self.current, Tags(game=game))
        self.virtual = SimulatedBoard(self.board, keyboard, self.prompt)
        self.tagging = Tagged()
        self.app = create_app(
            self.session, self.pairing, self.streams, virtual=self.virtual, tagging=self.tagging
        )
        take_compiled(self.app.jinja_env)
        self._host: Phone | None = None

    def current(self) -> Revision:
        return self.session.writer.current

    def prompt(self) -> Prompt:
        """Of a table at which nothing is half said."""
        return prompt_of(self.current(), TapGrammar(self.current()))

    @property
    def document(self) -> Document:
        return self.session.writer.current.document

    @property
    def revision(self) -> int:
        return self.session.writer.current.revision

    def played(self, *lines: str, seats: str = "china us") -> "Room":
        """The same room after these powers have started, and these lines."""
        for line in (*(f"seat {seat}" for seat in seats.split()), "start", *lines):
            self.session.writer.ask(line)
        return self

    def watching(self) -> Phone:
        return Phone(self.app.test_client())

    def paired(self, role: str = "china") -> Phone:
        phone = self.watching()
        assert phone.post("/pair", code=self.pairing.code, role=role).status_code == 303
        return phone

    def host(self) -> Phone:
        return self.paired(HOST)

    def one_host(self) -> Phone:
        """The same phone each time, for as long as it is paired."""
        if self._host is None or not self.pairing.phones():
            self._host = self.host()
        return self._host


def said(response: TestResponse) -> Any:
    """What was answered to a program."""
    assert response.json is not None, response.text
    return response.json


def why(response: TestResponse) -> str:
    """The code of a refusal."""
    error = said(response)["error"]
    assert set(error) == {"code", "message"}
    return str(error["code"])
