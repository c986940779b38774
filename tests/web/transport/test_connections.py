"""A phone that leaves while its stream begins: its place is given back, whenever that is."""

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from waitress import wasyncore

from companion.games import first
from companion.match.session import Session
from companion.storage.saved_games import SavedGames
from companion.web.app import create_app
from companion.web.live.event_stream import StreamLimits
from companion.web.live.stream_broadcaster import Broadcaster
from companion.web.security.pairing import Pairing
from companion.web.transport import waitress_server
from companion.web.transport.connections import CAN_NEST, HAND_OVER, Channel
from companion.web.transport.rate_limits import Limits

ASKS = b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class SteppedServer:
    """The real server, but its loop turns and its one request is answered when the test says so."""

    def __init__(self, session: Session) -> None:
        pairing, limits = Pairing(), Limits(streams=1)
        self.streams = StreamLimits(1, 60, limits)
        self.policy = Broadcaster(session, self.streams, pairing, limits)
        self.app = create_app(session, pairing, self.streams)
        self.when: Callable[[], None] = lambda: None
        """What happens between the moment at which a stream is handed over and its first byte."""
        listening = socket.create_server(("127.0.0.1", 0))
        self.waitress = waitress_server.WaitressServer(self.answer, self.policy, listening, 0)
        self.phone = socket.create_connection(listening.getsockname())

    def answer(self, environ: dict[str, Any], start_response: Any) -> Any:
        hand_over = environ[HAND_OVER]

        def handed(subscription: object) -> None:
            hand_over(subscription)
            self.when()

        return self.app({**environ, HAND_OVER: handed}, start_response)

    def turn(self) -> None:
        wasyncore.poll2(0.01, self.waitress._map)

    def asked(self) -> Channel:
        self.phone.sendall(ASKS)
        for _ in range(1000):
            self.turn()
            for channel in list(self.waitress.active_channels.values()):
                if channel.requests:
                    asked: Channel = channel
                    return asked
        raise AssertionError("nobody came")

    def leave(self) -> None:
        self.phone.close()
        for _ in range(1000):
            if not self.waitress.active_channels:
                return
            for channel in list(self.waitress.active_channels.values()):
                channel.handle_close()
        raise AssertionError("nobody left")

    def has_room(self) -> bool:
        """Can another phone of the same address watch live?"""
        self.streams.admit("127.0.0.1", paired=False)()
        return True


@pytest.fixture
def server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nested: bool
) -> Iterator[SteppedServer]:
    monkeypatch.setattr(waitress_server, "CAN_NEST", nested and CAN_NEST)
    with closing(Session(SavedGames(tmp_path), first())) as session:
        stepped = SteppedServer(session)
        yield stepped
        stepped.phone.close()
        stepped.waitress.close_all()


pytestmark = pytest.mark.parametrize("nested", [True, False])


def test_a_phone_that_leaves_before_it_is_answered_takes_no_place(server: SteppedServer) -> None:
    channel = server.asked()
    server.leave()
    channel.service()

    assert server.has_room()


def test_a_phone_that_leaves_while_its_stream_is_handed_over_gives_its_place_back(
    server: SteppedServer, caplog: pytest.LogCaptureFixture
) -> None:
    channel = server.asked()
    server.when = server.leave
    channel.service()

    assert server.has_room()
    assert "fileno" not in caplog.text


def test_a_phone_that_leaves_before_its_stream_has_begun_gives_its_place_back(
    server: SteppedServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = server.asked()
    subscribe = channel.subscribe

    def late(*given: Any) -> None:
        server.leave()
        subscribe(*given)

    monkeypatch.setattr(channel, "subscribe", late)
    channel.service()

    assert server.has_room()
    assert caplog.text == ""


def test_a_phone_that_leaves_later_gives_its_place_back_once(server: SteppedServer) -> None:
    server.asked().service()
    with pytest.raises(Exception, match="phones are watching live"):
        server.has_room()
    server.leave()

    assert server.has_room()
    held = server.streams.admit("127.0.0.1", paired=False)
    held()
    held()
    server.streams.admit("127.0.0.1", paired=False)
    with pytest.raises(Exception, match="phones are watching live"):
        server.has_room()


def test_streams_that_are_ended_give_their_places_back(server: SteppedServer) -> None:
    channel = server.asked()
    channel.service()
    channel.end_stream()

    assert server.has_room()
