"""What a card did whose text nobody could read: people do it, and enter the result."""

import re
from collections import Counter
from typing import get_args

from companion.errors import Refusal
from companion.games.daybreak.model.card import Token
from companion.games.daybreak.model.card_events import TaskChanged
from companion.games.daybreak.model.events import CrisisCardsAdded, ThermometerHeated
from companion.games.daybreak.model.stacks import forbidden_by, ongoing_rule
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.crisis_stage import lose_resilience, lose_sinks
from companion.games.daybreak.rules.tokens import CENTRAL, KINDS_OF_ANY, change, owned
from companion.i18n.message import say

CHANGE = re.compile(r"([a-z._]+)([+-]\d{1,2})")
COUNTED = tuple(token for token in get_args(Token) if token not in KINDS_OF_ANY)
BANDS, CUBES, CRISES = "bands", "cubes", "crises"
LOST = ("trees", "oceans")
ON_BOARD = (BANDS, CUBES, CRISES)
"""Beside tokens: Temperature Bands, cubes on the Thermometer, Crisis cards of this round."""


def answer_by_hand(state: State, task: Task, given: str) -> Rule:
    """``clean+2,us.dirty-1``: what the card did, as people read it; ``done`` where that is all."""
    changes = changes_in(state, task, given)
    for (power, token), by in changes.items():
        check_change(state, power, token, by)
    state = yield TaskChanged()
    for (power, token), by in changes.items():
        state = yield from enter(state, task, power, token, by)
    return state


def changes_in(state: State, task: Task, given: str) -> Counter[tuple[str, str]]:
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
        changes["" if token in (*CENTRAL, *ON_BOARD) else power, token] += int(match[2])
    return changes


def check_change(state: State, power: str, token: str, by: int) -> None:
    if token in ON_BOARD:
        possible = there(state, token) + by >= 0
    else:
        possible = token in COUNTED and (
            suffers(state, token) or owned(state, power, token) + by >= 0
        )
    if not possible:
        raise Refusal("unclear_result", say("{token} cannot change by {by}.", token=token, by=by))
    if token == "dirty" and by < 0 and state.stage == "local":
        refuse_removing_dirty(state)


def there(state: State, token: str) -> int:
    """How much of this can go."""
    if token == BANDS:
        return state.thermometer.bands
    return state.thermometer.carbon if token == CUBES else left_to_resolve(state)


def left_to_resolve(state: State) -> int:
    """Crisis cards of this round that nobody has seen yet: they can be put back."""
    crises = state.crises
    seen = {*crises.face_up, *(() if crises.resolving is None else (crises.resolving,))}
    return max(0, crises.due - len(crises.resolved) - len(seen))


def suffers(state: State, token: str) -> bool:
    """What a crisis takes and nobody has, communities pay for."""
    return state.stage == "crisis" and (token in LOST or token.startswith("resilience."))


def enter(state: State, task: Task, power: str, token: str, by: int) -> Rule:
    if token == CRISES:
        return (yield CrisisCardsAdded(by)) if by else state
    if token in (BANDS, CUBES):
        cubes = by * (state.thermometer.row if token == BANDS else 1)
        cubes = min(cubes, state.thermometer.room)
        return (yield ThermometerHeated(cubes, task.card)) if cubes else state
    if by < 0 and suffers(state, token):
        if token in LOST:
            return (yield from lose_sinks(state, token, -by))
        return (yield from lose_resilience(state, power, token.split(".")[1], -by))
    return (yield from change(state, power, token, by, task.card))


def refuse_removing_dirty(state: State) -> None:
    if crisis := ongoing_rule(state, "no_removing_dirty"):
        raise forbidden_by(crisis)
