"""Corrections by hand of what is declared: the declaration says what a value can be."""

from collections.abc import Mapping
from typing import Any

from companion.games.declared.actions import Rule
from companion.games.declared.events import change
from companion.games.declared.fields import Counter, declared_in, path_name, paths_of
from companion.games.shared.corrections import impossible, no_such_number
from companion.games.shared.inputs import Correct
from companion.games.shared.replace import look_up
from companion.i18n.message import Message, say


def correct(state: Any, names: Mapping[str, Message], given: Correct) -> Rule[Any]:
    """The rule of ``set water 4``; it says in the journal that a hand has done it."""
    path = tuple(given.path.split("."))
    what = declared_in(state).get(path[0])
    if what is None or path not in paths_of(state, path[0]):
        raise no_such_number(path)
    value = given.value
    if isinstance(what, Counter):
        if type(value) is not int or not what.least <= value <= what.most:
            wanted = say("a number from {low} to {high}", low=what.least, high=what.most)
            raise impossible(path, value, wanted)
    elif value not in what.values:
        raise impossible(path, value, say("one of {names}", names=", ".join(what.values)))
    was, name = look_up(state, path), path_name(path, what, names)
    inside = {"who": path[1], "what": path[-1]} if len(path) > 2 else {"what": path[-1]}
    told = by_hand(len(path), name)
    yield change(given.path, value, Message(told.text, {**inside, "was": was, "value": value}))  # type: ignore[arg-type]


def by_hand(steps: int, name: Message) -> Message:
    """The sentence that the journal keeps; a counter of the whole table has its own name in it."""
    if steps > 2:
        return say("{who}, {what}: set from {was} to {value} by hand.")
    return say("{what}: set from {was} to {value} by hand.")


def value_name(names: Mapping[str, Message], value: object) -> object:
    return names.get(value, value) if isinstance(value, str) else value
