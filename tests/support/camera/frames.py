"""A camera that a test holds: it gives the pictures that the test has laid before it."""

from collections import deque

from PIL import Image

from companion.devices.camera.frames import Frame, Source
from companion.devices.camera.pictures import Picture
from companion.errors import CameraError
from companion.i18n.message import say
from tests.support.camera.photographs import SHARP, Spoilt, cards


def picture(*texts: str, spoilt: Spoilt = SHARP, seed: int = 0, dots_a_mm: float = 5.0) -> Picture:
    """A row of small cards with these codes; an empty table without any."""
    if not texts:
        return Picture.of(Image.new("L", (640, 480), 90))
    return Picture.of(cards(texts, size=(640, 480), dots_a_mm=dots_a_mm, spoilt=spoilt, seed=seed))


class HeldCamera(Source):
    def __init__(self) -> None:
        self.frames: deque[Frame] = deque()
        self.looks = True
        self.missing = False
        self.closed = 0
        self.codes: list[int] = []

    @property
    def on(self) -> bool:
        return self.looks

    def show(self, *pictures: Picture, zone: str = "") -> None:
        self.frames.extend(Frame(each, zone) for each in pictures)

    def read(self, timeout_s: float) -> Frame | None:
        if self.missing:
            raise CameraError(say("No camera is there."))
        return self.frames.popleft() if self.frames else None

    def seen(self, codes: int) -> None:
        self.codes.append(codes)

    def close(self) -> None:
        self.closed += 1
