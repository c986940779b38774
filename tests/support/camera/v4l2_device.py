"""A USB camera as the kernel shows it: strict about order, and about whose each buffer is."""

import errno
from collections import deque
from typing import Any

from companion.devices.camera import v4l2
from companion.devices.camera.v4l2 import (
    CAN_CAPTURE,
    CAN_STREAM,
    Format,
    KernelBuffer,
    Mapped,
    Wanted,
)

BUFFER_BYTES = 1 << 20


class SimulatedCamera:
    """Gives ``pictures`` in one format; ``fails`` has the error of a call by its request."""

    def __init__(self, pixelformat: int, size: tuple[int, int], line_bytes: int = 0) -> None:
        self.format = pixelformat
        self.size = size
        self.line_bytes = line_bytes
        self.pictures: deque[bytes] = deque()
        self.fails: dict[int, int] = {}
        self.capabilities = CAN_CAPTURE | CAN_STREAM
        self.opened = self.closed = 0
        self.streams = False
        self._memory: list[bytearray] = []
        self._queued: deque[int] = deque()

    def open(self, node: str) -> int:
        self._fail("open")
        self.opened += 1
        return 7

    def close(self, device: int) -> None:
        assert device == 7
        assert not self.streams
        self.closed += 1

    def wait(self, device: int, timeout_s: float) -> bool:
        assert self.streams
        return bool(self.pictures) and bool(self._queued)

    def map(self, device: int, length: int, offset: int) -> Mapped:
        assert length == BUFFER_BYTES
        return self._memory[offset // BUFFER_BYTES]  # type: ignore[return-value]

    def ioctl(self, device: int, request: int, given: Any) -> None:
        assert device == 7
        self._fail(request)
        match request:
            case v4l2.QUERYCAP:
                given.capabilities = self.capabilities
            case v4l2.S_FMT:
                self._set_format(given)
            case v4l2.REQBUFS:
                self._allocate(given)
            case v4l2.QUERYBUF:
                given.length, given.place.offset = BUFFER_BYTES, given.index * BUFFER_BYTES
            case v4l2.QBUF:
                assert given.index not in self._queued
                self._queued.append(given.index)
            case v4l2.DQBUF:
                self._fill(given)
            case v4l2.STREAMON:
                assert self._queued
                self.streams = True
            case v4l2.STREAMOFF:
                self.streams = False
            case v4l2.S_PARM:
                raise OSError(errno.ENOTTY, "no pace")

    def _fail(self, what: Any) -> None:
        if number := self.fails.get(what):
            raise OSError(number, "failed")

    def _set_format(self, given: Format) -> None:
        pix = given.of.pix
        pix.pixelformat = self.format
        pix.width, pix.height = self.size
        pix.bytesperline = self.line_bytes

    def _allocate(self, given: Wanted) -> None:
        given.count = 2  # fewer than were asked for
        self._memory = [bytearray(BUFFER_BYTES) for _ in range(given.count)]

    def _fill(self, given: KernelBuffer) -> None:
        assert self.streams
        given.index = self._queued.popleft()
        picture = self.pictures.popleft()
        self._memory[given.index][: len(picture)] = picture
        given.bytesused = len(picture)
