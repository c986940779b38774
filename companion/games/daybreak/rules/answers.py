"""Answers to what a task asks: each makes it a smaller task, until nothing is left to ask.

Of a card whose text nobody could read, the answer is what it did: ``clean+2,us.dirty-1``.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import get_args

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as k
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.card import Token
from companion.games.daybreak.model.stacks import (
    called,
    card_of,
    forbidden_by,
    lies_there,
    ongoing_rule,
    refuse_alone,
)
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import CENTRAL, KINDS_OF_ANY
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.crisis_stage import lose_resilience, lose_sinks
from companion.games.daybreak.rules.play_area import counted_tags, one_tag
from companion.games.daybreak.rules.prompts import BY_HAND, HAND, TAGS_OF, YES, question, unread
from companion.games.daybreak.rules.tasks import carry_on, change
from companion.games.shared.replace import replace
from companion.games.shared.tasks import chosen
from companion.i18n.message import say

CHANGE = re.compile(r"([a-z._]+)([+-]\d{1,2})")
COUNTED = tuple(token for token in get_args(Token) if token not in KINDS_OF_ANY)
BANDS, CUBES, CRISES = "bands", "cubes", "crises"
LOST = ("trees", "oceans")
ON_BOARD = (BANDS, CUBES, CRISES)
"""Beside tokens: Temperature Bands, cubes on the Thermometer, Crisis cards of this round."""


def answer(state: State, given: str) -> Rule:
    """Takes an answer to the open prompt, and goes on as far as no further one is needed."""
    task = state.tasks[0]
    asked = question(state)
    if asked is None:  # as in games that were kept before corrections closed such a question
        return (yield from carry_on(state))
    kind, options = asked
    state = yield from ANSWERS[kind](state, task, chosen(given, options))
    return (yield from carry_on(state))


def answer_one_of(state: State, task: Task, given: str) -> Rule:
    return (yield c.TaskChanged((task.choices[task.options.index(given)],)))


def answer_optional(state: State, task: Task, given: str) -> Rule:
    assert task.effect is not None
    taken = replace(task, effect=replace(task.effect, optional=False))
    return (yield c.TaskChanged((taken,) if given == YES else ()))


def answer_power(state: State, task: Task, given: str) -> Rule:
    assert task.effect is not None
    match task.do:
        case "give":
            moves = replace(task, do="move", options=(given,))
        case "take":
            moves = replace(task, do="move", power=given, options=(task.power,))
        case "give_card":
            yield c.TaskChanged()
            return (yield c.CardGiven(task.power, given))
        case _:
            moves = replace(task, power=given, effect=replace(task.effect, board="own"))
    return (yield c.TaskChanged((moves,)))


def answer_kind(state: State, task: Task, given: str) -> Rule:
    """One kind it is; where more must go than it has, the rest is asked for again."""
    assert task.effect is not None
    group = task.token.split(".")[0]
    token = f"{group}.{given}"
    chosen = replace(task, effect=replace(task.effect, token=token))
    there = state.owned(task.power, token)
    if task.amount < -there:
        rest = replace(task, amount=task.amount + there)
        return (yield c.TaskChanged((replace(chosen, amount=-there), rest)))
    return (yield c.TaskChanged((chosen,)))


def answer_crisis(state: State, task: Task, given: str) -> Rule:
    """The crisis that was turned face up."""
    check_crisis_card(state, given)
    state = yield c.TaskChanged()
    return (yield k.CrisisSeen(given, forecast=False))


def check_crisis_card(state: State, card: str) -> None:
    if card_of(state, card).kind != "crisis":
        raise Refusal("wrong_kind", say("{card} is not a Crisis card.", card=called(state, card)))
    refuse_alone(state, card_of(state, card))
    if card in (*state.crises.face_up, *state.crises.ongoing, *state.crises.resolved):
        raise lies_there(state, card)


def answer_roll(state: State, task: Task, given: str) -> Rule:
    """The die plus tags, looked up in the card's table."""
    assert task.effect is not None
    total = int(given) + task.tags
    state = yield c.TaskChanged()
    state = yield c.CardDieRolled(task.power, int(given), total)
    rows = [row for row in task.effect.table if row.total <= total]
    if not rows:
        return state
    row = rows[-1]
    if row.unread:
        return (yield c.TasksQueued((Task(BY_HAND, task.power, task.card),), first=True))
    printed = getattr(state.box, row.fact) if row.fact else row.bands
    if bands := min(printed, state.thermometer.bands):
        state = yield c.BandsRemoved(bands, task.effect.temporary)
    if row.crises:
        state = yield e.CrisisCardsAdded(row.crises)
    return state


def answer_tags(state: State, task: Task, given: str) -> Rule:
    """How many tags of a kind a card prints: kept, whatever becomes of what asked for it."""
    lacking = unread(state)
    assert lacking is not None
    return (yield counted_tags(state, *lacking, int(given)))


def answer_discard(state: State, task: Task, given: str) -> Rule:
    """Whoever names a card as one with the tag has said that it prints the tag."""
    tag = task.effect.tag if task.effect else None
    state = yield one_less(task)
    if tag and given != HAND and tag not in (card_of(state, given).tags or ()):
        yield one_tag(state, given, tag)
    return (yield c.CardDiscarded(task.power, "?" if given == HAND else given))


def answer_project(state: State, task: Task, given: str) -> Rule:
    yield one_less(task)
    return (yield c.ProjectDiscarded(given))


def one_less(task: Task) -> c.TaskChanged:
    """What is asked for one by one: the same again, until all are named."""
    return c.TaskChanged((replace(task, amount=task.amount - 1),) if task.amount > 1 else ())


# --- what a card did that people carried out ------------------------------------------------------


def answer_by_hand(state: State, task: Task, given: str) -> Rule:
    """``clean+2,us.dirty-1``: what the card did, as people read it; ``done`` where that is all."""
    changes = changes_in(state, task, given)
    for (power, token), by in changes.items():
        check_change(state, power, token, by)
    state = yield c.TaskChanged()
    for (power, token), by in changes.items():
        state = yield from enter(state, task, power, token, by)
    return state


def changes_in(state: State, task: Task, given: str) -> Counter[tuple[str, str]]:
    changes: Counter[tuple[str, str]] = Counter()
    for part in () if given == "done" else given.split(","):
        match = CHANGE.fullmatch(part.strip())
        if match is None:
            words = say("Say it as clean+2,dirty-1, or done; {part} is unclear.", part=part)
            raise Refusal("unclear_result", words)
        head, _, rest = match[1].partition(".")
        power, token = (head, rest) if head in state.seats else (task.power, match[1])
        changes["" if token in (*CENTRAL, *ON_BOARD) else power, token] += int(match[2])
    return changes


def check_change(state: State, power: str, token: str, by: int) -> None:
    if token in ON_BOARD:
        possible = there(state, token) + by >= 0
    else:
        possible = token in COUNTED and (
            suffers(state, token) or state.owned(power, token) + by >= 0
        )
    if not possible:
        raise Refusal("unclear_result", say("{token} cannot change by {by}.", token=token, by=by))
    removed = token == "dirty" and by < 0 and state.stage == "local"
    if removed and (crisis := ongoing_rule(state, "no_removing_dirty")):
        raise forbidden_by(state, crisis)


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
        return (yield e.CrisisCardsAdded(by)) if by else state
    if token in (BANDS, CUBES):
        cubes = by * (state.thermometer.row if token == BANDS else 1)
        cubes = min(cubes, state.thermometer.room)
        return (yield e.ThermometerHeated(cubes, task.card)) if cubes else state
    if by < 0 and suffers(state, token):
        if token in LOST:
            return (yield from lose_sinks(state, token, -by))
        return (yield from lose_resilience(state, power, token.split(".")[1], -by))
    return (yield from change(state, power, token, by, task.card))


ANSWERS: dict[str, Callable[[State, Task, str], Rule]] = {
    TAGS_OF: answer_tags,
    "one_of": answer_one_of,
    "optional": answer_optional,
    "power": answer_power,
    "resilience": answer_kind,
    "emissions": answer_kind,
    "crisis": answer_crisis,
    "roll": answer_roll,
    "discard": answer_discard,
    "project": answer_project,
    BY_HAND: answer_by_hand,
}
