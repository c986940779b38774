"""Pictures from anywhere: what can be read is read, and everything else is a sentence."""

import resource
import struct
import zlib
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from companion.devices.camera.decoding import PrintedCode, in_reading_order, read_codes
from companion.devices.camera.pictures import (
    MAX_BYTES,
    MAX_DOTS_AT_ONCE,
    Picture,
    advice,
    open_picture,
)
from companion.errors import BadPicture
from tests.support.camera.photographs import Spoilt, cards, encoded, spoil
from tests.support.effort import many

HAND = ("https://example.org/1018", "https://example.org/1206", "https://example.org/1035")
PHOTO = cards(HAND[:1], size=(640, 480), dots_a_mm=9)


def texts(sent: bytes) -> list[str]:
    return [each.text for each in read_codes(open_picture(sent), thorough=True)]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA", "P"])
def test_a_photograph_is_read_whatever_its_kind(kind: str, mode: str) -> None:
    if kind == "JPEG" and mode in ("RGBA", "P"):
        return
    assert texts(encoded(PHOTO.convert(mode), kind)) == [HAND[0]]


def test_a_row_of_cards_is_read_from_left_to_right_also_when_held_aslant() -> None:
    row = cards(HAND, size=(2400, 1600), dots_a_mm=9, spoilt=Spoilt(tilt=-6, blur=0.8, jpeg=80))

    assert texts(encoded(row)) == list(HAND)


def test_a_photograph_of_a_phone_that_was_held_upright_is_turned_first() -> None:
    turned = cards(HAND, size=(2400, 1600), dots_a_mm=9).rotate(90, expand=True)
    exif = Image.Exif()
    exif[0x0112] = 6

    assert texts(encoded(turned, exif=exif.tobytes())) == list(HAND)


def test_rows_are_read_one_below_the_other() -> None:
    def at(text: str, x: float, y: float) -> PrintedCode:
        return PrintedCode(text, x, y, 30, 4)

    codes = [at("d", 10, 400), at("b", 200, 40), at("a", 10, 0), at("c", 300, 90), at("e", 90, 420)]

    assert [each.text for each in in_reading_order(codes)] == list("abcde")


def test_a_code_that_is_seen_twice_is_one_card() -> None:
    both = cards((HAND[0], HAND[0]), size=(1600, 1000), dots_a_mm=9)

    assert texts(encoded(both)) == [HAND[0]]


def test_the_size_of_a_code_says_how_many_dots_a_module_has() -> None:
    [near] = read_codes(Picture.of(cards(HAND[:1], dots_a_mm=14)))
    [far] = read_codes(Picture.of(cards(HAND[:1], dots_a_mm=9)))

    assert near.dots_a_module == pytest.approx(140 / 25, rel=0.1)
    assert far.dots_a_module == pytest.approx(90 / 25, rel=0.1)


def test_a_huge_photograph_is_unpacked_small() -> None:
    huge = encoded(Image.new("RGB", (7000, 5000)), quality=20)

    opened = open_picture(huge)

    assert opened.width * opened.height <= MAX_DOTS_AT_ONCE


def png(width: int, height: int) -> bytes:
    """The head of a picture that would be so large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    body = zlib.compress(bytes(100_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def film(kind: str) -> bytes:
    frames = [Image.new("L", (64, 64), shade) for shade in (0, 100, 200)]
    return encoded(frames[0], kind, save_all=True, append_images=frames[1:])


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        pytest.param(b"", "nothing in", id="empty"),
        pytest.param(b"x" * (MAX_BYTES + 1), "at most 16 megabytes", id="too many bytes"),
        pytest.param(b"<svg/>", "no picture that can be read", id="another kind of file"),
        pytest.param(film("GIF"), "no picture that can be read", id="a kind that is not read"),
        pytest.param(encoded(PHOTO, "TIFF"), "no picture that can be read", id="tiff"),
        pytest.param(film("PNG"), "film", id="animated png"),
        pytest.param(film("WEBP"), "film", id="animated webp"),
        pytest.param(png(60_000, 60_000), "50 million dots", id="a bomb"),
        pytest.param(png(9_000, 9_000), "50 million dots", id="a smaller bomb"),
        pytest.param(png(6_000, 6_000), "16 million dots", id="what cannot be unpacked small"),
        pytest.param(
            encoded(Image.new("L", (6000, 6000)), progressive=True),
            "16 million dots",
            id="what is unpacked as a whole first",
        ),
        pytest.param(png(40, 9_000), "too small", id="too narrow"),
        pytest.param(png(900, 900), "damaged", id="less than it says"),
        pytest.param(encoded(PHOTO)[:3000], "damaged", id="cut short"),
    ],
)
def test_what_is_no_picture_of_cards_is_a_sentence(sent: bytes, words: str) -> None:
    with pytest.raises(BadPicture, match=words):
        open_picture(sent)


def damaged(seed: int) -> bytes:
    """A picture that something has happened to on its way."""
    chance = Random(seed)
    sent = bytearray(SAMPLES[seed % len(SAMPLES)])
    match chance.randrange(4):
        case 0:
            del sent[chance.randrange(len(sent)) :]
        case 1:
            for _ in range(chance.randrange(1, 40)):
                sent[chance.randrange(len(sent))] = chance.randrange(256)
        case 2:
            for _ in range(chance.randrange(1, 8)):  # the head, where sizes stand
                sent[chance.randrange(min(64, len(sent)))] = chance.randrange(256)
        case 3:
            at = chance.randrange(len(sent))
            sent[at:at] = chance.randbytes(chance.randrange(1, 2000))
    return bytes(sent)


SMALL = PHOTO.resize((320, 240))
SAMPLES = (
    *(encoded(SMALL, kind) for kind in ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP")),
    *(film("PNG"), film("WEBP"), encoded(SMALL, progressive=True)),
)


@pytest.mark.slow
def test_a_thousand_damaged_pictures_are_pictures_or_sentences() -> None:
    open_picture(SAMPLES[0])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    refused: list[str] = []
    for seed in range(many(1000)):
        try:
            read_codes(open_picture(damaged(seed)))
        except BadPicture as error:
            refused.append(str(error))

    assert len(refused) > many(1000) // 3
    assert all(why.endswith(".") for why in refused)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 200_000, f"{grown} KiB"


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (Image.new("L", (1280, 720), 8), "More light"),
        (spoil(PHOTO, Spoilt(blur=9)), "blurred"),
        (cards(["far away"], dots_a_mm=2), "Closer"),
    ],
)
def test_where_nothing_is_read_the_reason_is_said(picture: Image.Image, words: str) -> None:
    assert read_codes(Picture.of(picture)) == []
    assert words in str(advice(Picture.of(picture)))


def test_a_picture_is_kept_as_grey_dots_only() -> None:
    assert open_picture(encoded(Image.new("RGB", (64, 48)))) == Picture(bytes(64 * 48), 64, 48)
    assert BytesIO(Picture(bytes(64 * 48), 64, 48).image.tobytes()).getvalue() == bytes(64 * 48)
