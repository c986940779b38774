"""Whether anything moves before a camera: a picture like the one before is not read again.

That is what keeps a small board cool: to shrink a picture costs a fraction of reading it.
"""

from PIL import Image, ImageChops

from companion.devices.camera.pictures import Picture

SMALL = (64, 36)
CHANGED = 14
"""So much darker or lighter is a change, of 255; what a camera's grain does is less."""
GOES_ON_S = 1.6
"""So long pictures are read after the last change: until what went is known to be gone."""
AT_LEAST_EVERY_S = 10.0
"""What moves very slowly, or lay there before, is read as well."""


class Motion:
    def __init__(self) -> None:
        self._before: Image.Image | None = None
        self._moved_at = 0.0
        self._looked_at = 0.0

    def is_still(self, picture: Picture, now: float) -> bool:
        """Has nothing changed for a while?"""
        small = picture.image.reduce(max(1, picture.width // SMALL[0])).resize(SMALL)
        before, self._before = self._before, small
        if before is None or self._differ(before, small):
            self._moved_at = now
        still = now - self._moved_at > GOES_ON_S and now - self._looked_at < AT_LEAST_EVERY_S
        if not still:
            self._looked_at = now
        return still

    @staticmethod
    def _differ(before: Image.Image, now: Image.Image) -> bool:
        extrema = ImageChops.difference(before, now).getextrema()
        assert isinstance(extrema[1], int | float)
        return extrema[1] > CHANGED
