"""What a card did whose text nobody could read: people do it, and enter the result."""

import re
from collections import Counter
from typing import get_args

from companion.errors import Refusal
from companion.games.daybreak.model.card import Token
from companion.games.daybreak.model.card_events import TaskChanged
from companion.games.daybreak.model.stacks import forbidden_by, ongoing_rule
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.rules.rule import Rule
from companion.games.daybreak.rules.tokens import CENTRAL, KINDS_OF_ANY, change, owned
from companion.message import say

CHANGE = re.compile(r"([a-z._]+)([+-]\d{1,2})")
COUNTED = tuple(token for token in get_args(Token) if token not in KINDS_OF_ANY)


def answer_by_hand(state: State, task: Task, given: str) -> Rule:
    """``clean+2,us.dirty-1``: what the card did, as people read it; ``done`` where that is all."""
    changes: Counter[tuple[str, str]] = Counter()
    for part in () if given == "done" else given.split(","):
        match = CHANGE.fullmatch(part.strip())
        if match is None:
            raise Refusal(
                "unclear_result",
                say("Say it as clean+2,dirty-1, or done; {part} is unclear.", part=part),
            )
        head, _, rest = match[1].partition(".")
        power, token = (head, rest) if head in state.seats else (task.power, match[1])
        changes["" if token in CENTRAL else power, token] += int(match[2])
    for (power, token), by in changes.items():
        if token not in COUNTED or owned(state, power, token) + by < 0:
            raise Refusal(
                "unclear_result", say("{token} cannot change by {by}.", token=token, by=by)
            )
        if token == "dirty" and by < 0 and state.stage == "local":
            refuse_removing_dirty(state)
    state = yield TaskChanged()
    for (power, token), by in changes.items():
        state = yield from change(state, power, token, by, task.card)
    return state


def refuse_removing_dirty(state: State) -> None:
    if crisis := ongoing_rule(state, "no_removing_dirty"):
        raise forbidden_by(crisis)
