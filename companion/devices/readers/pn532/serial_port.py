"""A serial line that is written to and read from without ever waiting for it."""

import os
from contextlib import suppress

MAX_READ_BYTES = 4096


class SerialPort:
    """115,200 bits a second, eight of them a byte, no parity; closed by a signal or not at all."""

    def __init__(self, node: str) -> None:
        # Only where there is a terminal: a laptop without one imports this module, too.
        import termios
        import tty

        self._port = os.open(node, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            tty.setraw(self._port)
            settings = termios.tcgetattr(self._port)
            settings[2] |= termios.CLOCAL | termios.CREAD
            settings[4] = settings[5] = termios.B115200
            termios.tcsetattr(self._port, termios.TCSANOW, settings)
        except termios.error as error:
            os.close(self._port)
            raise OSError(*error.args) from error

    def write(self, data: bytes) -> None:
        """A frame is far shorter than what the kernel keeps for a line that is slow to send."""
        os.write(self._port, data)

    def read(self) -> bytes:
        """What has come; nothing if nothing has."""
        with suppress(BlockingIOError):
            return os.read(self._port, MAX_READ_BYTES)
        return b""

    def close(self) -> None:
        os.close(self._port)
