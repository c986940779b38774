"""A game under examination: its rules, its sources, and games that it has played by itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from companion.errors import BrokenGame, CompanionError
from companion.games import AnyGame, Viewer, game, several
from companion.games.declared import DeclaredGame
from companion.games.declared.actions import Act
from companion.i18n.message import Message, say
from companion.match.match import Revision
from companion.testing.packages import Package, find_package
from companion.testing.sources import Place, Sources
from companion.testing.walks import Walk, walk

STEPS = 80
CORRECTED = 0.2
"""One input in five of the second walk is a correction, so that rare states are reached."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a game, and where."""

    what: Message
    place: Place | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else str(self.what)


Problems = Iterator[Problem]
Check = Callable[["Examination"], Problems]


@dataclass
class Examination:
    """``seed`` chooses the random games; each is ``steps`` inputs long."""

    package: Package
    seed: int = 0
    steps: int = STEPS
    game: AnyGame = field(init=False)

    def __post_init__(self) -> None:
        self.game = game(self.package.game)

    @cached_property
    def sources(self) -> Sources:
        return Sources(self.package)

    @cached_property
    def walks(self) -> list[Walk]:
        """One as people would play, and one with corrections by hand in it."""
        return [
            walk(self.game, self.seed, self.steps),
            walk(self.game, self.seed + 1, self.steps, CORRECTED),
        ]

    def revisions(self, every: int = 1) -> Iterator[Revision]:
        for each in self.walks:
            yield from each.match.history[::every]

    @property
    def random(self) -> Random:
        return Random(self.seed)

    @property
    def declared(self) -> "DeclaredGame[Any] | None":
        return self.game if isinstance(self.game, DeclaredGame) else None

    @property
    def viewers(self) -> list[Viewer]:
        return [Viewer(), Viewer("host"), *(Viewer.of(seat) for seat in self.game.seats)]

    def rule(self, state: Any, line: str) -> Place | None:
        """Where the rule stands that carries a line out."""
        try:
            given = self.game.read(several.parts(line)[0])
        except CompanionError:
            return self.here
        if self.declared and isinstance(given, Act):
            return self.sources.function(self.declared.meant(state, given).action.rule)
        return self.sources.name(line.partition(" ")[0]) or self.here

    @property
    def here(self) -> Place | None:
        """The class of the game, for what has no place of its own."""
        return self.sources.name(type(self.game).__name__)

    def stage(self, state: Any) -> Place | None:
        return self.sources.name(self.game.stage_of(state)) or self.here

    def broke(self, error: Exception, doing: object, place: Place | None = None) -> Problem:
        """Something that raised what it should not."""
        why = f"{type(error).__name__}: {error}"
        found = self.sources.error(error) or place or self.here
        return Problem(say("{doing} breaks: {why}", doing=doing, why=why), found)


def examine(
    named: str, checks: "dict[str, Check]", seed: int = 0, steps: int = STEPS
) -> dict[str, list[Problem]]:
    """The problems that each check finds in the game of this name or folder."""
    package = find_package(named)
    try:
        subject = Examination(package, seed, steps)
    except BrokenGame as error:
        cause = error.__cause__ or error
        sources = Sources(package)
        place = sources.error(cause) or sources.name("id")
        return {"loading": [Problem(error.message, place)]}
    return {name: found_by(check, subject) for name, check in checks.items()}


def found_by(check: Check, subject: Examination) -> list[Problem]:
    """What a check finds, each once; an error that it does not expect ends it, and is told."""
    found: dict[str, Problem] = {}
    try:
        for problem in check(subject):
            found.setdefault(str(problem), problem)
    except Exception as error:  # whatever goes wrong in the game under examination
        problem = subject.broke(error, subject.game.name)
        found.setdefault(str(problem), problem)
    return list(found.values())
