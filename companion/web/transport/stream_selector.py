"""Where streams wait: hundreds of phones that only listen take one place in waitress's loop.

In each of its turns the loop asks every connection what it wants, and whoever tells the phones what
has happened would wait for that, again and again. A selector of their own is asked instead.
"""

import logging
import selectors
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE
from threading import Lock
from typing import Any

from waitress import wasyncore

log = logging.getLogger(__name__)

CAN_NEST = hasattr(selectors, "EpollSelector")
"""Only of Linux is it sure that a loop can wait for a selector like for a connection."""


class Gallery:
    """A connection to the loop; those who watch are heard through it."""

    accepting = False

    def __init__(self, map: dict[int, Any]) -> None:
        self._selector = selectors.EpollSelector()
        self._lock = Lock()
        self._map = map
        self._fileno = self._selector.fileno()
        map[self._fileno] = self

    # What other threads ask for.

    def seat(self, channel: Any) -> None:
        """The loop no longer knows it; what is still to be sent comes first."""
        with self._lock:
            if self._map.pop(channel.socket.fileno(), None):
                self._selector.register(channel.socket, EVENT_READ | EVENT_WRITE, channel)

    def attend_to(self, channel: Any) -> None:
        """Waits for what it wants now: it may have something left to send, or is to be closed.

        Asked and done in one piece, or two threads could end with the older answer.
        """
        with self._lock, suppress(KeyError, ValueError):  # it may have left by now
            wants = EVENT_READ | (EVENT_WRITE if channel.writable() else 0)
            self._selector.modify(channel.socket, wants, channel)

    # What the loop's own thread does.

    def leave(self, channel: Any) -> None:
        with self._lock, suppress(KeyError, ValueError):
            self._selector.unregister(channel.socket)

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        for key, events in self._selector.select(0):
            channel = key.data
            if events & EVENT_READ:
                wasyncore.read(channel)
            if events & EVENT_WRITE and channel.connected:
                wasyncore.write(channel)
            self.attend_to(channel)

    def handle_error(self) -> None:
        """The next turn comes; a connection that stumbles is closed by itself."""
        log.exception("those who watch")

    def close(self) -> None:
        """With everybody in it."""
        for key in list(self._selector.get_map().values()):
            key.data.handle_close()
        self._map.pop(self._fileno, None)
        self._selector.close()
