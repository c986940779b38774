"""What is tried: parts of the companion, and which of their mutants a test could notice."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.mutation.mutants import Mutant, mutants

FOLDER = Path("tests/mutation")


@dataclass(frozen=True, slots=True)
class Part:
    """Some modules and the test files that speak of them, as paths in the folder of the source."""

    name: str
    modules: tuple[str, ...]
    tests: tuple[str, ...]

    def mutants(self, root: Path) -> list[Mutant]:
        return [mutant for module in self.modules for mutant in mutants(root, module)]


def parts(root: Path) -> list[Part]:
    listed = read(root, "parts.toml")
    left_out = listed["left_out"]

    def files(patterns: Iterable[str]) -> tuple[str, ...]:
        found = {path for pattern in patterns for path in root.glob(pattern)}
        return tuple(sorted(str(path.relative_to(root)) for path in found))

    def quick(tests: Iterable[str]) -> tuple[str, ...]:
        return tuple(t for t in tests if not any(word in Path(t).name for word in left_out))

    return [
        Part(name, files(part["modules"]), quick(files(part["tests"])))
        for name, part in listed["parts"].items()
    ]


Key = tuple[str, str, str]


def key(mutant: Mutant) -> Key:
    """What a mutant is listed by: its file, its line as it was, and its change."""
    return (mutant.file, mutant.text, mutant.change)


def equivalent(root: Path) -> dict[Key, str]:
    """Why no test can notice a mutant."""
    listed = read(root, "equivalent.toml").get("equivalent", [])
    return {(each["file"], each["line"], each["change"]): each["why"] for each in listed}


def read(root: Path, name: str) -> dict[str, Any]:
    return tomllib.loads((root / FOLDER / name).read_text(encoding="utf-8"))
