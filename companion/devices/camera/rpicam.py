"""A camera on the Pi's ribbon connector: ``rpicam-vid`` writes its pictures to a pipe.

They are YUV420, whose first plane is the grey picture; the colours behind it are passed over.
"""

import os
import select
import subprocess
import tempfile
from contextlib import suppress

from companion.devices.board.parts import CameraReader
from companion.devices.camera.frames import FRAMES_PER_SECOND, Frame, Source
from companion.devices.camera.pictures import Picture
from companion.errors import CameraError
from companion.i18n.message import Message, say

PROGRAM = "rpicam-vid"
BUSY = (b"in use by another process", b"failed to acquire camera", b"resource busy")
MISSING = (b"no cameras available",)
STOP_S = 2.0
CHUNK = 1 << 16
TOLD_BYTES = 4096


class RpiCamera(Source):
    def __init__(self, place: CameraReader, program: str = PROGRAM) -> None:
        self._width, self._height = place.dots
        self._bytes = self._width * self._height * 3 // 2
        self._arrived = bytearray()
        # What it says goes into a file without a name: a pipe that nobody reads would stop it.
        self._told = tempfile.TemporaryFile()  # noqa: SIM115 - until it is closed
        command = [
            *(program, "--codec", "yuv420", "--nopreview", "--timeout", "0", "--flush"),
            *("--width", str(self._width), "--height", str(self._height)),
            *("--framerate", str(FRAMES_PER_SECOND), "--verbose", "0", "--output", "-"),
        ]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._told
            )
        except OSError:
            self._told.close()
            why = say("{program} is not there: install rpicam-apps.", program=program)
            raise CameraError(why) from None
        assert self._process.stdout
        self._pipe = self._process.stdout.fileno()

    def read(self, timeout_s: float) -> Frame | None:
        """The newest of the pictures that are there."""
        newest = None
        while select.select([self._pipe], [], [], 0.0 if newest else timeout_s)[0]:
            arrived = os.read(self._pipe, min(CHUNK, self._bytes - len(self._arrived)))
            if not arrived:
                raise CameraError(self._why())
            self._arrived += arrived
            if len(self._arrived) == self._bytes:
                grey = bytes(self._arrived[: self._width * self._height])
                newest = Frame(Picture(grey, self._width, self._height))
                self._arrived.clear()
        return newest

    def close(self) -> None:
        self._process.terminate()
        assert self._process.stdout
        self._process.stdout.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(STOP_S)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._told.close()

    def _why(self) -> Message:
        """Why the program has ended, from what it said last."""
        self._told.seek(0, os.SEEK_END)
        self._told.seek(max(0, self._told.tell() - TOLD_BYTES))
        told = self._told.read().lower()
        if any(words in told for words in BUSY):
            return say("Another program has the camera: close it.")
        if any(words in told for words in MISSING):
            return say(
                "No camera is found: check its ribbon, on both ends, with the Pi switched off."
            )
        last = told.strip().rpartition(b"\n")[2].decode(errors="replace").strip()
        return say("The camera has stopped ({why}).", why=last or PROGRAM)
