"""What one address may take of the server, over real sockets: everybody else gets through."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse, IncompleteRead
from pathlib import Path
from threading import Event

import pytest
from flask import Response

from companion.games import first
from companion.match.session import Session
from companion.notifier import Notifier
from companion.storage.saved_games import SavedGames
from companion.web.app import bare_app
from companion.web.live.event_stream import StreamLimits, thread_stream
from companion.web.security.pairing import Pairing
from companion.web.server import Server, WebServer
from companion.web.transport import connections
from companion.web.transport.rate_limits import ConnectionPolicy, CpuBudget, Limits
from companion.web.transport.waitress_server import (
    AT_A_TIME,
    MAX_HEAD_BYTES,
    MAX_OVERFLOW,
    OVERFLOW_TIMEOUT_S,
)
from tests.support.hall.brokers import eventually
from tests.support.phone import HeldClock
from tests.support.web.crowd import HALF, WHOLE, Player, crowded, p50, p99, play

SOAK = "SOAK" in os.environ
PEOPLE, ADDRESSES, TAPS = (1000, 20, 400) if SOAK else (60, 5, 20)
ServerWith = Callable[[Limits], Server]
Get = Callable[..., HTTPResponse]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[ServerWith]:
    with ExitStack() as stack:
        session = stack.enter_context(closing(Session(SavedGames(tmp_path), first())))

        def start(limits: Limits) -> Server:
            server = Server(session, 0, address="127.0.0.1", ping=0.05, limits=limits)
            server.start()
            stack.callback(server.stop)
            return server

        yield start


@pytest.fixture
def get() -> Iterator[Get]:
    """Asks from an address of one's own; the connection stays until the end."""
    with ExitStack() as stack:

        def ask(port: int, path: str, own: str, **headers: str) -> HTTPResponse:
            connection = HTTPConnection("127.0.0.1", port, source_address=(own, 0), timeout=20)
            stack.callback(connection.close)
            connection.request("GET", path, headers=headers)
            return stack.enter_context(connection.getresponse())

        yield ask


def opened(port: int, own: str, said: bytes = b"") -> socket.socket:
    one = socket.socket()
    one.bind((own, 0))
    one.connect(("127.0.0.1", port))
    one.sendall(said)
    return one


def test_one_address_cannot_shut_the_page_for_all(serve: ServerWith, get: Get) -> None:
    server = serve(Limits())
    with ExitStack() as stack:
        for _ in range(320):
            stack.enter_context(opened(server.port, "127.0.0.2"))
        assert get(server.port, "/", "127.0.0.3").status == 200
        turned_away = get(server.port, "/", "127.0.0.2")
        assert turned_away.status == 503
        assert "Content-Security-Policy" in turned_away.headers
        assert b"[too_many_phones]" in turned_away.read()


def test_when_strangers_fill_the_house_the_one_who_takes_most_makes_room(
    serve: ServerWith,
    get: Get,
) -> None:
    server = serve(Limits(connections=10, unpaired_connections=12))
    with ExitStack() as stack:
        for own in ("127.0.0.2", "127.0.0.3"):
            for _ in range(10):
                stack.enter_context(opened(server.port, own))
        assert get(server.port, "/board", "127.0.0.4").status == 200


def test_one_address_cannot_take_every_live_place(serve: ServerWith, get: Get) -> None:
    server = serve(Limits(streams=3))
    streams = [get(server.port, "/api/events", "127.0.0.2") for _ in range(4)]
    assert [stream.status for stream in streams] == [200, 200, 200, 503]
    assert get(server.port, "/api/events", "127.0.0.3").status == 200


def test_a_seat_that_is_paired_always_gets_a_live_place(serve: ServerWith, get: Get) -> None:
    server = serve(Limits(streams=1))
    player = Player(server, "host", "127.0.0.2")
    held = [get(server.port, "/api/events", "127.0.0.2") for _ in range(2)]
    assert [stream.status for stream in held] == [200, 503]
    paired = {"Cookie": player._headers["Cookie"]}
    assert get(server.port, "/api/events", "127.0.0.2", **paired).status == 200
    player.close()


@pytest.mark.parametrize(
    ("said", "patience"),
    [
        (b"", "idle_timeout_s"),
        (HALF, "head_timeout_s"),
        (b"POST /act HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx", "body_timeout_s"),
    ],
)
def test_who_is_too_slow_is_hung_up_on(serve: ServerWith, said: bytes, patience: str) -> None:
    limits = Limits()
    server = serve(limits)
    with opened(server.port, "127.0.0.2", said) as slow:
        channel = arrived(server, len(said))
        now, seconds = time.time(), getattr(limits, patience)
        assert not channel.is_timed_out(now + seconds - 1, limits, known=False)
        server.waitress.maintenance(now + seconds + 1)
        server.waitress.pull_trigger()
        slow.settimeout(20)
        assert slow.recv(1000) == b""


def arrived(server: Server, bytes_: int) -> connections.Channel:
    """The one connection, once all that was said on it has come in."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        for channel in list(server.waitress.active_channels.values()):
            received = channel.request is not None and channel.request_began is not None
            if received or not bytes_:
                found: connections.Channel = channel
                return found
        Event().wait(0.005)
    raise AssertionError("nobody came")


def test_a_phone_that_never_reads_is_hung_up_on_and_holds_up_nobody(
    serve: ServerWith, get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve(Limits())
    player = Player(server, "host", "127.0.0.2")
    reader = get(server.port, "/api/events?since=1-1", "127.0.0.3")
    monkeypatch.setattr(connections, "MAX_UNSENT_BYTES", 0)
    assert player.act("seat china") == 200
    with pytest.raises(IncompleteRead):  # it was hung up on before that
        reader.read()
    monkeypatch.undo()
    again = get(server.port, "/api/events?since=1-1", "127.0.0.3")
    while b"event: change" not in again.readline():
        pass
    player.close()


def test_a_stream_on_which_somebody_says_more_is_ended(serve: ServerWith) -> None:
    server = serve(Limits())
    said = WHOLE.replace(b"/board", b"/api/events")
    with opened(server.port, "127.0.0.2", said) as one:
        one.settimeout(20)
        while b"retry" not in one.recv(4096):
            pass
        one.sendall(WHOLE)
        while one.recv(4096):
            pass


def test_headers_beyond_all_measure_are_refused_with_ours(serve: ServerWith, get: Get) -> None:
    server = serve(Limits())
    answer = get(server.port, "/", "127.0.0.2", **{"X-Long": "x" * MAX_HEAD_BYTES})
    assert answer.status == 431
    assert "Content-Security-Policy" in answer.headers


def statuses(get: Get, server: Server, own: str) -> Iterator[int]:
    """Of one request after another: what one has cost is known a moment after its answer."""
    return (get(server.port, "/board", own).status for _ in range(50))


def test_who_has_taken_more_than_their_share_waits_and_those_who_play_do_not(
    serve: ServerWith,
    get: Get,
) -> None:
    server = serve(Limits(cpu_s=0.0, cpu_refill=0.0, all_cpu_s=99.0))
    assert 429 in statuses(get, server, "127.0.0.3")
    player = Player(server, "host", "127.0.0.2")
    assert [player.act("seat china"), player.act("seat us")] == [200, 200]
    player.close()


def test_whoever_stands_at_the_table_can_pair_though_strangers_have_used_up_theirs(
    serve: ServerWith, get: Get
) -> None:
    server = serve(Limits(all_cpu_s=0.0, all_cpu_refill=0.0))
    assert 429 in statuses(get, server, "127.0.0.3")
    assert get(server.port, "/board", "127.0.0.4").status == 429
    player = Player(server, "host", "127.0.0.5")
    assert player.act("seat china") == 200
    player.close()


def test_a_seat_gets_through_also_where_others_fill_its_own_address(serve: ServerWith) -> None:
    server = serve(Limits(paired_connections=5))
    player = Player(server, "host", "127.0.0.2")
    assert player.act("seat china") == 200
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(opened(server.port, "127.0.0.2"))
        again = Player(server, "us", "127.0.0.2")
        assert again.paired
        assert [player.act("seat us"), again.act("start")] == [200, 200]
    player.close()
    again.close()


def test_a_phone_that_gets_another_address_is_known_there_as_soon_as_it_asks(
    serve: ServerWith, get: Get
) -> None:
    server = serve(Limits(cpu_s=0.0, cpu_refill=0.0, all_cpu_s=99.0))
    player = Player(server, "host", "127.0.0.2")
    paired = {"Cookie": player._headers["Cookie"]}
    assert not server.policy.knows("127.0.0.7")
    assert get(server.port, "/board", "127.0.0.7", **paired).status == 200
    assert server.policy.knows("127.0.0.7")
    server.pairing.end(lambda phone: True)
    assert not server.policy.knows("127.0.0.7")
    player.close()


def test_a_phone_that_gets_an_address_full_of_strangers_is_let_in(
    serve: ServerWith, get: Get
) -> None:
    server = serve(Limits(connections=4))
    player = Player(server, "host", "127.0.0.2")
    paired = {"Cookie": f"other=1; {player._headers['Cookie']}"}
    with ExitStack() as stack:
        for said in (b"", HALF, b"", HALF) * 80:
            stack.enter_context(opened(server.port, "127.0.0.7", said))
        assert get(server.port, "/board", "127.0.0.7").status == 503
        assert get(server.port, "/board", "127.0.0.7", Cookie="phone=wrong").status == 503
        assert get(server.port, "/board", "127.0.0.7", **paired).status == 200
        assert get(server.port, "/api/events", "127.0.0.7", **paired).status == 200
    player.close()


def test_a_full_house_too_lets_a_paired_phone_in_from_anywhere(serve: ServerWith, get: Get) -> None:
    server = serve(Limits(unpaired_connections=2))
    player = Player(server, "host", "127.0.0.2")
    paired = {"Cookie": player._headers["Cookie"]}
    with ExitStack() as stack:
        for own in ("127.0.0.8", "127.0.0.9"):
            stack.enter_context(opened(server.port, own))
        assert get(server.port, "/board", "127.0.0.9").status == 503
        assert get(server.port, "/board", "127.0.0.9", **paired).status == 200
    player.close()


def test_the_overflow_queue_is_short_and_nobody_stays_in_it_for_long(serve: ServerWith) -> None:
    server = serve(Limits(connections=1))
    with ExitStack() as stack:
        stack.enter_context(opened(server.port, "127.0.0.7"))
        waiting = [
            stack.enter_context(opened(server.port, "127.0.0.7")) for _ in range(MAX_OVERFLOW + 3)
        ]
        longer = stack.enter_context(opened(server.port, "127.0.0.7", b"x" * MAX_HEAD_BYTES))
        for one in (longer, *waiting[:4]):
            one.settimeout(20)
            assert one.recv(5000).endswith(b"[too_many_phones]\n"), "there was no room"
        waiting.pop().close()
        server.waitress.trigger.pull_trigger(
            lambda: server.waitress.overflow.expire(time.time() + OVERFLOW_TIMEOUT_S + 1)
        )
        for one in waiting[4:]:
            one.settimeout(20)
            assert one.recv(5000).endswith(b"[too_many_phones]\n")


def test_a_phone_that_asks_on_and_on_and_reads_nothing_has_few_answers_waiting(
    serve: ServerWith,
) -> None:
    server = serve(Limits())
    made: list[str] = []
    page = 400 * 1024 * "x"

    @server.app.get("/large")
    def large() -> str:
        made.append("page")
        return page

    greedy, other = Player(server, "host", "127.0.0.2"), Player(server, "host", "127.0.0.3")
    said = WHOLE.replace(b"/board", b"/large").replace(
        b"\r\n\r\n", f"\r\nCookie: {greedy._headers['Cookie']}\r\n\r\n".encode()
    )
    with ExitStack() as stack:
        for _ in range(10):
            one = stack.enter_context(closing(socket.socket()))
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.bind(("127.0.0.2", 0))
            one.connect(("127.0.0.1", server.port))
            one.sendall(said * 40)
        eventually(lambda: len(made) >= 10)
        assert other.act("seat china") == 200
        waiting = [each for each in server.waitress.active_channels.values() if each.requests]
        assert all(each.total_outbufs_len <= len(page) + 1000 for each in waiting)
        assert len(made) <= 10
    greedy.close()
    other.close()


def test_in_a_full_house_who_has_most_is_turned_away_and_hangs_up_on_nobody(
    serve: ServerWith, get: Get
) -> None:
    server = serve(Limits(connections=10, unpaired_connections=6))
    with ExitStack() as stack:
        for own in ("127.0.0.2", "127.0.0.3"):
            for _ in range(3):
                stack.enter_context(opened(server.port, own))
        assert get(server.port, "/board", "127.0.0.2").status == 503
        assert get(server.port, "/board", "127.0.0.4").status == 200


def test_streams_that_hold_a_thread_take_nobody_s_turn(get: Get) -> None:
    """As those of a hall, whose pages anybody may watch."""
    app, streams, over = bare_app(), StreamLimits(threads=8), Event()

    def watched() -> Iterator[str]:
        yield "here"
        over.wait(60)  # longer than anybody here waits for an answer

    @app.get("/stays")
    def stays() -> Response:
        return thread_stream(streams, watched())

    @app.get("/")
    def page() -> str:
        return "page"

    pairing, notifier = Pairing(), Notifier()
    server = WebServer(
        app, pairing, streams, ConnectionPolicy(notifier, pairing, Limits()), 0, "127.0.0.1"
    )
    server.start()
    try:
        held = [get(server.port, "/stays", "127.0.0.2") for _ in range(AT_A_TIME + 2)]
        assert {stream.read(4) for stream in held} == {b"here"}
        assert get(server.port, "/", "127.0.0.3").status == 200
    finally:
        over.set()
        server.stop()


def test_what_an_address_has_spent_is_forgiven_with_time() -> None:
    clock = HeldClock()
    work = CpuBudget(Limits(cpu_s=2.0, cpu_refill=0.5), clock.now)
    work.charge("10.0.0.1", 3.0)
    assert work.is_spent("10.0.0.1")
    assert not work.is_spent("10.0.0.2")
    clock.sleep(2.0)
    assert not work.is_spent("10.0.0.1")


@pytest.mark.slow
def test_two_who_play_hardly_notice_a_crowd_of_strangers(serve: ServerWith) -> None:
    server = serve(Limits())
    players = [Player(server, "host", "127.0.0.2"), Player(server, "china", "127.0.0.3")]
    for line in ("seat china", "seat us", "start"):
        players[0].act(line)
    calm = play(players, TAPS)
    with crowded(server, PEOPLE, ADDRESSES) as crowd:
        hurried = play(players, TAPS)
        late = Player(server, "us", "127.0.0.4")
    print(
        f"{crowd.came} connections from {ADDRESSES} addresses, {crowd.answered} answers:"
        f" p50 {p50(hurried):.1f}, p99 {p99(hurried):.1f} ms,"
        f" calm {p50(calm):.1f}, {p99(calm):.1f} ms"
    )
    assert late.paired, "whoever stands at the table can pair"
    assert crowd.bare == 0
    for player in (*players, late):
        player.close()
