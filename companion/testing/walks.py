"""A game that plays itself at random, by what it offers: answers, dice, actions, corrections."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from companion.errors import CompanionError
from companion.games import AnyGame
from companion.games.shared.replace import at
from companion.games.taps import THEN, Do, Thing, Wait
from companion.match.match import Match, Revision
from companion.storage.journal import MemoryJournal


@dataclass
class Walk:
    """A match, and what went wrong on the way."""

    match: Match
    crashes: list[tuple[str, Exception]] = field(default_factory=list)
    """Lines at which the rules broke, with the error."""
    stuck: bool = False
    """Nothing was taken any more, and the game had not ended."""


def walk(game: AnyGame, seed: int, steps: int, corrections: float = 0.0) -> Walk:
    """So many inputs at random, rare ones first; some of them are ``corrections`` by hand."""
    random, tried = Random(seed), Counter[str]()
    made = Walk(Match(game, MemoryJournal()))
    for _ in range(steps):
        state = made.match.state
        if game.over(state):
            if not take(made, "undo"):
                break
            continue
        lines = offers(game, state, random)
        random.shuffle(lines)
        lines.sort(key=lambda line: tried[kind_of(line)])
        if game.round_of(state) and random.random() < corrections:
            lines = [*random_corrections(game, made.match, random), *lines]
        taken = next((line for line in lines if take(made, line)), None)
        if taken is None:
            made.stuck = not made.crashes
            break
        tried[kind_of(taken)] += 1
    return made


def kind_of(line: str) -> str:
    return line.partition(" ")[0]


def take(walk: Walk, line: str) -> Revision | None:
    """What comes of a line; None where it is refused, or breaks."""
    try:
        return walk.match.take(line)
    except CompanionError:
        return None
    except Exception as error:  # whatever goes wrong in the game under examination
        walk.crashes.append((line, error))
        return None


def random_corrections(game: AnyGame, match: Match, random: Random) -> Iterator[str]:
    """A number by hand, a little off, or a state."""
    if paths := list(game.numbers(match.state)):
        path = random.choice(paths)
        if values := game.values_at(match.state, path):
            yield f"set {path} {random.choice(list(values))}"
        elif type(value := at(match.document, path)) is int:
            yield f"set {path} {value + random.choice((-2, -1, 1, 2))}"
        elif isinstance(value, bool):
            yield f"set {path} {json.dumps(not value)}"


def legal_lines(game: AnyGame, state: object) -> list[str]:
    """What people can decide on; where lots are drawn, what can be drawn."""
    choices = game.legal_actions(state)
    return [each.answer for choice in choices for each in choice.drawn or (choice,)]


def offers(game: AnyGame, state: object, random: Random) -> list[str]:
    """Every line that a phone or a panel would offer now."""
    taps = game.tap_handler
    found = legal_lines(game, state)
    for die in game.layout.dice:
        if throw := taps.throw(state, die):
            faces = [random.choice(throw.faces).answer for _ in range(throw.dice)]
            found += [throw.line(faces), *(entry.answer for entry in throw.entries)]
    return found


def answers(game: AnyGame, state: object, led: Do | Wait, random: Random) -> list[str]:
    """The lines that a gesture leads to; of answers that ask for more, one is followed."""
    if isinstance(led, Do):
        return [led.line]
    found = [each.answer for each in led.choices]
    more = [answer for answer in found if answer.startswith(THEN)]
    lines = [answer for answer in found if answer not in more]
    if more:
        word = Thing("answer", random.choice(more).removeprefix(THEN))
        then = game.tap_handler.meaning(state, led.gesture.then(word))
        lines += answers(game, state, then, random)
    return lines
