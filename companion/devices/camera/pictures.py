"""Pictures that somebody sends, made grey; what is none, or far too much, is a sentence.

Whatever a picture claims to be is looked at before it is unpacked: it is one picture, of a few
kinds, and neither its bytes nor its dots take more memory than the smallest board has to spare.
"""

import warnings
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO

from PIL import Image, ImageFilter, ImageOps, ImageStat

from companion.errors import BadPicture
from companion.i18n.message import Message, count, say

MAX_BYTES = 16_000_000
"""A phone's picture of 50 million dots has about 12."""
MAX_DOTS = 50_000_000
MAX_DOTS_AT_ONCE = 16_000_000
"""A picture that cannot be unpacked small has this many."""
MIN_SIDE = 48
PLUGINS = ("Jpeg", "Png", "WebP")
"""The kinds that are read, as Pillow calls what reads them: it would import all that it has."""
TWO_IN_ONE = "MPO"
"""What some phones make of a JPEG: there is a second, smaller picture behind it."""
MILLION = 1_000_000
DARK = 40
BLURRED = 48
"""A sharp picture has steeper edges than this in its middle."""
MIDDLE = 640


@dataclass(frozen=True, slots=True)
class Picture:
    """Grey dots, row by row."""

    dots: bytes
    width: int
    height: int

    @classmethod
    def of(cls, image: Image.Image) -> "Picture":
        grey = image.convert("L")
        return cls(grey.tobytes(), grey.width, grey.height)

    @property
    def image(self) -> Image.Image:
        return Image.frombuffer("L", (self.width, self.height), self.dots, "raw", "L", 0, 1)


def open_picture(sent: bytes) -> Picture:
    """The picture in these bytes, upright; ``BadPicture`` says why there is none."""
    if not sent:
        raise BadPicture(say("There is nothing in that picture. Take it once more."))
    if len(sent) > MAX_BYTES:
        raise BadPicture(
            count(
                "A picture has at most {n} megabyte.",
                "A picture has at most {n} megabytes.",
                MAX_BYTES // MILLION,
            )
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of sizes, which are looked at here
        image = _opened(sent)
        _check_size(image)
        try:
            return Picture.of(_upright(image))
        except Exception:  # whatever a decoder stumbles over in bytes from anywhere
            raise BadPicture(say("That picture is damaged. Take it once more.")) from None


def _opened(sent: bytes) -> Image.Image:
    for kind in PLUGINS:
        import_module(f"PIL.{kind}ImagePlugin")
    try:
        return Image.open(BytesIO(sent), formats=[kind.upper() for kind in PLUGINS])
    except Image.DecompressionBombError:
        raise _too_large(MAX_DOTS) from None
    except Exception:
        raise BadPicture(
            say("That is no picture that can be read here: JPEG, PNG or WebP.")
        ) from None


def _check_size(image: Image.Image) -> None:
    """And lets a large picture be unpacked small, where its kind allows that."""
    if image.format != TWO_IN_ONE and getattr(image, "n_frames", 1) > 1:
        raise BadPicture(say("That is a film. One picture is enough."))
    dots = image.width * image.height
    if dots > MAX_DOTS:
        raise _too_large(MAX_DOTS)
    if min(image.size) < MIN_SIDE:
        raise BadPicture(say("That picture is too small to read anything in it."))
    if dots > MAX_DOTS_AT_ONCE:
        image.draft("L", (image.width // 2, image.height // 2))
    else:
        image.draft("L", image.size)
    if image.width * image.height > MAX_DOTS_AT_ONCE or (
        # It is unpacked as a whole before it is made small.
        dots > MAX_DOTS_AT_ONCE and ("progressive" in image.info or "progression" in image.info)
    ):
        raise _too_large(MAX_DOTS_AT_ONCE)


def _too_large(most: int) -> BadPicture:
    return BadPicture(
        say("That picture has more than {n} million dots. Take a smaller one.", n=most // MILLION)
    )


def _upright(image: Image.Image) -> Image.Image:
    """As it was held: cards are named from left to right."""
    image.load()
    turned = image.getexif().get(0x0112, 1)
    grey = image.convert("L")
    if turned == 1:
        return grey
    exif = Image.Exif()
    exif[0x0112] = turned
    grey.info["exif"] = exif.tobytes()
    return ImageOps.exif_transpose(grey)


def advice(picture: Picture) -> Message:
    """Why nothing was read in it, as far as it can be told."""
    if is_dark(picture):
        return say("It is too dark to read a code. More light, please.")
    if sharpness(picture) < BLURRED:
        return say("The picture is blurred. Hold still, and not too close.")
    return say("No code was seen. Closer, so that it is larger, and without glare.")


def is_dark(picture: Picture) -> bool:
    small = picture.image.reduce(max(1, min(picture.width, picture.height) // MIN_SIDE))
    return bool(ImageStat.Stat(small).mean[0] < DARK)


def sharpness(picture: Picture) -> int:
    """The steepest edge in the middle, of 255."""
    left, top = ((side - min(side, MIDDLE)) // 2 for side in (picture.width, picture.height))
    middle = picture.image.crop((left, top, picture.width - left, picture.height - top))
    edges = middle.filter(ImageFilter.FIND_EDGES).crop((1, 1, middle.width - 1, middle.height - 1))
    histogram = edges.histogram()
    few = sum(histogram) // 1000  # specks of noise are no edge
    for step in range(255, 0, -1):
        few -= histogram[step]
        if few < 0:
            return step
    return 0
