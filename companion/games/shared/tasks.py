"""A queue of tasks in the state: what waits at its head *is* the question that people see.

Nothing else remembers that something was asked, so an open question survives undo and a power cut.
A task that needs no answer is carried out at once.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol, TypeVar

from companion.errors import Refusal
from companion.i18n.message import Message, say

Task = TypeVar("Task")
State = TypeVar("State", bound="Queues")


class Queues(Protocol):
    """A state with tasks in it."""

    @property
    def tasks(self) -> Sequence[Any]: ...


def carry_on(
    state: State,
    question: Callable[[State], object | None],
    done: Callable[[], Any],
    do: Callable[[State, Any], Generator[Any, State, State]],
) -> Generator[Any, State, State]:
    """Carries out tasks from the head of the queue until one has a question.

    ``done`` is the event that takes the head away.
    """
    while state.tasks and question(state) is None:
        task = state.tasks[0]
        state = yield done()
        state = yield from do(state, task)
    return state


def on_the_way(refusal: Refusal, stage: Message) -> Refusal:
    """Why ``to`` does not come so far, where what is in its way is not asked yet."""
    words = say("Something is asked before this begins: {stage}. NEXT leads to it.", stage=stage)
    return Refusal(refusal.code, words)


def chosen(given: str, options: Sequence[str], *, by_place: bool = True) -> str:
    """The option that was meant, by its name or by its place in the list."""
    if by_place and given not in options:
        given = {str(at): option for at, option in enumerate(options, 1)}.get(given, given)
    if options and given not in options:
        words = say(
            "{answer} cannot be chosen; there is {options}.",
            answer=given,
            options=", ".join(options),
        )
        raise Refusal("no_such_choice", words)
    return given
