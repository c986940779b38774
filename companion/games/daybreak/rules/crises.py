"""Crisis cards: seen, supported against, resolved one by one (rulebook pages 18, 22, 29 to 31)."""

from collections.abc import Iterable

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as k
from companion.games.daybreak.model.card import Crisis, Effect, Tuck
from companion.games.daybreak.model.stacks import card_of, ongoing_rule, refuse_alone, room, tally
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.rules.actions import amount_of
from companion.games.daybreak.rules.answers import ANSWERS, answer, check_crisis_card
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.crisis_stage import find_target, refuse_while_rolls_are_due
from companion.games.daybreak.rules.play_area import from_hand, only_in, seated
from companion.games.daybreak.rules.projects import check_support, unread_support, wrong_tag
from companion.games.daybreak.rules.prompts import BY_HAND, NEEDS_TAGS, NO, Unread, may_have
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


def support_against(state: State, power: str, card: str, crisis: str) -> Rule:
    """A card from the hand goes under a crisis that people can see and that takes its tag."""
    check_support_against(state, power, card, crisis)
    if unread_support_against(state, card, crisis):
        return (yield from queue(state, [Task("support", power, crisis, options=(card,))]))
    return (yield from tuck_against(state, power, card, crisis))


def check_support_against(state: State, power: str, card: str, crisis: str) -> None:
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
    if rules and rules.tuck and not may_have(state, card, rules.tuck.tag):
        raise wrong_tag(rules.tuck.tag)


def unread_support_against(state: State, card: str, crisis: str) -> Unread | None:
    """Has the card the tag that the crisis takes, and are these enough to have it ignored?"""
    rules = card_of(state, crisis).crisis
    tuck = rules.tuck if rules else None
    if tuck is None:
        return None
    known = card_of(state, card)
    if tuck.tag not in (known.tags or ()):
        return (card, tuck.tag) if room(known, tuck.tag) else None
    tags = tally(state, (*state.crises.tucked.get(crisis, ()), card))
    if tags.least(tuck.tag) < ignored_at(state, tuck) <= tags.most(tuck.tag):
        lacking = tags.first_unread(tuck.tag)
        return (lacking, tuck.tag) if lacking else None
    return None


def tuck_against(state: State, power: str, card: str, crisis: str) -> Rule:
    state = yield c.CardTuckedUnder(power, card, crisis)
    rules = card_of(state, crisis).crisis
    if crisis in state.crises.ongoing and rules and ignored(state, crisis, rules):
        state = yield k.CrisisLifted(crisis)
    return state


def tuck_it_now(state: State, task: Task) -> Rule:
    """A card that waited to be tucked under a project or a crisis, now that its tags are known."""
    (card,) = task.options
    try:
        check_tucking(state, task.power, card, task.card)
    except Refusal:
        return (yield c.Dropped(task.power, card, task.do, task.card))
    if card_of(state, task.card).kind == "crisis":
        return (yield from tuck_against(state, task.power, card, task.card))
    return (yield c.CardTuckedUnder(task.power, card, task.card))


def check_tucking(state: State, power: str, card: str, under: str) -> None:
    is_crisis = card_of(state, under).kind == "crisis"
    (check_support_against if is_crisis else check_support)(state, power, card, under)


def unread_of_tucking(state: State, task: Task) -> Unread | None:
    (card,) = task.options
    if card_of(state, task.card).kind == "crisis":
        return unread_support_against(state, card, task.card)
    in_play = task.card in {slot.number for slot in state.globals}
    return unread_support(state, card, task.card) if in_play else None


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
        raise Refusal(
            "forecast_first",
            say("The Forecast, {card}, is resolved first.", card=crises.forecast),
        )
    if len(crises.resolved) >= crises.due:
        raise Refusal("none_due", say("No more Crisis cards are due this round."))
    state = yield k.CrisisBegan(card)
    rules = card_of(state, card).crisis
    if rules is None or (not rules.effects and not rules.ongoing):
        return (
            yield from queue(state, [Task(BY_HAND, state.seats[0], card), Task("finish", "", card)])
        )
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


def aim_by_hand(state: State, task: Task) -> Rule:
    (extreme,) = task.options
    return (yield from aim(state, extreme, task.card))


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


def unread_of_aim(state: State, card: str) -> Unread | None:
    rules = card_of(state, card).crisis
    return unread_of_target(state, rules.target, rules.of) if rules else None


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
    tasks = tuple(
        struck(state, task, effect, less)
        for effect in rules.effects
        if (effect.do in SHARED_LOSSES) == (task.power == TABLE)
    )
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
    whole = amount_of(state, effect)
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
    return (yield k.CrisisResolved(task.card, stays))


DOING.update(hit=hit, finish=finish, support=tuck_it_now, aim=aim_now, target=aim_by_hand)
ANSWERS.update(relief=answer_relief, shield=answer_shield, part=answer_part, less=answer_less)
NEEDS_TAGS.update(
    support=unread_of_tucking,
    aim=lambda state, task: unread_of_aim(state, task.card),
    target=lambda state, task: unread_of_target(state, task.options[0], task.card),
)
