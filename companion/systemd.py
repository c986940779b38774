"""systemd's notify protocol: says that the table is ready, and that its loop still turns.

systemd listens on the socket that NOTIFY_SOCKET names. Where nobody listens, nothing is told.
"""

import logging
import os
import socket
from collections.abc import Callable, Mapping
from threading import Event, Thread

log = logging.getLogger(__name__)

# systemd kills what has been silent for the whole time, so each period has three chances.
BEATS_PER_PERIOD = 3
SEND_TIMEOUT_S = 1.0
"""Where systemd does not read what it was told, nobody waits longer to tell it more."""


class Service:
    """One running companion, as systemd sees it.

    ``pulse`` waits for the loop that is to be proved alive. While that hangs, nothing is told, and
    systemd starts the companion anew.
    """

    def __init__(
        self, pulse: Callable[[], object], environment: Mapping[str, str] = os.environ
    ) -> None:
        self._pulse = pulse
        self._address = environment.get("NOTIFY_SOCKET", "")
        asked = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        period = microseconds(environment.get("WATCHDOG_USEC", "")) if asked else 0
        self.interval = period / 1_000_000 / BEATS_PER_PERIOD
        """Seconds between two beats; 0 where no watchdog waits for them."""
        self._over = Event()

    def ready(self) -> None:
        """The table takes inputs: who waits for it may go on, and the watchdog begins."""
        self._pulse()
        self._tell("READY=1")
        if self.interval and self._address:
            Thread(target=self._keep_beating, name="watchdog", daemon=True).start()

    def beat(self) -> None:
        """Told only after the loop has answered."""
        self._pulse()
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        self._over.set()
        self._tell("STOPPING=1")

    def _keep_beating(self) -> None:
        while not self._over.wait(self.interval):
            self.beat()

    def _tell(self, what: str) -> None:
        if not self._address:
            return
        # A name that begins with @ stands for one outside the file system.
        address = "\0" + self._address[1:] if self._address[0] == "@" else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
                end.settimeout(SEND_TIMEOUT_S)
                end.sendto(what.encode(), address)
        except OSError:
            # systemd is being started anew, perhaps: the next beat may reach it.
            log.warning("%s was not told", what, exc_info=True)


def microseconds(text: str) -> int:
    """What is no number is no watchdog: a slip in a unit's file keeps nobody from playing."""
    if text and not (text.isascii() and text.isdecimal()):
        log.warning("WATCHDOG_USEC is no number: %s", text)
        return 0
    return int(text or "0")
