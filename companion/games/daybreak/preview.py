"""What an input would do, before anybody does it: amounts, costs, what is left, or why not."""

from collections.abc import Iterator

from companion.errors import Refusal
from companion.games.daybreak.actions import (
    Source,
    amount_of,
    doubled,
    local_action,
    stack_of,
    why_not,
)
from companion.games.daybreak.card import Effect
from companion.games.daybreak.card_words import action_words
from companion.games.daybreak.decisions import decide
from companion.games.daybreak.inputs import Act, Input
from companion.games.daybreak.stacks import uses_left
from companion.games.daybreak.state import State
from companion.games.daybreak.terms import TAGS
from companion.games.daybreak.words import number, tell
from companion.message import Message, count, say


def preview(state: State, given: Input) -> tuple[Message, ...]:
    """In a few lines; the table is not touched."""
    try:
        if isinstance(given, Act):
            return tuple(of_action(state, given))
        return tuple(of_events(state, given))
    except Refusal as refusal:
        return (refusal.message,)


def of_events(state: State, given: Input) -> Iterator[Message]:
    for event in decide(state, given):
        if told := tell(state, event):
            yield told
        state = event.after(state)


def of_action(state: State, given: Act) -> Iterator[Message]:
    """``+2 Clean Energy: 2 × Grid``, what the card says, how often it is left, and why not."""
    source = local_action(state, given.power, given.stack)
    if source.action is None:
        yield say("Nobody has entered what it does: count it by hand")
        return
    for effect in source.action.effects:
        if effect.token and effect.do == "change":
            yield amount_words(state, source, effect)
    yield from action_words(source.action)
    left = uses_left(state, stack_of(state, given.power, given.stack))
    if left is not None:
        yield count("{n} time left this round", "{n} times left this round", left)
    if why := why_not(state, source):
        yield say("Not now: {why}", why=why.message)


def amount_words(state: State, source: Source, effect: Effect) -> Message:
    amount = amount_of(state, effect, source.tags)
    if effect.token == "clean" and doubled(state, source.card):
        amount *= 2
    what = {"by": f"{amount:+}", "number": number(str(effect.token))}
    if effect.per is None:
        return Message("{by} {number}", what)
    tags = {"n": source.tags[effect.per], "tag": TAGS[effect.per]}
    return Message("{by} {number}: {n} × {tag}", what | tags)
