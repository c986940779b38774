"""Films as a browser takes them for its camera: pictures one after the other, in one file."""

from collections.abc import Iterable
from pathlib import Path

from PIL import Image

from companion.devices.camera.pictures import Picture

FRAMES_PER_SECOND = 5


def as_y4m(pictures: Iterable[Picture]) -> bytes:
    """YUV420 with a line before each picture; all are of one size, and grey."""
    film = b""
    for picture in pictures:
        if not film:
            size = f"W{picture.width} H{picture.height} F{FRAMES_PER_SECOND}:1"
            film = f"YUV4MPEG2 {size} Ip A1:1 C420jpeg\n".encode()
        film += b"FRAME\n" + as_yuv420(picture)
    return film


def as_yuv420(picture: Picture) -> bytes:
    colour = bytes([128]) * (picture.width * picture.height // 2)
    return picture.dots + colour


def empty(width: int, height: int) -> Picture:
    return Picture.of(Image.new("L", (width, height), 90))


def write_y4m(folder: Path, pictures: Iterable[Picture]) -> Path:
    file = folder / "film.y4m"
    file.write_bytes(as_y4m(pictures))
    return file
