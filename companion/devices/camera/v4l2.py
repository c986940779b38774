"""A USB camera: Video4Linux, asked by ``ioctl``. Grey, YUYV or MJPEG, whatever it has first.

The kernel fills a few buffers in turn; the newest is copied out, and all are handed back.
"""

import ctypes as c
import errno
import fcntl
import mmap
import os
import select
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Protocol

from companion.devices.board.parts import CameraReader
from companion.devices.camera.frames import FRAMES_PER_SECOND, Frame, Source
from companion.devices.camera.pictures import Picture, open_picture
from companion.errors import BadPicture, CameraError
from companion.i18n.message import Message, say

Mapped = mmap.mmap | bytes
BUFFERS = 3
CAPTURE, MMAP, ANY_FIELD = 1, 1, 0
CAN_CAPTURE, CAN_STREAM = 0x1, 0x04000000
HAS_DEVICE_CAPABILITIES = 0x80000000
GREY, YUYV, MJPEG = (int.from_bytes(code, "little") for code in (b"GREY", b"YUYV", b"MJPG"))


def _words(names: str) -> Iterator[tuple[str, type[c.c_uint32]]]:
    """Fields of 32 bits each."""
    return ((name, c.c_uint32) for name in names.split())


class Capability(c.Structure):
    _fields_ = (
        *(("driver", c.c_char * 16), ("card", c.c_char * 32), ("bus", c.c_char * 32)),
        *_words("version capabilities device_capabilities"),
        ("reserved", c.c_uint32 * 3),
    )


class PixelFormat(c.Structure):
    _fields_ = (
        *_words("width height pixelformat field bytesperline sizeimage"),
        *_words("colorspace priv flags encoding quantization transfer"),
    )


class _FormatUnion(c.Union):
    _fields_ = (("pix", PixelFormat), ("raw", c.c_uint8 * 200), ("align", c.c_void_p))


class Format(c.Structure):
    _fields_ = (("type", c.c_uint32), ("of", _FormatUnion))


class Pace(c.Structure):
    """A ``v4l2_streamparm`` of a camera."""

    _fields_ = (*_words("type capability mode seconds frames"), ("rest", c.c_uint8 * 184))


class Wanted(c.Structure):
    """A ``v4l2_requestbuffers``."""

    _fields_ = (*_words("count type memory capabilities flags"),)


class _Place(c.Union):
    _fields_ = (("offset", c.c_uint32), ("pointer", c.c_ulong))


class KernelBuffer(c.Structure):
    _fields_ = (
        *_words("index type bytesused flags field"),
        *(("timestamp", c.c_long * 2), ("timecode", c.c_uint32 * 4)),
        *_words("sequence memory"),
        *(("place", _Place), ("length", c.c_uint32), ("reserved", c.c_uint32 * 2)),
    )


def _request(write: bool, read: bool, number: int, size: int) -> int:
    """The number of an ioctl, as the kernel's headers make it."""
    return read << 31 | write << 30 | size << 16 | ord("V") << 8 | number


QUERYCAP = _request(False, True, 0, c.sizeof(Capability))
S_FMT = _request(True, True, 5, c.sizeof(Format))
REQBUFS = _request(True, True, 8, c.sizeof(Wanted))
QUERYBUF = _request(True, True, 9, c.sizeof(KernelBuffer))
QBUF = _request(True, True, 15, c.sizeof(KernelBuffer))
DQBUF = _request(True, True, 17, c.sizeof(KernelBuffer))
STREAMON = _request(True, False, 18, 4)
STREAMOFF = _request(True, False, 19, 4)
S_PARM = _request(True, True, 22, c.sizeof(Pace))


class Kernel(Protocol):
    """The calls by which a device is used."""

    def open(self, node: str) -> int: ...

    def ioctl(self, device: int, request: int, given: Any) -> None: ...

    def map(self, device: int, length: int, offset: int) -> Mapped: ...

    def wait(self, device: int, timeout_s: float) -> bool: ...

    def close(self, device: int) -> None: ...


class LinuxKernel:
    def open(self, node: str) -> int:
        return os.open(node, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def ioctl(self, device: int, request: int, given: Any) -> None:
        fcntl.ioctl(device, request, given)

    def map(self, device: int, length: int, offset: int) -> Mapped:
        return mmap.mmap(device, length, mmap.MAP_SHARED, mmap.PROT_READ, offset=offset)

    def wait(self, device: int, timeout_s: float) -> bool:
        return bool(select.select([device], [], [], timeout_s)[0])

    def close(self, device: int) -> None:
        os.close(device)


class V4l2Camera(Source):
    def __init__(self, place: CameraReader, kernel: Kernel | None = None) -> None:
        self._node = place.source
        self._kernel = kernel or LinuxKernel()
        try:
            self._device = self._kernel.open(self._node)
        except OSError as error:
            raise CameraError(self._why(error)) from None
        try:
            self._check()
            self._format = self._choose_format(*place.dots)
            self._set_pace()
            self._maps = self._map_buffers()
            self._ask(STREAMON, c.c_int(CAPTURE))
        except OSError as error:
            self._kernel.close(self._device)
            raise CameraError(self._why(error)) from None

    def read(self, timeout_s: float) -> Frame | None:
        """The newest of the pictures that are there; the older ones are handed back unread."""
        try:
            newest = None
            while self._kernel.wait(self._device, 0.0 if newest else timeout_s):
                filled = self._buffer()
                self._ask(DQBUF, filled)
                newest = bytes(memoryview(self._maps[filled.index])[: filled.bytesused])
                self._ask(QBUF, filled)
        except OSError as error:
            raise CameraError(self._why(error)) from None
        return Frame(picture) if newest and (picture := self._grey(newest)) else None

    def close(self) -> None:
        with suppress(OSError):  # it may have been unplugged
            self._ask(STREAMOFF, c.c_int(CAPTURE))
        self._maps.clear()
        self._kernel.close(self._device)

    def _ask(self, request: int, given: Any) -> None:
        self._kernel.ioctl(self._device, request, given)

    def _check(self) -> None:
        told = Capability()
        self._ask(QUERYCAP, told)
        whole = told.capabilities
        can = told.device_capabilities if whole & HAS_DEVICE_CAPABILITIES else whole
        if not can & CAN_CAPTURE or not can & CAN_STREAM:
            raise OSError(errno.ENOTTY, "")

    def _choose_format(self, width: int, height: int) -> PixelFormat:
        for wanted in (GREY, YUYV, MJPEG):
            given = Format(CAPTURE)
            given.of.pix = PixelFormat(width, height, wanted, ANY_FIELD)
            self._ask(S_FMT, given)
            if given.of.pix.pixelformat == wanted:
                chosen: PixelFormat = given.of.pix
                return chosen
        raise CameraError(
            say("The camera {node} gives no picture that can be read.", node=self._node)
        )

    def _set_pace(self) -> None:
        with suppress(OSError):  # then it is as fast as it likes
            self._ask(S_PARM, Pace(CAPTURE, 0, 0, 1, FRAMES_PER_SECOND))

    def _map_buffers(self) -> list[Mapped]:
        wanted = Wanted(BUFFERS, CAPTURE, MMAP)
        self._ask(REQBUFS, wanted)
        maps: list[Mapped] = []
        for index in range(wanted.count):
            place = self._buffer(index)
            self._ask(QUERYBUF, place)
            maps.append(self._kernel.map(self._device, place.length, place.place.offset))
            self._ask(QBUF, place)
        return maps

    def _buffer(self, index: int = 0) -> KernelBuffer:
        return KernelBuffer(index=index, type=CAPTURE, memory=MMAP)

    def _grey(self, filled: bytes) -> Picture | None:
        """A picture that is not whole is none: the next one comes at once."""
        pix = self._format
        if pix.pixelformat == MJPEG:
            try:
                return open_picture(filled)
            except BadPicture:
                return None
        step = 2 if pix.pixelformat == YUYV else 1
        line = pix.bytesperline or step * pix.width
        if len(filled) < line * pix.height:
            return None
        if line == step * pix.width:
            return Picture(filled[: line * pix.height : step], pix.width, pix.height)
        rows = (
            filled[at : at + step * pix.width : step] for at in range(0, line * pix.height, line)
        )
        return Picture(b"".join(rows), pix.width, pix.height)

    def _why(self, error: OSError) -> Message:
        if isinstance(error, CameraError):
            return error.message
        match error.errno:
            case errno.ENOENT | errno.ENODEV | errno.ENXIO:
                return say("There is no camera at {node}: plug it in.", node=self._node)
            case errno.EACCES | errno.EPERM:
                return say(
                    "This user may not use {node}: sudo usermod -aG video $USER, then log in"
                    " again.",
                    node=self._node,
                )
            case errno.EBUSY:
                return say("Another program has the camera: close it.")
            case errno.ENOTTY | errno.EINVAL:
                return say("{node} is no camera.", node=self._node)
        return say("The camera has stopped ({why}).", why=error.strerror or error)
