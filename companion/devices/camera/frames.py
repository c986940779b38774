"""Frames of a camera of any kind, through one interface; a Y4M file of frames is one as well."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.clock import Clock
from companion.devices.board.parts import CameraReader
from companion.devices.camera.pictures import MAX_DOTS_AT_ONCE, Picture
from companion.errors import CameraError
from companion.i18n.message import say

FRAMES_PER_SECOND = 5
"""Asked of a camera: two of three pictures are there in less than half a second."""


@dataclass(frozen=True, slots=True)
class Frame:
    picture: Picture
    zone: str = ""
    """Of the table, where whoever shows cards has named one."""


class Source(ABC):
    """A camera that is open, from the first picture on."""

    rests = True
    """May it be switched off when nobody plays? A browser's camera sees to that itself."""

    @property
    def on(self) -> bool:
        """Does it look? What lay before one that looks no more is gone."""
        return True

    @abstractmethod
    def read(self, timeout_s: float) -> Frame | None:
        """The newest picture, or None after that time; ``CameraError`` where the camera is gone."""

    def seen(self, codes: int) -> None:  # noqa: B027 - most have nobody to tell
        """Told how many codes the last picture showed."""

    @abstractmethod
    def close(self) -> None: ...


OpenSource = Callable[[CameraReader], Source]


SUFFIX = ".y4m"
MAGIC = "YUV4MPEG2"
COLOUR_BYTES = {"420": 0.5, "mon": 0.0}
"""For each dot, behind the grey picture: by how the header names what is there."""
MAX_LINE = 200


class FrameFile(Source):
    """Gives its frames at their pace; after the last one nothing moves any more."""

    def __init__(self, place: CameraReader, clock: Clock) -> None:
        self._clock = clock
        try:
            self._file = Path(place.source).open("rb")  # noqa: SIM115 - until it is closed
        except OSError as error:
            why = say("{file} cannot be read ({why}).", file=place.source, why=error.strerror)
            raise CameraError(why) from None
        try:
            self._read_header()
        except (ValueError, KeyError, ZeroDivisionError):
            self._file.close()
            why = say("{file} is no film of grey or YUV420 frames.", file=place.source)
            raise CameraError(why) from None
        self._due = clock.now()

    def _read_header(self) -> None:
        magic, *fields = self._file.readline(MAX_LINE).decode().split()
        told = {field[0]: field[1:] for field in fields}
        self._width, self._height = int(told["W"]), int(told["H"])
        frames, seconds = map(int, told["F"].split(":"))
        self._period_s = seconds / frames
        self._colours = int(self._width * self._height * COLOUR_BYTES[told.get("C", "420")[:3]])
        if magic != MAGIC or not 0 < self._width * self._height <= MAX_DOTS_AT_ONCE:
            raise ValueError(magic)

    def read(self, timeout_s: float) -> Frame | None:
        if (wait := self._due - self._clock.now()) > 0:
            self._clock.sleep(min(wait, timeout_s))
            if wait > timeout_s:
                return None
        if not self._file.readline(MAX_LINE).startswith(b"FRAME"):
            self._clock.sleep(timeout_s)
            return None
        dots = self._width * self._height
        grey = self._file.read(dots)
        self._file.seek(self._colours, 1)
        self._due += self._period_s
        return Frame(Picture(grey, self._width, self._height)) if len(grey) == dots else None

    def close(self) -> None:
        self._file.close()
