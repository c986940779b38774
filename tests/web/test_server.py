"""The server in the companion's own process, on a real port of this machine."""

import os
import re
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.games import first
from companion.match.session import Session
from companion.storage.saved_games import SavedGames
from companion.web.security.request_checks import is_own_address
from companion.web.server import (
    SWITCH_INTERVAL_S,
    TCP_TIMEOUT_S,
    PortTaken,
    Server,
    bound,
    own_address,
)
from companion.web.transport.uploads import MAX_UPLOAD_BYTES
from companion.web.transport.waitress_server import MAX_REQUEST_BYTES
from tests.benchmarks.phones import figures
from tests.support.programs import started_program


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with closing(Session(SavedGames(tmp_path), first())) as opened:
        yield opened


def get(port: int, path: str) -> int:
    with closing(HTTPConnection("127.0.0.1", port)) as connection:
        connection.request("GET", path)
        return connection.getresponse().status


def test_it_serves_from_start_to_stop(session: Session) -> None:
    server = Server(session, 0, address="127.0.0.1", ping=0.05)
    server.start()

    assert get(server.port, "/") == 200
    server.stop()
    with pytest.raises(ConnectionRefusedError):
        get(server.port, "/")


def test_a_mistake_in_the_servers_loop_is_logged_and_phones_are_answered_again(
    session: Session, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server(session, 0, address="127.0.0.1", ping=0.05)
    turns = iter([OSError("too many open files")])
    loop = server.waitress.run

    def stumble() -> None:
        for error in turns:
            raise error
        loop()

    monkeypatch.setattr(server.waitress, "run", stumble)
    monkeypatch.setattr("companion.web.transport.waitress_server.RESTART_DELAY_S", 0.0)
    server.start()

    assert get(server.port, "/") == 200
    assert "too many open files" in caplog.text
    server.stop()


def test_it_stops_without_a_word_while_phones_watch(
    session: Session, caplog: pytest.LogCaptureFixture
) -> None:
    server = Server(session, 0, address="127.0.0.1", ping=0.05)
    server.start()
    watching = [HTTPConnection("127.0.0.1", server.port) for _ in range(4)]
    for each in watching:
        each.request("GET", "/api/events")
    streams = [each.getresponse() for each in watching]

    server.stop()
    assert [record.getMessage() for record in caplog.records] == []
    assert all(b"retry:" in stream.read() for stream in streams)


def test_taps_are_answered_while_every_stream_is_taken(session: Session) -> None:
    server = Server(session, 0, address="127.0.0.1", streams=2, ping=0.05)
    server.start()
    watching = [HTTPConnection("127.0.0.1", server.port) for _ in range(2)]
    for each in watching:
        each.request("GET", "/api/events")
    streams = [each.getresponse() for each in watching]  # kept: whoever forgets one hangs up
    assert [stream.status for stream in streams] == [200, 200]

    assert get(server.port, "/api/events") == 503
    assert get(server.port, "/board") == 200
    for each in watching:
        each.close()
    server.stop()


def test_what_is_far_too_large_is_refused_before_any_of_it_is_taken_in(session: Session) -> None:
    server = Server(session, 0, address="127.0.0.1")
    server.start()
    for size in (MAX_REQUEST_BYTES, 10**9):
        with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
            connection.putrequest("POST", "/act")
            connection.putheader("Content-Length", str(size))
            connection.endheaders()
            assert connection.getresponse().status == 413  # and nothing was sent yet
    server.stop()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_a_phone_that_is_switched_off_is_given_up_soon() -> None:
    with closing(bound("127.0.0.1", 0)) as listening:
        listening.listen()
        with closing(socket.create_connection(listening.getsockname())):
            connection, _ = listening.accept()
            with closing(connection):
                patience = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)

    assert patience == TCP_TIMEOUT_S * 1000


def test_a_port_that_is_taken_is_told_in_a_sentence(session: Session) -> None:
    server = Server(session, 0, address="127.0.0.1")

    with pytest.raises(PortTaken, match=f"Port {server.port} cannot be used"):
        Server(session, server.port, address="127.0.0.1")
    server.start()
    server.stop()


def test_the_address_is_this_machine_s_and_fits_a_small_qr_code(session: Session) -> None:
    server = Server(session, 0, address="127.0.0.1")

    assert is_own_address(own_address())
    assert server.pairing_address == f"{server.address}pair"
    assert len(server.pairing_address) <= 42  # version 3 with medium error correction
    server.start()
    server.stop()


def test_the_command_prints_the_address_a_qr_code_and_a_code_to_pair(tmp_path: Path) -> None:
    companion = "from companion.cli.main import main; main()"
    command = [sys.executable, "-c", companion, "--lang", "en", "run", "--safe", "--port", "0"]
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with started_program([*command, "--data", str(tmp_path)], env=unbuffered) as process:
        assert process.stdout
        said = ""
        for line in process.stdout:
            said += line
            if "enter this code" in line:
                break
        address = re.search(r"Watch and play at http://[\d.]+:(\d+)/", said)
        assert address
        assert get(int(address[1]), "/") == 200
        assert "▄" in said
        process.send_signal(signal.SIGINT)
        process.stdout.close()

    assert process.returncode == 0


def test_a_thread_that_computes_keeps_the_others_waiting_for_a_moment_only(
    session: Session,
) -> None:
    server = Server(session, 0, address="127.0.0.1", ping=0.05)
    server.start()
    server.stop()

    assert sys.getswitchinterval() == pytest.approx(SWITCH_INTERVAL_S)


@pytest.mark.slow
def test_every_phone_sees_every_revision_in_order() -> None:
    measured = figures(phones=5, taps=20)

    assert (measured["phones"], measured["revisions"]) == (5, 20)
    assert (measured["missed"], measured["out_of_order"]) == (0, 0)
    assert measured["p50_ms"] <= measured["p99_ms"]
    assert measured["rss_mib"] > 0
    assert measured["cpu_per_tap_ms"] > 0


def photograph(server: Server, cookie: str, size: int) -> int:
    """The status of what is answered to a phone that sends so many bytes as a picture."""
    with closing(HTTPConnection("127.0.0.1", server.port)) as connection:
        form = b'--x\r\nContent-Disposition: form-data; name="picture"; filename="a.jpg"\r\n\r\n'
        body = form + b"x" * size + b"\r\n--x--\r\n"
        headers = {
            "Content-Type": "multipart/form-data; boundary=x",
            "Origin": f"http://127.0.0.1:{server.port}",
            "Cookie": cookie,
        }
        with suppress(ConnectionError):  # it may be hung up on before all of it is sent
            connection.request("POST", "/photo", body, headers)
        return connection.getresponse().status


def test_a_photograph_of_a_paired_phone_may_be_large_and_touches_no_disk(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_disk(*args: object, **options: object) -> None:
        raise AssertionError("a picture was written to the disk")

    monkeypatch.setattr(tempfile, "TemporaryFile", no_disk)
    monkeypatch.setattr(tempfile, "SpooledTemporaryFile", no_disk)
    server = Server(session, 0, address="127.0.0.1")
    server.start()
    phone = server.pairing.pair(server.pairing.code, "host", "127.0.0.1")
    cookie = f"companion={phone}"

    assert photograph(server, cookie, 3 * MAX_REQUEST_BYTES) == 303
    assert photograph(server, "", 3 * MAX_REQUEST_BYTES) == 413
    assert photograph(server, cookie, MAX_UPLOAD_BYTES) == 413
    server.stop()
