"""Crisis cards: seen, supported against, resolved one by one (rulebook pages 18, 22, 29 to 31)."""

from collections.abc import Iterable

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as k
from companion.games.daybreak.model.card import Crisis, Effect, Tuck
from companion.games.daybreak.model.stacks import Tally, called, card_of, ongoing_rule, tally
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.rules.actions import amount_of, differs
from companion.games.daybreak.rules.answers import ANSWERS, answer, check_crisis_card
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.crisis_stage import find_target, refuse_while_rolls_are_due
from companion.games.daybreak.rules.play_area import only_in
from companion.games.daybreak.rules.prompts import BY_HAND, NEEDS_TAGS, NO, Unread
from companion.games.daybreak.rules.tasks import DOING, effect_task, queue
from companion.games.shared.replace import replace
from companion.i18n.message import say

TABLE = ""
"""What a crisis takes from all powers together."""
SHARED_LOSSES = ("discard_project",)
AS_READ, LESS, IGNORED = "as_read", "less", "ignored"
"""What people answer of a crisis that could be read only in part."""


def show_crisis(state: State, card: str) -> Rule:
    """A crisis is tapped: as this round's forecast, turned over by a card, or to be resolved."""
    if state.stage == "crisis":
        return (yield from resolve_crisis(state, card))
    check_crisis_card(state, card)
    if state.tasks and state.tasks[0].do == "reveal":
        return (yield from answer(state, card))
    if no_forecast(state):
        raise Refusal(
            "no_forecast", say("An ongoing crisis hides every crisis: place it face down.")
        )
    if state.crises.forecast is not None:
        raise Refusal(
            "face_down", say("The other Crisis cards stay face down until the Crisis stage.")
        )
    if state.stage not in ("global", "local"):
        only_in(state, "global")
    return (yield k.CrisisSeen(card, forecast=True))


def no_forecast(state: State) -> bool:
    """Disinformation hides every crisis of a round, even if it is over before the Crisis stage."""
    return state.crises.hidden or ongoing_rule(state, "no_forecast") is not None


def ignored(state: State, card: str, rules: Crisis) -> bool:
    """Enough cards were tucked for the crisis to have no effect."""
    tuck = rules.tuck
    needed = ignored_at(state, tuck) if tuck else 0
    if tuck is None or not needed:
        return False
    return tally(state, state.crises.tucked.get(card, ())).least(tuck.tag) >= needed


def ignored_at(state: State, tuck: Tuck) -> int:
    """With so many tags it is ignored; with none, it never is."""
    if state.players == 1 and tuck.ignore_at_solo is not None:
        return tuck.ignore_at_solo
    return tuck.ignore_at


def resolve_crisis(state: State, card: str) -> Rule:
    """From the forecast upward: who is hit, how much is left of it, and what it does."""
    refuse_while_rolls_are_due(state)
    crises = state.crises
    if card not in crises.face_up:
        check_crisis_card(state, card)
    if crises.forecast in crises.face_up and card != crises.forecast:
        words = say("The Forecast, {card}, is resolved first.", card=called(state, crises.forecast))
        raise Refusal("forecast_first", words)
    if len(crises.resolved) >= crises.due:
        raise Refusal("none_due", say("No more Crisis cards are due this round."))
    state = yield k.CrisisBegan(card)
    rules = card_of(state, card).crisis
    if rules is None or (not rules.effects and not rules.ongoing):
        by_hand = Task(BY_HAND, state.seats[0], card)
        return (yield from queue(state, [by_hand, Task("finish", "", card)]))
    if ignored(state, card, rules):
        state = yield k.CrisisIgnored(card, "tucked")
        return (yield from finish(state, Task("finish", "", card)))
    if rules.target == "all" or state.players == 1:
        return (yield from strike(state, card, rules, state.seats))
    if unread_of_target(state, rules.target, rules.of):
        return (yield from queue(state, [Task("aim", "", card)]))
    state = yield from aim(state, rules.target, rules.of)
    if state.crises.target:
        state = yield from strike(state, card, rules, (state.crises.target,))
    return state


def aim(state: State, extreme: str, of: str) -> Rule:
    """Whom a crisis hits: the power with the least or the most of something."""
    best = min if extreme == "lowest" else max
    return (yield from find_target(state, best, lambda seat: measure(state, seat, of)))


def aim_now(state: State, task: Task) -> Rule:
    """The crisis that waited for tags strikes, or tied powers roll."""
    rules = card_of(state, task.card).crisis
    assert rules is not None
    state = yield from aim(state, rules.target, rules.of)
    if state.crises.target:
        tasks = strike_tasks(state, task.card, rules, (state.crises.target,))
        state = yield c.TasksQueued(tuple(tasks), first=True)
    return state


def unread_of_target(state: State, extreme: str, of: str) -> Unread | None:
    """The first card whose tags could still change whom a crisis hits."""
    head, _, tag = of.partition(".")
    if head != "tags":
        return None
    counts = {seat: tally(state, cards_of(state, seat)) for seat in state.seats}
    if extreme == "lowest":
        bar = min(count.most(tag) for count in counts.values())
        could = [count for count in counts.values() if count.least(tag) <= bar]
    else:
        bar = max(count.least(tag) for count in counts.values())
        could = [count for count in counts.values() if count.most(tag) >= bar]
    unsure = [count for count in could if not count.sure(tag)]
    if len(could) == 1 or not unsure:
        return None
    card = max(unsure, key=lambda count: count.most(tag)).first_unread(tag)
    return (card, tag) if card else None


def cards_of(state: State, seat: str) -> Iterable[str]:
    return (card for stack in state.powers[seat].stacks for card in stack)


def measure(state: State, seat: str, of: str) -> int:
    """What crises compare: a total, or the tags of one kind in a play area."""
    head, _, tag = of.partition(".")
    if head == "tags":
        return tally(state, cards_of(state, seat)).least(tag)
    return state.number(("powers", seat, *of.split(".")))


def strike(state: State, card: str, rules: Crisis, seats: tuple[str, ...]) -> Rule:
    return (yield from queue(state, strike_tasks(state, card, rules, seats)))


def strike_tasks(state: State, card: str, rules: Crisis, seats: tuple[str, ...]) -> list[Task]:
    """Asks who has help to offer, then carries out the effects against each power that is hit."""
    return [
        *relief_tasks(state, rules),
        *shield_tasks(state, rules, seats),
        *(Task("hit", seat, card) for seat in (*seats, TABLE)),
        Task("finish", "", card),
    ]


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
        return (yield c.TaskChanged())
    left = tuple(option for option in task.options if option != given)
    state = yield c.TaskChanged((replace(task, options=left),) if len(left) > 1 else ())
    state = yield c.CardDiscarded("", given)
    project = card_of(state, task.card).project
    assert project is not None
    return (yield k.CrisisRelieved(task.card, project.relief))


def answer_shield(state: State, task: Task, given: str) -> Rule:
    state = yield c.TaskChanged()
    if given == NO:
        return state
    state = yield c.ActionTaken(given, task.card)
    assert state.crises.resolving is not None
    return (yield k.CrisisIgnored(state.crises.resolving, task.card, given))


def hit(state: State, task: Task) -> Rule:
    """A power takes the effects, reduced by its own resilience and by what was tucked."""
    rules = card_of(state, task.card).crisis
    assert rules is not None
    if task.power in state.crises.spared:
        return state
    less = reduction(state, task, rules)
    tasks = tuple(struck(state, task, effect, less) for effect in effects_on(rules, task.power))
    first = [each for each in tasks if each.do != "shortage"] or tasks
    if not any(each.amount for each in first):
        return state  # of what is reduced to nothing, nothing follows
    if rules.known == "part":
        tasks = tuple(as_far_as_read(state, each) for each in tasks)
    return (yield c.TasksQueued(tasks, first=True))


def as_far_as_read(state: State, task: Task) -> Task:
    """Nobody could read what makes this less: people look at the card, and say."""
    if not task.amount or nothing_there(state, task):
        return task
    less = (LESS,) if abs(task.amount) > 1 else ()
    return replace(task, do="part", options=(AS_READ, *less, IGNORED), choices=(task,))


def nothing_there(state: State, task: Task) -> bool:
    """There is nothing that this could take."""
    if task.do == "pass_communities":
        return state.players == 1 or not state.powers[task.power].communities
    return task.do == "discard_project" and not state.globals


def answer_part(state: State, task: Task, given: str) -> Rule:
    if given == LESS:
        amounts = tuple(str(n) for n in range(1, abs(task.amount)))
        return (yield c.TaskChanged((replace(task, do="less", options=amounts),)))
    return (yield c.TaskChanged(task.choices if given == AS_READ else ()))


def answer_less(state: State, task: Task, given: str) -> Rule:
    """So much is left of what a crisis does."""
    (whole,) = task.choices
    left = int(given) if whole.amount > 0 else -int(given)
    return (yield c.TaskChanged((replace(whole, amount=left),)))


def struck(state: State, task: Task, effect: Effect, less: int) -> Task:
    """One effect of a crisis on one power; what it takes is lost, and may hurt communities."""
    tags = tags_hit(state, task).least(effect.per) if effect.per else 0
    whole = amount_of(state, effect, tags)
    amount = max(0, whole - less) if whole > 0 else min(0, whole + less)
    loses = effect.do == "change" and whole < 0
    added = tags if effect.do == "die" else 0
    struck_by = effect_task(task.power, task.card, effect, amount, added)
    return replace(struck_by, do="lose" if loses else effect.do)


def tags_hit(state: State, task: Task) -> Tally:
    """What a crisis counts by tags: those of the play area that it hits, or of all of them."""
    seats = state.seats if task.power == TABLE else (task.power,)
    return tally(state, (card for seat in seats for card in cards_of(state, seat)))


def unread_of_hit(state: State, task: Task) -> Unread | None:
    """The first card whose tags could still change how hard a crisis hits."""
    rules = card_of(state, task.card).crisis
    if rules is None or task.power in state.crises.spared:
        return None
    for effect in effects_on(rules, task.power):
        if effect.per:
            tags = tags_hit(state, task)
            card = tags.first_unread(effect.per)
            if card and (effect.do == "die" or differs(state, effect, tags)):
                return card, effect.per
    return None


def effects_on(rules: Crisis, power: str) -> list[Effect]:
    """What a crisis does to one power, or to all of them together."""
    return [each for each in rules.effects if (each.do in SHARED_LOSSES) == (power == TABLE)]


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
    return (yield k.CrisisResolved(task.card, stays))


def unread_of_aim(state: State, task: Task) -> Unread | None:
    rules = card_of(state, task.card).crisis
    return unread_of_target(state, rules.target, rules.of) if rules else None


DOING.update(
    hit=hit,
    finish=finish,
    aim=aim_now,
    target=lambda state, task: aim(state, task.options[0], task.card),
)
ANSWERS.update(relief=answer_relief, shield=answer_shield, part=answer_part, less=answer_less)
NEEDS_TAGS.update(
    hit=unread_of_hit,
    aim=unread_of_aim,
    target=lambda state, task: unread_of_target(state, task.options[0], task.card),
)
