"""What the doctor learns of a camera: a few of its pictures, and what is read in them."""

from collections.abc import Iterator

from companion.clock import Clock
from companion.devices.board.parts import CameraReader
from companion.devices.camera.decoding import read_codes
from companion.devices.camera.frames import OpenSource, Source
from companion.devices.camera.pictures import Picture, advice
from companion.devices.camera.sources import open_source
from companion.devices.doctor.checks import Finding, bad, ok, warning
from companion.devices.readers.camera.camera_readers import LEAST_DOTS
from companion.errors import CameraError
from companion.i18n.message import count, decimal, say

LOOK_S = 3.0
"""A camera needs a moment to find out how bright it is."""


def looks(
    place: CameraReader, clock: Clock, open_camera: OpenSource | None = None
) -> Iterator[Finding]:
    """Is it there, does it give pictures, and is what lies before it read?"""
    try:
        source = open_camera(place) if open_camera else open_source(place, clock)
        try:
            picture = _last_picture(source, clock)
        finally:
            source.close()
    except CameraError as error:
        fix = say("Look at its cable; close what else uses it; then ask the doctor again.")
        yield bad("camera", error.message, fix)
        return
    if picture is None:
        fix = say("Switch the Pi off, look at the cable on both ends, and ask the doctor again.")
        yield bad("camera", say("The camera is there, but gives no picture."), fix)
        return
    yield _finding(picture)


def _last_picture(source: Source, clock: Clock) -> Picture | None:
    picture, until = None, clock.now() + LOOK_S
    while (left := until - clock.now()) > 0:
        frame = source.read(left)
        picture = frame.picture if frame else picture
        if frame is None:
            clock.sleep(min(left, 0.05))
    return picture


def _finding(picture: Picture) -> Finding:
    codes = read_codes(picture)
    if not codes:
        found = say("The camera gives pictures, and no code is read in them.")
        return warning("camera", found, advice(picture))
    dots = min(code.dots_a_module for code in codes)
    found = count(
        "The camera reads {n} code, {dots} dots a square.",
        "The camera reads {n} codes, {dots} dots a square.",
        len(codes),
        dots=decimal(dots),
    )
    if dots < LEAST_DOTS:
        closer = say("Closer: about {n} dots a square are needed.", n=round(LEAST_DOTS))
        return warning("camera", found, closer)
    return ok("camera", found)
