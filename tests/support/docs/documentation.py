"""The pages that people read: their headings, links, tables and fenced examples."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[3]
FENCE = re.compile(r"^ *```(?P<tag>[^\n]*)\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?P<target>[^)#\s]*)(?:#(?P<anchor>[^)]*))?\)")
INLINE = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True)
class Fence:
    """An example between two rows of backticks."""

    page: str
    line: int
    tag: str
    """The language, and behind it what the example is one of: ``toml box``."""
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


@dataclass(frozen=True)
class Page:
    path: Path

    def __str__(self) -> str:
        return str(self.path.relative_to(ROOT))

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def prose(self) -> str:
        """Everything but the fenced examples."""
        return FENCE.sub("", self.text)

    def fences(self) -> Iterator[Fence]:
        for found in FENCE.finditer(self.text):
            line = self.text.count("\n", 0, found.start()) + 1
            yield Fence(str(self), line, found["tag"].strip(), found["text"])

    def links(self) -> Iterator[tuple[Path, str]]:
        """Files of this repository that it leads to, each with an anchor or an empty text."""
        for found in LINK.finditer(self.prose):
            if not found["target"].startswith(("http:", "https:")):
                target = self.path.parent / found["target"] if found["target"] else self.path
                yield target.resolve(), found["anchor"] or ""

    def anchors(self) -> set[str]:
        """As GitHub makes them from headings."""
        headings = re.findall(r"^#+ (.*)$", self.prose, re.MULTILINE)
        return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}

    def sections(self) -> dict[str, str]:
        """What stands below each heading, whatever its rank."""
        _, *pieces = re.split(r"^#+ (.*)$", self.prose, flags=re.MULTILINE)
        return dict(zip(pieces[::2], pieces[1::2], strict=True))

    def inline(self) -> list[str]:
        return INLINE.findall(self.prose)


PAGES = {
    str(page): page
    for folder in (".", "docs", "hardware")
    for page in map(Page, sorted((ROOT / folder).glob("*.md")))
}
FENCES = [fence for page in PAGES.values() for fence in page.fences()]


def first_cells(text: str) -> list[str]:
    """The first cell of every row of every table."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [row.replace("\\|", "¦").split("|")[1].strip() for row in rows]
