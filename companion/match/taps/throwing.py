"""Dice that are thrown by one press: a throw, and those that follow it for the same cause."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from companion.games import AnyGame, several
from companion.games.display import Choice
from companion.games.taps import Throw
from companion.match.taps.effects import PickRandom

MOST_THROWS = 24


@dataclass(frozen=True, slots=True)
class Thrown:
    line: str
    """All throws as one line of a table script."""
    faces: tuple[str, ...]
    """What the dice show, in the order in which they were thrown."""
    throws: int


def throw_all(game: AnyGame, state: Any, throw: Throw) -> Generator[PickRandom, Choice, Thrown]:
    """Each die is drawn by whoever runs this; what a throw brings about decides what follows it."""
    faces, lines = tuple[str, ...](), list[str]()
    following: Throw | None = throw
    while following and len(lines) < MOST_THROWS:
        shown: tuple[str, ...] = ()
        for _ in range(following.dice):
            drawn = yield PickRandom(following.faces)
            shown = (*shown, drawn.answer)
        faces, lines = (*faces, *shown), [*lines, following.line(shown)]
        state = after(game, state, lines[-1])
        following = following_throw(game, state, throw)
    return Thrown(several.together(*lines), faces, len(lines))


def following_throw(game: AnyGame, state: Any, throw: Throw) -> Throw | None:
    """The throw that is due after this one, for the same cause."""
    if not throw.cause or game.over(state):
        return None
    following = game.tap_handler.throw(state, throw.die)
    return following if following and following.cause == throw.cause else None


def in_a_row(game: AnyGame, state: Any, throw: Throw) -> Iterator[Throw]:
    """This throw and those that certainly follow it, whatever the dice show."""
    following: Throw | None = throw
    for at in range(MOST_THROWS):
        if following is None:
            return
        yield following
        # Dice of a tie that show the same are thrown again, so each shows another face here.
        face = following.faces[-1 - (at % len(following.faces) if following.dice == 1 else 0)]
        state = after(game, state, following.line([face.answer] * following.dice))
        following = following_throw(game, state, throw)


def after(game: AnyGame, state: Any, line: str) -> Any:
    return several.state_after(game, state, several.decide(game, state, line))
