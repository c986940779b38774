"""Finds records in the bytes of a damaged SQLite file, without SQLite.

A record has its own length, so it is found wherever it lies: also on a page with a damaged header,
and in the write-ahead log behind a damaged frame. See https://sqlite.org/fileformat2.html. Whether
a record is as it was written is for others to check.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PAGE_SIZE = 4096
FRAME_HEADER_SIZE = 24
WAL_HEADER_SIZE = 32
MAX_LOCAL = (PAGE_SIZE - 12) * 64 // 255 - 23
MIN_LOCAL = (PAGE_SIZE - 12) * 32 // 255 - 23
"""Bytes of a record on its own page; the rest is on overflow pages."""
INTEGER = rb"[\x01-\x06\x08\x09]"
ENTRY = re.compile(rb"[\x0a-\x18]" + INTEGER + INTEGER + rb"[\x15\x17]", re.DOTALL)
"""How the record of an entry begins: its length, two numbers, a word of four or five letters."""
ENTRY_COLUMNS = 9
GAME = re.compile(rb"\x06\x00[\x0d-\x7f][\x0d-\x7f][\x08\x09]" + INTEGER, re.DOTALL)
"""How that of a game begins: its number stands before the record."""
MAX_OVERFLOW_PAGES = 5000
FIXED_SIZES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
"""By serial type."""


@dataclass(frozen=True, slots=True)
class PageImage:
    """A page as it was at some time."""

    number: int
    content: bytes


class NoRecord(Exception):
    """These bytes are no record."""


class Pages:
    """Every page of a file and of its write-ahead log, the most trustworthy first."""

    def __init__(self, main: bytes, wal: bytes = b"", accepted: int = 0) -> None:
        """The first ``accepted`` frames of the log are skipped: SQLite has read them."""
        kept = [
            PageImage(1 + at // PAGE_SIZE, main[at : at + PAGE_SIZE])
            for at in range(0, len(main), PAGE_SIZE)
        ]
        salts, now, before = wal[16:24], list[PageImage](), list[PageImage]()
        for at in range(WAL_HEADER_SIZE, len(wal), FRAME_HEADER_SIZE + PAGE_SIZE):
            head = wal[at : at + FRAME_HEADER_SIZE]
            image = PageImage(
                int.from_bytes(head[:4], "big"),
                wal[at + FRAME_HEADER_SIZE : at + FRAME_HEADER_SIZE + PAGE_SIZE],
            )
            (now if head[8:16] == salts else before).append(image)
        if accepted:
            now = now[accepted:]
        self.images = [*reversed(now), *kept, *reversed(before)]
        self._newest_first = [by_number(self.images), by_number([*kept, *self.images])]

    def entries(self) -> Iterator[tuple[Any, ...]]:
        """Whatever looks like a row of ``entry``; where overflow pages differ, once with each."""
        for image in self.images:
            for found in ENTRY.finditer(image.content):
                last: tuple[Any, ...] = ()
                for others in self._newest_first:
                    try:
                        row = entry_at(image.content, found.start(), others)
                    except (NoRecord, IndexError, UnicodeDecodeError):
                        continue
                    if row != last:
                        yield row
                    last = row

    def games(self) -> Iterator[tuple[Any, ...]]:
        """Whatever looks like a row of ``game``: number, name, created, archived, opened."""
        for image in self.images:
            for found in GAME.finditer(image.content):
                try:
                    yield game_at(image.content, found.start())
                except (NoRecord, IndexError, UnicodeDecodeError):
                    continue


def by_number(images: list[PageImage]) -> dict[int, bytes]:
    return {image.number: image.content for image in reversed(images)}


def entry_at(page: bytes, start: int, others: dict[int, bytes]) -> tuple[Any, ...]:
    types, head = serial_types(page, start)
    if len(types) != ENTRY_COLUMNS:
        raise NoRecord
    length = head + sum(map(size, types))
    body = page[start : start + length]
    if length > MAX_LOCAL:
        here = MIN_LOCAL + (length - MIN_LOCAL) % (PAGE_SIZE - 4)
        here = here if here <= MAX_LOCAL else MIN_LOCAL
        after = start + here
        body = page[start:after] + overflow(page[after : after + 4], length - here, others)
    if len(body) != length:
        raise NoRecord
    return tuple(values(body[head:], types))


def overflow(first: bytes, length: int, others: dict[int, bytes]) -> bytes:
    """The rest of a record, on a linked list of overflow pages."""
    found, left, pointer = [], length, first
    for _ in range(MAX_OVERFLOW_PAGES):
        page = others.get(int.from_bytes(pointer, "big"))
        if page is None:
            raise NoRecord
        found.append(page[4 : 4 + min(left, PAGE_SIZE - 4)])
        left -= len(found[-1])
        if left <= 0:
            return b"".join(found)
        pointer = page[:4]
    raise NoRecord


def game_at(page: bytes, start: int) -> tuple[Any, ...]:
    types, head = serial_types(page, start)
    length = head + sum(map(size, types))
    if page[start - 2] == length and page[start - 1] < 128:
        number = page[start - 1]
    elif page[start - 3] == length:
        number, _ = varint(page, start - 2)
    else:
        raise NoRecord
    _, *row = values(page[start + head : start + length], types)
    return number, *row


def serial_types(page: bytes, start: int) -> tuple[list[int], int]:
    """The type of each value of a record, and the length of its header."""
    head, at = varint(page, start)
    types = []
    while at < start + head:
        type_, at = varint(page, at)
        types.append(type_)
    if at != start + head:
        raise NoRecord
    return types, head


def values(body: bytes, types: list[int]) -> Iterator[Any]:
    at = 0
    for type_ in types:
        content = body[at : at + size(type_)]
        at += size(type_)
        if type_ == 0:
            yield None
        elif type_ in (8, 9):
            yield type_ - 8
        elif type_ < 7:
            yield int.from_bytes(content, "big", signed=True)
        elif type_ >= 13 and type_ % 2:
            yield content.decode()
        else:
            raise NoRecord


def size(type_: int) -> int:
    return (type_ - 12) // 2 if type_ >= 12 else FIXED_SIZES[type_]


def varint(page: bytes, at: int) -> tuple[int, int]:
    """A variable-length integer, and the position behind it."""
    number = 0
    for step in range(8):
        byte = page[at + step]
        number = number << 7 | byte & 0x7F
        if byte < 128:
            return number, at + step + 1
    raise NoRecord
