"""Those who watch, behind one place of the server's loop."""

import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from waitress import wasyncore

from companion.games import first
from companion.match.session import Session
from companion.storage.saved_games import SavedGames
from companion.web.server import Server
from companion.web.transport import waitress_server
from companion.web.transport.connections import CAN_NEST, StreamSelector

PHONES = 5


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with closing(Session(SavedGames(tmp_path), first())) as session:
        yield session


def watch(server: Server) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", "/api/events")
    return connection.getresponse()


def next_change(stream: HTTPResponse) -> int:
    """The revision that a phone is told next."""
    while not (line := stream.readline()).startswith(b"id: 1-"):
        assert line
    return int(line.removeprefix(b"id: 1-"))


def test_many_who_watch_take_one_place_in_the_loop(session: Session) -> None:
    server = Server(session, 0, address="127.0.0.1", ping=60)
    server.start()
    places = len(server.waitress._map)
    streams = [watch(server) for _ in range(PHONES)]
    told = session.writer.ask("seat china").revision

    for stream in streams:
        while next_change(stream) != told:
            pass
    assert len(server.waitress._map) == places
    server.stop()


@pytest.mark.parametrize("nested", [True, False])
def test_streams_are_told_and_ended_wherever_the_loop_waits_for_them(
    nested: bool, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waitress_server, "CAN_NEST", nested and CAN_NEST)
    server = Server(session, 0, address="127.0.0.1", ping=60)
    server.start()
    stream = watch(server)
    told = session.writer.ask("seat china").revision
    while next_change(stream) != told:
        pass

    server.stop()
    assert b"id:" not in stream.read()  # to its end, and without waiting


class Listener:
    """As much of a channel as a selector knows of one."""

    connected = True

    def __init__(self, selector: StreamSelector, map: dict[int, object]) -> None:
        self.socket, self.phone = socket.socketpair()
        self.left = b"what is left"
        self.heard = b""
        self._selector = selector
        map[self.socket.fileno()] = self

    def writable(self) -> bool:
        return bool(self.left)

    def handle_read_event(self) -> None:
        self.heard = self.socket.recv(100)
        if not self.heard:
            self.handle_close()

    def handle_write_event(self) -> None:
        self.socket.send(self.left)
        self.left = b""

    def handle_close(self) -> None:
        self.connected = False
        self._selector.remove(self)
        self.socket.close()

    handle_error = handle_close


@pytest.fixture
def loop() -> Iterator[dict[int, object]]:
    map: dict[int, object] = {}
    yield map
    wasyncore.close_all(map)


@pytest.fixture
def listener(loop: dict[int, object]) -> Iterator[Listener]:
    selector = StreamSelector(loop)
    listener = Listener(selector, loop)
    selector.add(listener)
    yield listener
    listener.phone.close()


def turn(loop: dict[int, object]) -> None:
    """One turn of waitress's loop, as it waits for connections; a moment, if for nothing."""
    wasyncore.poll2(0.01, loop)


def test_what_was_still_to_be_sent_goes_first(loop: dict[int, object], listener: Listener) -> None:
    turn(loop)

    assert listener.phone.recv(100) == b"what is left"


def test_who_has_something_left_to_send_is_attended_to(
    loop: dict[int, object], listener: Listener
) -> None:
    turn(loop)
    listener.left = b"more"
    turn(loop)
    assert listener.left == b"more"  # nobody has said so yet

    listener._selector.update(listener)
    turn(loop)
    assert listener.phone.recv(100) == b"what is leftmore"


def test_who_hangs_up_is_heard_and_leaves(loop: dict[int, object], listener: Listener) -> None:
    turn(loop)
    listener.phone.close()
    turn(loop)

    assert not listener.connected
    listener._selector.update(listener)  # somebody else may not know yet
    turn(loop)


def test_with_the_loop_everybody_in_it_is_closed(
    loop: dict[int, object], listener: Listener
) -> None:
    wasyncore.close_all(loop)

    assert not listener.connected
    assert loop == {}
