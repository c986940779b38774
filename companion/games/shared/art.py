"""Illustrations for the cover and the cards, from the file ``art.toml`` of a game."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

Layer = tuple[str, str]
"""A tone of the game's look, and an SVG path; a tone that ends in ``~`` draws its line. Tones are
``halo``, ``glow``, ``light``, ``far``, ``mid``, ``near``, ``dark``, ``leaf``, ``spark``, ``water``.
"""


class Art(Mapping[str, Sequence[Layer]]):
    """The illustrations of a package by name, read when somebody first looks.

    None for a package without the file.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def __getitem__(self, name: str) -> Sequence[Layer]:
        return read(self._package)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(read(self._package))

    def __len__(self) -> int:
        return len(read(self._package))


@cache
def read(package: str) -> Mapping[str, Sequence[Layer]]:
    file = files(package) / "art.toml"
    drawn = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {name: [layer(line) for line in text.splitlines()] for name, text in drawn.items()}


def layer(line: str) -> Layer:
    tone, _, path = line.partition(" ")
    return tone, path
