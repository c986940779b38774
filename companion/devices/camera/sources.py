"""Opens the camera that a board profile names."""

from companion.clock import Clock
from companion.devices.board.parts import RPICAM, CameraReader
from companion.devices.camera.frames import SUFFIX, FrameFile, Source
from companion.devices.camera.page_camera import PageCamera
from companion.devices.camera.rpicam import RpiCamera
from companion.devices.camera.v4l2 import V4l2Camera


def open_source(place: CameraReader, clock: Clock, page: PageCamera | None = None) -> Source:
    """``page`` is a browser's camera, where parts are simulated: it stands for any other."""
    if place.source.endswith(SUFFIX):
        return FrameFile(place, clock)
    if page is not None:
        return page
    return RpiCamera(place) if place.source == RPICAM else V4l2Camera(place)
