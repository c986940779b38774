"""The dice of the Crisis stage: ties, planetary effects, and cards that ignore a result."""

from collections.abc import Iterator

from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.stacks import card_of, tally, uses_left
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.rules.answers import ANSWERS
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.crises import strike
from companion.games.daybreak.rules.crisis_stage import advance_track, roll_for_tie
from companion.games.daybreak.rules.prompts import NEEDS_TAGS, NO, Unread
from companion.games.daybreak.rules.tasks import DOING, queue


def break_tie(state: State, face: int) -> Rule:
    """A tied power rolls; once the target is known, the crisis that is being resolved strikes."""
    state = yield from roll_for_tie(state, face)
    card, target = state.crises.resolving, state.crises.target
    rules = card_of(state, card).crisis if card else None
    if card and target and rules and not state.tasks:  # else people resolve it by hand
        state = yield from strike(state, card, rules, (target,))
    return state


def roll_effect(state: State, effect: str) -> Rule:
    """A roll that was due; where a card lets people ignore the result, they are asked first."""
    state = yield e.EffectRolled(effect)
    return (yield from offer_help(state, effect))


def offer_help(state: State, effect: str) -> Rule:
    if helpers := tuple(helpers_against(state, effect)):
        return (yield from queue(state, [Task("ignore", "", effect, options=(NO, *helpers))]))
    return (yield from advance_track(state, effect))


def helpers_against(state: State, effect: str) -> Iterator[str]:
    """Cards in front of a stack, and active projects, that can ignore this result."""
    for power in state.powers.values():
        for stack in power.stacks:
            action = card_of(state, stack[0]).action if stack else None
            left = uses_left(state, stack)
            if action and effect in action.ignores and (left is None or left[1]):
                yield stack[0]
    for slot in state.globals:
        project = card_of(state, slot.number).project
        unused = slot.active and not state.uses.get(slot.number)
        if unused and project and effect in project.ignores:
            yield slot.number


def answer_ignore(state: State, task: Task, given: str) -> Rule:
    """Nobody uses a card, or this one, if it turns out that it can be used once more."""
    state = yield c.TaskChanged()
    if given == NO:
        return (yield from advance_track(state, task.card))
    return (yield from queue(state, [Task("help", "", task.card, options=(given,))]))


def help_against(state: State, task: Task) -> Rule:
    (helper,) = task.options
    if helper in helpers_against(state, task.card):
        state = yield c.ActionTaken("", helper)
        return (yield c.EffectIgnored(task.card, helper))
    return (yield from offer_help(state, task.card))


def unread_of_help(state: State, task: Task) -> Unread | None:
    """How often a card can be used, where its limit counts tags that nobody has read."""
    (helper,) = task.options
    for power in state.powers.values():
        for stack in power.stacks:
            left = uses_left(state, stack)
            if stack and stack[0] == helper and left and not left[0] and left[1]:
                tag = str(getattr(card_of(state, helper).action, "limit", ""))
                card = tally(state, stack).first_unread(tag)
                return (card, tag) if card else None
    return None


DOING["help"] = help_against
ANSWERS["ignore"] = answer_ignore
NEEDS_TAGS["help"] = unread_of_help
