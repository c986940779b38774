"""Crisis cards: seen, supported against, resolved one by one (rulebook pages 18, 22, 29 to 31)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.errors import Refusal
from companion.games.daybreak.model.card import Crisis, Effect
from companion.games.daybreak.model.card_events import (
    ActionTaken,
    CardDiscarded,
    CardTuckedUnder,
    EffectIgnored,
    TaskChanged,
    TasksQueued,
)
from companion.games.daybreak.model.crisis_events import (
    CrisisBegan,
    CrisisIgnored,
    CrisisLifted,
    CrisisRelieved,
    CrisisResolved,
    CrisisSeen,
)
from companion.games.daybreak.model.events import EffectRolled
from companion.games.daybreak.model.stacks import (
    card_of,
    ongoing_rule,
    refuse_alone,
    tags_of,
    uses_left,
)
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import TAGS
from companion.games.daybreak.rules.actions import amount_of, from_hand, only_in, seated
from companion.games.daybreak.rules.answers import ANSWERS, answer, check_crisis_card
from companion.games.daybreak.rules.crisis_stage import (
    advance_track,
    find_target,
    refuse_while_rolls_are_due,
    roll_for_tie,
)
from companion.games.daybreak.rules.questions import BY_HAND, NO
from companion.games.daybreak.rules.rule import Rule
from companion.games.daybreak.rules.tasks import DOING, effect_task, queue
from companion.message import say

TABLE = ""
"""What a crisis takes from all powers together."""
SHARED_LOSSES = ("discard_project",)


def show_crisis(state: State, card: str) -> Rule:
    """A crisis is tapped: as this round's forecast, turned over by a card, or to be resolved."""
    if state.stage == "crisis":
        return (yield from resolve_crisis(state, card))
    check_crisis_card(state, card)
    if state.tasks and state.tasks[0].do == "reveal":
        return (yield from answer(state, card))
    if ongoing_rule(state, "no_forecast"):
        raise Refusal(
            "no_forecast", say("An ongoing crisis hides every crisis: place it face down.")
        )
    if state.crises.forecast is not None:
        raise Refusal(
            "face_down", say("The other Crisis cards stay face down until the Crisis stage.")
        )
    if state.stage not in ("global", "local"):
        only_in(state, "global")
    return (yield CrisisSeen(card, forecast=True))


def support_against(state: State, power: str, card: str, crisis: str) -> Rule:
    """A card from the hand goes under a crisis that people can see and that takes its tag."""
    only_in(state, "local")
    seated(state, power)
    if crisis not in (*state.crises.face_up, *state.crises.ongoing):
        raise Refusal("not_in_play", say("{card} is not in play.", card=crisis))
    refuse_alone(state, from_hand(state, card))
    rules = card_of(state, crisis).crisis
    if ongoing_rule(state, "no_tucking") and not (rules and rules.ongoing == "no_tucking"):
        raise Refusal("forbidden", say("An ongoing crisis forbids tucking under the others."))
    if rules and rules.tuck is None and rules.known == "all":
        raise Refusal("no_tucking", say("No card is tucked under {card}.", card=crisis))
    if rules and rules.tuck and rules.tuck.tag not in (card_of(state, card).tags or ()):
        raise Refusal(
            "wrong_tag",
            say("Only cards with the tag {tag} are tucked there.", tag=TAGS[rules.tuck.tag]),
        )
    state = yield CardTuckedUnder(power, card, crisis)
    if crisis in state.crises.ongoing and rules and ignored(state, crisis, rules):
        state = yield CrisisLifted(crisis)
    return state


def tucked_tags(state: State, crisis: str) -> Counter[str]:
    return tags_of(state, state.crises.tucked.get(crisis, ()))


def ignored(state: State, card: str, rules: Crisis) -> bool:
    """Enough cards were tucked for the crisis to have no effect."""
    tuck = rules.tuck
    if tuck is None or not tuck.ignore_at:
        return False
    alone = state.players == 1 and tuck.ignore_at_solo is not None
    needed = tuck.ignore_at_solo if alone and tuck.ignore_at_solo else tuck.ignore_at
    return tucked_tags(state, card)[tuck.tag] >= needed


def resolve_crisis(state: State, card: str) -> Rule:
    """From the forecast upward: who is hit, how much is left of it, and what it does."""
    refuse_while_rolls_are_due(state)
    crises = state.crises
    if card not in crises.face_up:
        check_crisis_card(state, card)
    if crises.forecast in crises.face_up and card != crises.forecast:
        raise Refusal(
            "forecast_first",
            say("The Forecast, {card}, is resolved first.", card=crises.forecast),
        )
    if len(crises.resolved) >= crises.due:
        raise Refusal("none_due", say("No more Crisis cards are due this round."))
    state = yield CrisisBegan(card)
    rules = card_of(state, card).crisis
    if rules is None or (not rules.effects and not rules.ongoing):
        return (
            yield from queue(state, [Task(BY_HAND, state.seats[0], card), Task("finish", "", card)])
        )
    if ignored(state, card, rules):
        state = yield CrisisIgnored(card, "tucked")
        return (yield from finish(state, Task("finish", "", card)))
    if rules.target == "all" or state.players == 1:
        return (yield from strike(state, card, rules, state.seats))
    state = yield from find_target(
        state, min if rules.target == "lowest" else max, lambda seat: measure(state, seat, rules.of)
    )
    if state.crises.target:
        state = yield from strike(state, card, rules, (state.crises.target,))
    return state


def measure(state: State, seat: str, of: str) -> int:
    """What crises compare: a total, or the tags of one kind in a play area."""
    head, _, tag = of.partition(".")
    if head == "tags":
        return sum(tags_of(state, stack)[tag] for stack in state.powers[seat].stacks)
    return state.number(("powers", seat, *of.split(".")))


def strike(state: State, card: str, rules: Crisis, seats: tuple[str, ...]) -> Rule:
    """Asks who has help to offer, then carries out the effects against each power that is hit."""
    tasks = [
        *relief_tasks(state, rules),
        *shield_tasks(state, rules, seats),
        *(Task("hit", seat, card) for seat in (*seats, TABLE)),
        Task("finish", "", card),
    ]
    return (yield from queue(state, tasks))


def relief_tasks(state: State, rules: Crisis) -> list[Task]:
    """Stored cards of a fund may be spent, each to reduce what a crisis does to everybody."""
    return [
        Task("relief", "", slot.number, options=(NO, *slot.tucked))
        for slot in state.globals
        if slot.active
        and slot.tucked
        and rules.effects
        and (project := card_of(state, slot.number).project)
        and project.relief
    ]


def shield_tasks(state: State, rules: Crisis, seats: tuple[str, ...]) -> list[Task]:
    """Once a round, one power ignores a crisis that a resilience would reduce."""
    return [
        Task("shield", "", slot.number, options=(NO, *seats))
        for slot in state.globals
        if slot.active
        and not state.uses.get(slot.number)
        and (project := card_of(state, slot.number).project)
        and project.shields is not None
        and project.shields == rules.reduced_by
    ]


def answer_relief(state: State, task: Task, given: str) -> Rule:
    """A stored card is spent, and another one may be."""
    if given == NO:
        return (yield TaskChanged())
    left = tuple(option for option in task.options if option != given)
    state = yield TaskChanged((replace(task, options=left),) if len(left) > 1 else ())
    state = yield CardDiscarded("", given)
    project = card_of(state, task.card).project
    assert project is not None
    return (yield CrisisRelieved(task.card, project.relief))


def answer_shield(state: State, task: Task, given: str) -> Rule:
    state = yield TaskChanged()
    if given == NO:
        return state
    state = yield ActionTaken(given, task.card)
    assert state.crises.resolving is not None
    return (yield CrisisIgnored(state.crises.resolving, task.card, given))


def hit(state: State, task: Task) -> Rule:
    """A power takes the effects, reduced by its own resilience and by what was tucked."""
    rules = card_of(state, task.card).crisis
    assert rules is not None
    if task.power in state.crises.spared:
        return state
    less = reduction(state, task, rules)
    tasks = tuple(
        struck(state, task, effect, less)
        for effect in rules.effects
        if (effect.do in SHARED_LOSSES) == (task.power == TABLE)
    )
    return (yield TasksQueued(tasks, first=True)) if tasks else state


def struck(state: State, task: Task, effect: Effect, less: int) -> Task:
    """One effect of a crisis on one power; what it takes is lost, and may hurt communities."""
    whole = amount_of(state, effect, Counter())
    amount = max(0, whole - less) if whole > 0 else min(0, whole + less)
    loses = effect.do == "change" and whole < 0
    return replace(
        effect_task(task.power, task.card, effect, amount), do="lose" if loses else effect.do
    )


def reduction(state: State, task: Task, rules: Crisis) -> int:
    """Own resilience counts for oneself, tucked cards and relief for everybody."""
    own = 0
    if rules.reduced_by and task.power != TABLE:
        own = state.powers[task.power].resilience[rules.reduced_by]
    helping = 0
    if rules.tuck and rules.tuck.reduce:
        under = state.crises.tucked.get(task.card, ())
        helping = sum(rules.tuck.tag in (card_of(state, number).tags or ()) for number in under)
        helping *= rules.tuck.reduce
    return own + helping + state.crises.relief


def finish(state: State, task: Task) -> Rule:
    """The crisis leaves the table, or stays as an ongoing one."""
    rules = card_of(state, task.card).crisis
    stays = bool(rules and rules.ongoing and not ignored(state, task.card, rules))
    return (yield CrisisResolved(task.card, stays))


# --- the dice of the Crisis stage ----------------------------------------------------------------


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
    state = yield EffectRolled(effect)
    if helpers := tuple(helpers_against(state, effect)):
        return (yield from queue(state, [Task("ignore", "", effect, options=(NO, *helpers))]))
    return (yield from advance_track(state, effect))


def helpers_against(state: State, effect: str) -> Iterator[str]:
    """Cards in front of a stack, and active projects, that can ignore this result."""
    for power in state.powers.values():
        for stack in power.stacks:
            action = card_of(state, stack[0]).action if stack else None
            if action and effect in action.ignores and uses_left(state, stack) != 0:
                yield stack[0]
    for slot in state.globals:
        project = card_of(state, slot.number).project
        unused = slot.active and not state.uses.get(slot.number)
        if unused and project and effect in project.ignores:
            yield slot.number


def answer_ignore(state: State, task: Task, given: str) -> Rule:
    state = yield TaskChanged()
    if given == NO:
        return (yield from advance_track(state, task.card))
    state = yield ActionTaken("", given)
    return (yield EffectIgnored(task.card, given))


DOING.update(hit=hit, finish=finish)
ANSWERS.update(relief=answer_relief, shield=answer_shield, ignore=answer_ignore)
