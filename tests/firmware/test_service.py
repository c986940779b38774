"""What systemd hears of a running table, on a socket that the test holds."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.match.writer import MatchWriter
from companion.systemd import Service
from tests.conftest import SetTable
from tests.support.programs import LIMIT_S, started_program


class Manager:
    """The end of the socket where systemd listens."""

    def __init__(self, address: str) -> None:
        self._end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._end.bind(address.replace("@", "\0"))
        self._end.settimeout(LIMIT_S)  # a busy machine starts a companion slowly
        self.environment = {"NOTIFY_SOCKET": address}

    def hears(self) -> str:
        return self._end.recv(100).decode()

    def hears_nothing(self) -> bool:
        self._end.setblocking(False)
        try:
            return not self._end.recv(100)
        except BlockingIOError:
            return True

    def close(self) -> None:
        self._end.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(str(tmp_path / "notify"))
    yield manager
    manager.close()


@pytest.fixture
def writer(daybreak: SetTable) -> Iterator[MatchWriter]:
    writer = MatchWriter(daybreak())
    yield writer
    writer.close()


def test_a_table_that_takes_inputs_is_ready(manager: Manager, writer: MatchWriter) -> None:
    Service(writer.pulse, manager.environment).ready()
    assert manager.hears() == "READY=1"


def test_each_beat_comes_from_the_loop_of_the_table_and_changes_nothing(
    manager: Manager, writer: MatchWriter
) -> None:
    before = writer.match.revision
    Service(writer.pulse, manager.environment).beat()
    assert manager.hears() == "WATCHDOG=1"
    assert writer.match.revision == before


def test_a_loop_that_hangs_is_not_called_alive(manager: Manager) -> None:
    asked, released = Event(), Event()

    def hangs() -> None:
        asked.set()
        released.wait(LIMIT_S)

    beat = Thread(target=Service(hangs, manager.environment).beat)
    beat.start()
    assert asked.wait(LIMIT_S)
    assert manager.hears_nothing()
    released.set()
    beat.join(LIMIT_S)


def test_the_watchdog_begins_by_itself_when_the_table_is_ready(
    manager: Manager, writer: MatchWriter
) -> None:
    service = Service(writer.pulse, {**manager.environment, "WATCHDOG_USEC": "3000"})
    service.ready()
    assert [manager.hears(), manager.hears()] == ["READY=1", "WATCHDOG=1"]
    service.stopping()


def test_there_are_three_beats_in_the_time_that_systemd_allows() -> None:
    assert Service(Event().set, {"WATCHDOG_USEC": "30000000"}).interval == 10


def test_a_watchdog_that_waits_for_another_process_gets_no_beats() -> None:
    environment = {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid() + 1)}
    assert Service(Event().set, environment).interval == 0


def test_the_end_is_told(manager: Manager) -> None:
    Service(Event().set, manager.environment).stopping()
    assert manager.hears() == "STOPPING=1"


def test_a_socket_may_be_outside_the_file_system() -> None:
    manager = Manager(f"@table-companion-test-{os.getpid()}")
    Service(Event().set, manager.environment).ready()
    assert manager.hears() == "READY=1"
    manager.close()


def test_where_no_systemd_listens_nothing_is_told() -> None:
    service = Service(Event().set, {})
    service.ready()
    service.beat()
    service.stopping()


def test_a_clerk_that_has_left_does_not_keep_anybody_waiting(daybreak: SetTable) -> None:
    writer = MatchWriter(daybreak())
    writer.close()
    writer.pulse()


@pytest.mark.slow
def test_the_running_companion_tells_that_it_is_ready_and_that_it_ends(
    manager: Manager, tmp_path: Path
) -> None:
    program = "from companion.cli.main import main; main()"
    with started_program(
        [sys.executable, "-c", program, "run", "--safe", "--port", "0", "--data", str(tmp_path)],
        env={**os.environ, **manager.environment},
        stdin=subprocess.DEVNULL,
    ) as process:
        assert manager.hears() == "READY=1"
        process.terminate()
        assert manager.hears() == "STOPPING=1"

    assert process.returncode == 0


def test_a_manager_that_does_not_listen_for_a_moment_stops_no_heart(
    manager: Manager, writer: MatchWriter, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(writer.pulse, manager.environment)
    manager.close()
    service.beat()
    assert "WATCHDOG=1 was not told" in caplog.text


def test_a_manager_that_reads_nothing_keeps_nobody_waiting(
    manager: Manager, writer: MatchWriter, caplog: pytest.LogCaptureFixture
) -> None:
    service = Service(writer.pulse, manager.environment)
    while "WATCHDOG=1 was not told" not in caplog.text:
        service.beat()


def test_a_watchdog_that_is_no_number_is_none(writer: MatchWriter) -> None:
    for text in ("abc", "-1", "1e6", "٣"):
        assert Service(writer.pulse, {"WATCHDOG_USEC": text}).interval == 0
