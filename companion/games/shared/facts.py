"""Box facts: each has a path as in the state document, and is checked when a box is opened."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.errors import BadFact
from companion.games.capabilities import Fact
from companion.games.shared.replace import Path
from companion.i18n.message import Message, say


def read_facts(
    facts: Mapping[str, Fact],
    paths: Iterable[Path],
    misfit: Callable[[Path, object], Message | None],
) -> dict[str, Any]:
    """The value of each of these facts, as a tree; ``BadFact`` names one that is missing, that
    cannot be, or that is none of them. ``misfit`` says what a value should be, if it is not."""
    tree: dict[str, Any] = {}
    left = dict(facts)
    for path in paths:
        fact = left.pop(name := ".".join(path), None)
        if fact is None:
            raise BadFact(name, "?", say("this fact is missing"))
        if wanted := misfit(path, fact.value):
            raise BadFact(name, repr(fact.value), say("this should be {what}", what=wanted))
        branch = tree
        for step in path[:-1]:
            branch = branch.setdefault(step, {})
        branch[path[-1]] = fact.value
    for name, fact in left.items():
        raise BadFact(name, repr(fact.value), say("no fact has this path"))
    return tree


def stand_ins(facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """The paths of what nobody has verified."""
    return tuple(path for path, fact in facts.items() if fact.stand_in)
