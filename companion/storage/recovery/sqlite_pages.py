"""What can still be read of a damaged journal file: records, found in its bytes without SQLite.

A record says itself how long it is, so it is found wherever it lies: also on a page whose head is
damaged, and in what was written ahead behind a damaged frame. https://sqlite.org/fileformat2.html
has the form. Whether a record is as it was written is for others to say.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PAGE = 4096
FRAME = 24
"""Bytes before each page that was written ahead."""
WAL_HEAD = 32
LARGEST_LOCAL = (PAGE - 12) * 64 // 255 - 23
SMALLEST_LOCAL = (PAGE - 12) * 32 // 255 - 23
INTEGER = rb"[\x01-\x06\x08\x09]"
ENTRY = re.compile(rb"[\x0a-\x18]" + INTEGER + INTEGER + rb"[\x15\x17]", re.DOTALL)
"""How the record of an entry begins: its length, two numbers, a word of four or five letters."""
ENTRY_COLUMNS = 9
GAME = re.compile(rb"\x06\x00[\x0d-\x7f][\x0d-\x7f][\x08\x09]" + INTEGER, re.DOTALL)
"""How that of a game begins: its number stands before the record."""
LONGEST_CHAIN = 5000
SIZES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)


@dataclass(frozen=True, slots=True)
class Image:
    """One page as it was at some time."""

    number: int
    content: bytes


class Unread(Exception):
    """These bytes are no record."""


class Pages:
    """Every page of a file and of what was written ahead, the most trustworthy first."""

    def __init__(self, main: bytes, ahead: bytes = b"", accepted: int = 0) -> None:
        """``accepted`` frames at the beginning are passed over: SQLite has read them."""
        kept = [Image(1 + at // PAGE, main[at : at + PAGE]) for at in range(0, len(main), PAGE)]
        salts, now, before = ahead[16:24], list[Image](), list[Image]()
        for at in range(WAL_HEAD, len(ahead), FRAME + PAGE):
            head = ahead[at : at + FRAME]
            image = Image(int.from_bytes(head[:4], "big"), ahead[at + FRAME : at + FRAME + PAGE])
            (now if head[8:16] == salts else before).append(image)
        if accepted:
            now = now[accepted:]
        self.images = [*reversed(now), *kept, *reversed(before)]
        self._newest_first = [by_number(self.images), by_number([*kept, *self.images])]

    def entries(self) -> Iterator[tuple[Any, ...]]:
        """Whatever looks like the row of an entry; one that goes on on other pages in each way."""
        for image in self.images:
            for found in ENTRY.finditer(image.content):
                last: tuple[Any, ...] = ()
                for others in self._newest_first:
                    try:
                        row = entry_at(image.content, found.start(), others)
                    except (Unread, IndexError, UnicodeDecodeError):
                        continue
                    if row != last:
                        yield row
                    last = row

    def games(self) -> Iterator[tuple[Any, ...]]:
        """Whatever looks like the row of a game: number, name, created, archived, opened."""
        for image in self.images:
            for found in GAME.finditer(image.content):
                try:
                    yield game_at(image.content, found.start())
                except (Unread, IndexError, UnicodeDecodeError):
                    continue


def by_number(images: list[Image]) -> dict[int, bytes]:
    return {image.number: image.content for image in reversed(images)}


def entry_at(page: bytes, start: int, others: dict[int, bytes]) -> tuple[Any, ...]:
    kinds, head = kinds_at(page, start)
    if len(kinds) != ENTRY_COLUMNS:
        raise Unread
    length = head + sum(map(size, kinds))
    body = page[start : start + length]
    if length > LARGEST_LOCAL:
        here = SMALLEST_LOCAL + (length - SMALLEST_LOCAL) % (PAGE - 4)
        here = here if here <= LARGEST_LOCAL else SMALLEST_LOCAL
        after = start + here
        body = page[start:after] + chain(page[after : after + 4], length - here, others)
    if len(body) != length:
        raise Unread
    return tuple(values(body[head:], kinds))


def chain(first: bytes, length: int, others: dict[int, bytes]) -> bytes:
    """What goes on on other pages, each of which names the next."""
    found, left, pointer = [], length, first
    for _ in range(LONGEST_CHAIN):
        page = others.get(int.from_bytes(pointer, "big"))
        if page is None:
            raise Unread
        found.append(page[4 : 4 + min(left, PAGE - 4)])
        left -= len(found[-1])
        if left <= 0:
            return b"".join(found)
        pointer = page[:4]
    raise Unread


def game_at(page: bytes, start: int) -> tuple[Any, ...]:
    kinds, head = kinds_at(page, start)
    length = head + sum(map(size, kinds))
    if page[start - 2] == length and page[start - 1] < 128:
        number = page[start - 1]
    elif page[start - 3] == length:
        number, _ = varint(page, start - 2)
    else:
        raise Unread
    _, *row = values(page[start + head : start + length], kinds)
    return number, *row


def kinds_at(page: bytes, start: int) -> tuple[list[int], int]:
    """The kind of each value of a record, and how many bytes say so."""
    head, at = varint(page, start)
    kinds = []
    while at < start + head:
        kind, at = varint(page, at)
        kinds.append(kind)
    if at != start + head:
        raise Unread
    return kinds, head


def values(body: bytes, kinds: list[int]) -> Iterator[Any]:
    at = 0
    for kind in kinds:
        content = body[at : at + size(kind)]
        at += size(kind)
        if kind == 0:
            yield None
        elif kind in (8, 9):
            yield kind - 8
        elif kind < 7:
            yield int.from_bytes(content, "big", signed=True)
        elif kind >= 13 and kind % 2:
            yield content.decode()
        else:
            raise Unread


def size(kind: int) -> int:
    return (kind - 12) // 2 if kind >= 12 else SIZES[kind]


def varint(page: bytes, at: int) -> tuple[int, int]:
    """A number in SQLite's own form, and where the next byte is."""
    number = 0
    for step in range(8):
        byte = page[at + step]
        number = number << 7 | byte & 0x7F
        if byte < 128:
            return number, at + step + 1
    raise Unread
