"""Drawings of a game beside its code: icons in ``icons.toml``, illustrations in ``art.toml``."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any, Generic, TypeVar

Layer = tuple[str, str]
"""A tone of the game's look, and an SVG path; a tone that ends in ``~`` draws its line. Tones are
``halo``, ``glow``, ``light``, ``far``, ``mid``, ``near``, ``dark``, ``leaf``, ``spark``, ``water``.
"""
Drawing = TypeVar("Drawing")


class Drawings(Mapping[str, Drawing], Generic[Drawing]):
    """The drawings of a package by name, read when somebody first looks.

    None for a package without the file.
    """

    file = ""

    def __init__(self, package: str) -> None:
        self._package = package

    def parse(self, tables: Mapping[str, Any]) -> Mapping[str, Drawing]:
        """The drawings that the tables of the file are."""
        raise NotImplementedError

    @cached_property
    def _drawn(self) -> Mapping[str, Drawing]:
        file = files(self._package) / self.file
        return self.parse(tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {})

    def __getitem__(self, name: str) -> Drawing:
        return self._drawn[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawn)

    def __len__(self) -> int:
        return len(self._drawn)


class Icons(Drawings[str]):
    """Drawings beside words: SVG paths by names such as ``seat:red``, a table for each kind."""

    file = "icons.toml"

    def parse(self, tables: Mapping[str, Any]) -> Mapping[str, str]:
        paths = {f"{kind}:{name}": path for kind in tables for name, path in tables[kind].items()}
        return {name: paths.get(path, path) for name, path in paths.items()}  # or drawn as another


class Art(Drawings[Sequence[Layer]]):
    """Illustrations for the cover and the cards, a line for each layer."""

    file = "art.toml"

    def parse(self, tables: Mapping[str, Any]) -> Mapping[str, Sequence[Layer]]:
        return {name: [layer(line) for line in text.splitlines()] for name, text in tables.items()}


def layer(line: str) -> Layer:
    tone, _, path = line.partition(" ")
    return tone, path
