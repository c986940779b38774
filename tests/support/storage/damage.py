"""Damages a folder of games as a dying memory card does, and says what that may cost at most."""

import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.errors import CompanionError
from companion.match.match import LOST
from companion.storage.recovery.recover import valid_entries, wal_of
from companion.storage.recovery.sqlite_pages import (
    FRAME_HEADER_SIZE,
    PAGE_SIZE,
    WAL_HEADER_SIZE,
    PageImage,
    Pages,
)
from companion.storage.saved_games import FILE, SavedGames

Damage = Callable[[bytes, Random], tuple[bytes, range]]


def flip(content: bytes, random: Random) -> tuple[bytes, range]:
    """One bit."""
    at = random.randrange(len(content))
    changed = bytearray(content)
    changed[at] ^= 1 << random.randrange(8)
    return bytes(changed), range(at, at + 1)


def overwrite(content: bytes, random: Random) -> tuple[bytes, range]:
    """A whole page, with noise or with nothing."""
    at = random.randrange(len(content)) // PAGE_SIZE * PAGE_SIZE
    length = min(PAGE_SIZE, len(content) - at)
    noise = random.choice((random.randbytes(length), bytes(length), b"\xff" * length))
    return content[:at] + noise + content[at + length :], range(at, at + length)


def cut(content: bytes, random: Random) -> tuple[bytes, range]:
    """The end is missing."""
    at = random.randrange(len(content))
    return content[:at], range(at, len(content))


DAMAGES: tuple[Damage, ...] = (flip, flip, overwrite, cut)


@dataclass(frozen=True)
class Evening:
    """A folder as it lay there, and what everybody had been told by then."""

    folder: Path
    revision: int
    document: dict[str, object]
    entries: frozenset[int]

    def damaged(self, to: Path, part: str, damage: Damage, random: Random) -> "Trial":
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.folder, to)
        path = to / (FILE + part)
        before = path.read_bytes()
        after, where = damage(before, random)
        path.write_bytes(after)
        return Trial(self, to, after != before, self.may_be_lost(part, where))

    def may_be_lost(self, part: str, where: range) -> int:
        """Inputs of which every copy touches a page that was damaged."""
        main = (self.folder / FILE).read_bytes()
        ahead = wal_of(self.folder / FILE)
        left = Pages(main, ahead.read_bytes() if ahead.exists() else b"")
        left.images = [
            image for at, image in positions(left, len(main)) if not hit(at, part, where)
        ]
        for others in left._newest_first:
            kept = {image.number: image.content for image in reversed(left.images)}
            others.clear()
            others.update(kept)
        backups = [Pages(path.read_bytes()) for path in (self.folder / "backups").glob("*")]
        there = {revision for pages in (left, *backups) for _, revision in valid_entries(pages)}
        # The opening follows from the rules.
        return len(self.entries - there - {1})


def positions(pages: Pages, main: int) -> list[tuple[tuple[str, int], PageImage]]:
    """Each image with the file and the place that it was read from."""
    ahead = pages.images[: len(pages.images) - main // PAGE_SIZE]
    found = [
        (("-wal", WAL_HEADER_SIZE + (len(ahead) - 1 - at) * (FRAME_HEADER_SIZE + PAGE_SIZE)), image)
        for at, image in enumerate(ahead)
    ]
    kept = pages.images[len(ahead) :]
    return [*found, *((("", at * PAGE_SIZE), image) for at, image in enumerate(kept))]


def hit(at: tuple[str, int], part: str, where: range) -> bool:
    file, start = at
    end = start + (FRAME_HEADER_SIZE + PAGE_SIZE if file else PAGE_SIZE)
    return file == part and where.start < end and start < where.stop


@dataclass(frozen=True)
class Trial:
    evening: Evening
    folder: Path
    changed: bool
    may_be_lost: int

    def open(self, game: str) -> "Outcome":
        try:
            with closing(SavedGames(self.folder)) as saved_games:
                table = saved_games.resume_or_begin(game)
                lines = [step.line for step in table.steps]
                lost = self.evening.revision - table.revision + lines.count(LOST)
                same = table.document == self.evening.document
                if len(table.steps) > 1:
                    table.take("undo")
                return Outcome(True, lost, same, [str(each) for each in saved_games.warnings])
        except CompanionError as error:
            return Outcome(False, self.evening.revision, False, [str(error)])


@dataclass(frozen=True)
class Outcome:
    started: bool
    lost: int
    same: bool
    told: list[str]
