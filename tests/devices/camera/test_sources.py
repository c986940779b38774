"""Cameras of each kind, with pictures as a kernel, a pipe or a file gives them."""

import ctypes
import errno
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.clock import VirtualClock
from companion.devices.board.parts import PAGE, CameraReader
from companion.devices.camera import v4l2
from companion.devices.camera.decoding import read_codes
from companion.devices.camera.frames import Frame, FrameFile, Source
from companion.devices.camera.page_camera import PageCamera
from companion.devices.camera.pictures import Picture
from companion.devices.camera.rpicam import RpiCamera
from companion.devices.camera.sources import open_source
from companion.devices.camera.v4l2 import GREY, MJPEG, YUYV, V4l2Camera
from companion.errors import CameraError
from tests.support.camera.films import as_y4m, as_yuv420
from tests.support.camera.frames import picture
from tests.support.camera.photographs import cards, encoded
from tests.support.camera.v4l2_device import SimulatedCamera

USB = CameraReader("centre", source="/dev/video0")
RIBBON = CameraReader("centre")
SMALL = picture("1.035")


def texts(frame: Frame | None) -> list[str]:
    assert frame
    return [code.text for code in read_codes(frame.picture)]


# A pipe of rpicam-vid.


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    """Something that is called as rpicam-vid is, and does what this Python says."""

    def made(does: str) -> str:
        file = tmp_path / "rpicam-vid"
        file.write_text(f"#!{sys.executable}\nimport sys, time\n{does}", encoding="utf-8")
        file.chmod(0o755)
        return str(file)

    return made


def test_a_pipe_of_yuv420_pictures_is_read(program: Callable[[str], str], tmp_path: Path) -> None:
    shown = Picture.of(cards(["1.035", "1.133"], size=(1280, 720), dots_a_mm=7))
    (tmp_path / "picture").write_bytes(as_yuv420(shown))
    camera = RpiCamera(
        RIBBON,
        program(
            f"sys.stdout.buffer.write(open({str(tmp_path / 'picture')!r}, 'rb').read())\n"
            "assert '--codec yuv420' in ' '.join(sys.argv)\n"
            "sys.stdout.flush()\ntime.sleep(60)"
        ),
    )

    frame = None
    while frame is None:
        frame = camera.read(10.0)
    camera.close()

    assert texts(frame) == ["1.035", "1.133"]
    assert frame.picture == shown


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("ERROR: *** no cameras available ***", "check its ribbon"),
        ("Pipeline handler in use by another process", "Another program has the camera"),
        ("ERROR: *** failed to acquire camera /base/soc ***", "Another program has the camera"),
        ("something else", "(something else)"),
    ],
)
def test_a_camera_that_gives_nothing_says_why(
    program: Callable[[str], str], told: str, why: str
) -> None:
    camera = RpiCamera(RIBBON, program(f"sys.exit({told!r})"))

    with pytest.raises(CameraError, match=re.escape(why)):
        camera.read(10.0)
    camera.close()


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(CameraError, match="install rpicam-apps"):
        RpiCamera(RIBBON, "no-such-program")


# A USB camera.


def usb(pixelformat: int, *pictures: bytes, line_bytes: int = 0) -> SimulatedCamera:
    device = SimulatedCamera(pixelformat, (SMALL.width, SMALL.height), line_bytes)
    device.pictures.extend(pictures)
    return device


def as_yuyv(shown: Picture, padding: int = 0) -> bytes:
    rows = []
    for at in range(0, len(shown.dots), shown.width):
        row = bytearray(b"\x80" * 2 * shown.width)
        row[::2] = shown.dots[at : at + shown.width]
        rows.append(bytes(row) + b"\x80" * padding)
    return b"".join(rows)


@pytest.mark.parametrize(
    ("pixelformat", "sent", "line_bytes"),
    [
        pytest.param(GREY, SMALL.dots, 0, id="grey"),
        pytest.param(YUYV, as_yuyv(SMALL), 2 * SMALL.width, id="yuyv"),
        pytest.param(YUYV, as_yuyv(SMALL, 32), 2 * SMALL.width + 32, id="yuyv with long lines"),
        pytest.param(MJPEG, encoded(SMALL.image), 0, id="mjpeg"),
    ],
)
def test_a_usb_camera_is_read_in_whatever_it_gives(
    pixelformat: int, sent: bytes, line_bytes: int
) -> None:
    device = usb(pixelformat, sent, line_bytes=line_bytes)
    camera = V4l2Camera(USB, device)

    assert texts(camera.read(0.0)) == ["1.035"]
    assert camera.read(0.0) is None
    camera.close()
    assert (device.opened, device.closed) == (1, 1)


def test_only_the_newest_picture_of_a_usb_camera_is_read() -> None:
    camera = V4l2Camera(USB, usb(GREY, *[picture().dots] * 5, SMALL.dots))

    assert texts(camera.read(0.0)) == ["1.035"]
    assert camera.read(0.0) is None


@pytest.mark.parametrize(
    ("pixelformat", "sent"), [(GREY, SMALL.dots[:-1]), (MJPEG, encoded(SMALL.image)[:99])]
)
def test_half_a_picture_is_none(pixelformat: int, sent: bytes) -> None:
    assert V4l2Camera(USB, usb(pixelformat, sent)).read(0.0) is None


@pytest.mark.parametrize(
    ("call", "number", "why"),
    [
        ("open", errno.ENOENT, "There is no camera at /dev/video0"),
        ("open", errno.EACCES, "usermod -aG video"),
        ("open", errno.EBUSY, "Another program"),
        (v4l2.S_FMT, errno.EBUSY, "Another program"),
        (v4l2.STREAMON, errno.EBUSY, "Another program"),
        (v4l2.QUERYCAP, errno.ENOTTY, "is no camera"),
        (v4l2.REQBUFS, errno.ENOMEM, "has stopped"),
    ],
)
def test_a_usb_camera_that_cannot_be_had_says_why(call: object, number: int, why: str) -> None:
    device = usb(GREY)
    device.fails[call] = number  # type: ignore[index]

    with pytest.raises(CameraError, match=why):
        V4l2Camera(USB, device)
    assert device.opened == device.closed


def test_a_device_that_takes_no_pictures_is_no_camera() -> None:
    device = usb(GREY)
    device.capabilities = 0

    with pytest.raises(CameraError, match="is no camera"):
        V4l2Camera(USB, device)


def test_a_camera_without_a_format_that_can_be_read_is_named() -> None:
    with pytest.raises(CameraError, match="no picture that can be read"):
        V4l2Camera(USB, usb(int.from_bytes(b"H264", "little")))


def test_a_usb_camera_that_is_pulled_out_says_so() -> None:
    device = usb(GREY, SMALL.dots)
    camera = V4l2Camera(USB, device)
    device.fails[v4l2.DQBUF] = errno.ENODEV

    with pytest.raises(CameraError, match="plug it in"):
        camera.read(0.0)


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_long) != 8, reason="these are the sizes on 64 bits")
def test_what_is_asked_of_the_kernel_is_laid_out_as_its_headers_say() -> None:
    numbers = [v4l2.QUERYCAP, v4l2.S_FMT, v4l2.REQBUFS, v4l2.QUERYBUF, v4l2.QBUF, v4l2.DQBUF]
    assert [hex(each) for each in numbers] == [
        *("0x80685600", "0xc0d05605", "0xc0145608"),
        *("0xc0585609", "0xc058560f", "0xc0585611"),
    ]
    assert hex(v4l2.S_PARM) == "0xc0cc5616"


# A file of frames.


def film(tmp_path: Path, made: bytes) -> CameraReader:
    file = tmp_path / "film.y4m"
    file.write_bytes(made)
    return CameraReader("centre", source=str(file))


@pytest.mark.parametrize("grey_only", [False, True])
def test_a_file_of_frames_is_a_camera(tmp_path: Path, grey_only: bool) -> None:
    clock = VirtualClock()
    made = as_y4m([picture(), SMALL])
    if grey_only:
        made = made.replace(b"C420jpeg", b"Cmono").replace(
            bytes([128]) * (len(SMALL.dots) // 2), b""
        )
    camera = FrameFile(film(tmp_path, made), clock)

    assert texts(camera.read(1.0)) == []
    assert texts(camera.read(1.0)) == ["1.035"]
    assert clock.now() == pytest.approx(0.2)
    assert camera.read(1.0) is None
    camera.close()


@pytest.mark.parametrize("made", [b"", b"no film", b"YUV4MPEG2 W1 H1 F0:0\n", b"YUV4MPEG2 W9\n"])
def test_what_is_no_film_is_refused(tmp_path: Path, made: bytes) -> None:
    with pytest.raises(CameraError, match="no film"):
        FrameFile(film(tmp_path, made), VirtualClock())


def test_a_film_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="cannot be read"):
        FrameFile(CameraReader("centre", source=str(tmp_path / "no.y4m")), VirtualClock())


def test_each_source_has_its_camera(tmp_path: Path) -> None:
    clock = VirtualClock()
    page = PageCamera(clock)

    opened: Source = open_source(film(tmp_path, as_y4m([SMALL])), clock, page)
    assert isinstance(opened, FrameFile)
    opened.close()
    for place in (RIBBON, USB, CameraReader("centre", source=PAGE)):
        assert open_source(place, clock, page) is page
    with pytest.raises(CameraError, match="no camera at /dev/no-such-camera"):
        open_source(CameraReader("centre", source="/dev/no-such-camera"), clock)
