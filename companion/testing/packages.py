"""The package of a game: one that is installed, or a folder in which its author writes."""

import sys
import tomllib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from companion.errors import CompanionError
from companion.games import registry
from companion.i18n import catalogs
from companion.i18n.message import say

PROJECT = "pyproject.toml"


class NoPackage(CompanionError):
    """Neither the name of a game that is installed nor a folder that has one."""

    code = "no_package"

    def __init__(self, named: str) -> None:
        super().__init__(
            say(
                "{name} is no game: name one that is installed, or a folder with its pyproject.toml"
                " or __init__.py.",
                name=named,
            )
        )


@dataclass(frozen=True, slots=True)
class Package:
    game: str
    """The id under which it is found."""
    module: str
    folder: Path
    """Where its modules are, and its catalogs in ``locale``."""
    alone: Path | None = None
    """The only file, of a game that is a module without a folder of its own."""

    def files(self) -> list[Path]:
        """Its Python files."""
        return [self.alone] if self.alone else sorted(self.folder.rglob("*.py"))


def find_package(named: str) -> Package:
    """The package of this name or folder; a folder's game can be loaded from then on."""
    if named not in registry.names():
        named = offer_folder(Path(named))
    module = registry.offered()[named].module
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise NoPackage(named)
    file = Path(spec.origin).resolve()
    return Package(named, module, file.parent, None if file.name == "__init__.py" else file)


def offer_folder(folder: Path) -> str:
    """Puts the game in a folder beside those that are installed; its id."""
    root = folder.resolve()
    if (root / PROJECT).is_file():
        name, value = declared_game(root / PROJECT, str(folder))
        root = root / "src" if (root / "src").is_dir() else root
    elif (root / "__init__.py").is_file():
        name, value, root = root.name, f"{root.name}:GAME", root.parent
    else:
        raise NoPackage(str(folder))
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    registry.add(name, value)
    catalogs.forget()
    return name


def declared_game(project: Path, named: str) -> tuple[str, str]:
    """The first game that a project's entry points offer."""
    try:
        said = tomllib.loads(project.read_text(encoding="utf-8"))
        games: dict[str, str] = said["project"]["entry-points"][registry.GROUP]
        return next(iter(games.items()))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, LookupError, StopIteration):
        raise NoPackage(named) from None


def shown(file: Path) -> str:
    """A file as whoever stands in this folder would type it."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
