"""Drawings beside words, from the file ``icons.toml`` of a game: a table for each kind of thing."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files


class Icons(Mapping[str, str]):
    """The SVG paths of a package by names such as ``seat:red``, read when somebody first looks.

    None for a package without the file.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def __getitem__(self, name: str) -> str:
        return read(self._package)[name]

    def __iter__(self) -> Iterator[str]:
        return iter(read(self._package))

    def __len__(self) -> int:
        return len(read(self._package))


@cache
def read(package: str) -> Mapping[str, str]:
    file = files(package) / "icons.toml"
    kinds = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    paths = {
        f"{kind}:{name}": path for kind, named in kinds.items() for name, path in named.items()
    }
    return {name: paths.get(path, path) for name, path in paths.items()}  # or drawn as another
