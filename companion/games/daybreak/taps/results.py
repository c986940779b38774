"""The result of a card that people carried out, entered with the knob: what changed, by how much.

What was chosen stays in the gesture: ``clean``, ``+2``, ``dirty``, ``-1``.
"""

from collections.abc import Iterator

from companion.errors import Refusal
from companion.games.daybreak.model.state import State
from companion.games.daybreak.rules.by_hand import COUNTED, ON_BOARD, check_change
from companion.games.daybreak.rules.prompts import BY_HAND
from companion.games.daybreak.text.names import number
from companion.games.display import Choice
from companion.games.taps import THEN, Do, Gesture, Wait
from companion.i18n.message import Message, say

MOST = 9
STEPS = (*range(1, MOST + 1), *range(-MOST, 0))
"""The knob goes round: one step back from +1 is −1."""
THAT_IS_ALL = say("That is all")


def entering(state: State) -> bool:
    """Does the table wait for such a result?"""
    return bool(state.tasks) and state.tasks[0].do == BY_HAND


def what_changed(state: State, done: str = "next") -> tuple[Choice, ...]:
    """Everything that may have changed, after the answer that nothing (else) has."""
    kinds = (Choice(f"{THEN}{token}", called(token)) for token in (*COUNTED, *ON_BOARD))
    return Choice(done, THAT_IS_ALL), *(kind for kind in kinds if any(by_how_much(state, kind)))


def by_how_much(state: State, kind: Choice) -> Iterator[Choice]:
    token = kind.answer.removeprefix(THEN)
    for by in STEPS:
        try:
            check_change(state, state.tasks[0].power, token, by)
        except Refusal:
            continue
        yield Choice(f"{THEN}{by:+d}", f"{by:+d}")


def result(state: State, gesture: Gesture) -> Do | Wait:
    """What is asked after each answer."""
    if not entering(state):
        raise Refusal("nothing_to_choose", say("Nothing is to be chosen now."))
    said = [thing.name for thing in gesture.things]
    if len(said) % 2:
        kind = Choice(f"{THEN}{said[-1]}", called(said[-1]))
        words = say("{what}: by how much?", what=kind.text)
        return Wait(words, gesture, choices=tuple(by_how_much(state, kind)))
    changes = list(zip(said[::2], said[1::2], strict=True))
    token, by = changes[-1]
    words = say("{what} {by}. Anything else?", what=called(token), by=by)
    done = f"choose {','.join(map(''.join, changes))}"
    return Wait(words, gesture, choices=what_changed(state, done))


def called(token: str) -> Message:
    return number(token.rpartition(".")[2])
