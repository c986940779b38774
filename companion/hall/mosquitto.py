"""A broker of our own for as long as it is needed: Debian's mosquitto, on this machine only."""

import getpass
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from companion.errors import CompanionError
from companion.i18n.message import say
from companion.mqtt.broker import Broker

SEARCH_PATH = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
"""Where it may be although nobody's shell looks there."""
START_TIMEOUT_S = 10.0
LOOPBACK = "127.0.0.1"


class NoMosquitto(CompanionError):
    """There is no broker on this machine that could be started."""

    code = "no_mosquitto"


def find_mosquitto(program: str = "mosquitto") -> str:
    for folder in (None, *SEARCH_PATH):
        if found := shutil.which(program, path=folder):
            return found
    raise NoMosquitto(
        say(
            "The demonstration needs mosquitto, an MQTT broker, which is not installed here."
            " Debian, Raspberry Pi OS: sudo apt install mosquitto. macOS: brew install mosquitto."
        )
    )


class Mosquitto:
    """Settings are lines of its configuration; without any, everybody of this machine gets in."""

    def __init__(self, folder: Path, settings: str = "allow_anonymous true\n") -> None:
        self.port = free_port()
        self._program = find_mosquitto()
        self._config = folder / "mosquitto.conf"
        own = f"user {getpass.getuser()}\npersistence false\nlog_type error\n"
        listener = f"listener {self.port} {LOOPBACK}\n"
        self._config.write_text(own + listener + settings, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def broker(self) -> Broker:
        return Broker(LOOPBACK, self.port)

    def start(self) -> None:
        command = [self._program, "-c", str(self._config)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        patient_until = monotonic() + START_TIMEOUT_S
        while not is_open(self.port):
            if self._process.poll() is not None or monotonic() > patient_until:
                self.stop()
                raise NoMosquitto(say("mosquitto does not start here."))
            sleep(0.02)

    def stop(self) -> None:
        """As the power does: nobody is told."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def own_mosquitto() -> Iterator[Broker]:
    with TemporaryDirectory(prefix="hall-") as folder:
        mosquitto = Mosquitto(Path(folder))
        mosquitto.start()
        try:
            yield mosquitto.broker
        finally:
            mosquitto.stop()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


def is_open(port: int) -> bool:
    with suppress(OSError), socket.create_connection((LOOPBACK, port), timeout=1):
        return True
    return False
