"""Phones: every page of a game as the server makes it, for everybody, in every language."""

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from flask.testing import FlaskClient

from companion.i18n.catalogs import LANGUAGES
from companion.i18n.message import say
from companion.match.session import Session
from companion.storage.saved_games import SavedGames
from companion.testing.examination import Examination, Problem, Problems
from companion.web.app import create_app
from companion.web.live.event_stream import StreamLimits
from companion.web.security.paired_phones import HOST
from companion.web.security.pairing import Pairing

OURS = {"Origin": "http://localhost"}
MOMENTS = 6
"""So many moments of a game are looked at, from its first to its last."""
SHEETS = 6
"""Of so many numbers it is asked why they are so."""


class Errors(logging.Handler):
    """What the server logs of a page that it could not make."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[Exception] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and isinstance(error := record.exc_info[1], Exception):
            self.found.append(error)


def every_phone_page_is_made(subject: Examination) -> Problems:
    """The board of a seat, of the host and of who watches; the wall, the story, why it is so."""
    lines = [step.line for step in subject.walks[0].match.steps][1:]
    moments = {len(lines) * n // MOMENTS for n in range(1, MOMENTS + 1)}
    errors, log = Errors(), logging.getLogger("companion")
    spoke = log.propagate
    log.addHandler(errors)
    log.propagate = False
    try:
        with TemporaryDirectory() as folder:
            session = Session(SavedGames(Path(folder)), subject.game.id)
            with closing(session):
                yield from looked_at(subject, session, lines, moments, errors)
    finally:
        log.removeHandler(errors)
        log.propagate = spoke


def looked_at(
    subject: Examination, session: Session, lines: list[str], moments: set[int], errors: Errors
) -> Problems:
    pairing = Pairing()
    app = create_app(session, pairing, StreamLimits(1))
    phones = {"who watches": app.test_client()}
    for n, line in enumerate(lines, 1):
        session.writer.ask(line)
        if n not in moments:
            continue
        seated = subject.game.seated(session.writer.match.state)
        for role in (HOST, *seated[:1]):
            if role not in phones:
                phones[role] = app.test_client()
                phones[role].post("/pair", data={"code": pairing.code, "role": role}, headers=OURS)
        for who, phone in phones.items():
            for path in paths(subject, session, who):
                yield from made(subject, phone, path, who, errors)


def paths(subject: Examination, session: Session, who: str) -> Iterator[str]:
    yield "/board"
    if who == "who watches":
        state = session.writer.match.state
        yield from ("/wall", "/story")
        yield from (f"/why?path={path}" for path in list(subject.game.numbers(state))[:SHEETS])


def made(subject: Examination, phone: FlaskClient, path: str, who: str, errors: Errors) -> Problems:
    for code in LANGUAGES:
        answer = phone.get(path, headers={"Accept-Language": code})
        if errors.found:
            error = errors.found.pop()
            doing = say("{path} for {who}", path=path, who=who)
            yield subject.broke(error, doing)
        elif answer.status_code >= 500:
            told = say("{path} for {who} is no page", path=path, who=who)
            yield Problem(told, subject.here)
