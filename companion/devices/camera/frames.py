"""What a camera of any kind gives: one interface, so that a file of frames is a camera as well."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from companion.devices.board.parts import CameraReader
from companion.devices.camera.pictures import Picture

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
        """The newest picture; None where none came in that time. ``CameraError`` says why there is
        no camera any more."""

    def seen(self, codes: int) -> None:  # noqa: B027 - most have nobody to tell
        """Told how many codes the last picture showed."""

    @abstractmethod
    def close(self) -> None: ...


OpenSource = Callable[[CameraReader], Source]
