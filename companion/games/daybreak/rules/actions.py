"""Taking Local Actions (rulebook pages 20 to 23): what they need, what they cost, how much they do.

Tags that nobody has read are asked for where they could change the answer, and only then.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.errors import Refusal
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model.card import Action, Card, Effect
from companion.games.daybreak.model.stacks import (
    Tally,
    active_projects,
    called,
    card_of,
    forbidden_by,
    limit_of,
    ongoing_rule,
    room,
    tally,
)
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import ANY_CARD, TAGS
from companion.games.daybreak.rules.consequences import Rule
from companion.games.daybreak.rules.play_area import from_hand, only_in, stack_of
from companion.games.daybreak.rules.prompts import BY_HAND, NEEDS_TAGS, SHARED, Unread, partners
from companion.games.daybreak.rules.tasks import DOING, effect_task, queue
from companion.i18n.message import count, say


@dataclass(frozen=True, slots=True)
class Source:
    """Where an action is printed, and the tags that count for it."""

    power: str
    card: Card
    action: Action | None
    tags: Tally
    boost: int = 0
    """What discarded cards add to a die, beside the tags."""
    covered: bool = False
    """Another card lies in front of it by now."""


def local_action(state: State, power: str, stack: int) -> Source:
    """The action of a stack's front card; all tags of the stack count, its own too."""
    there = stack_of(state, power, stack)
    if not there:
        raise Refusal("empty_stack", say("Stack {n} is empty: play a card there.", n=stack))
    card = card_of(state, there[0])
    return Source(power, card, card.action, tally(state, there))


def take_action(state: State, source: Source, paying: Sequence[str]) -> Rule:
    """Pays for an action and does what it says; people are asked what the data cannot know."""
    check_action(state, source, paying)
    if unread_tag(state, source):
        waits = Task("act", source.power, source.card.number, options=tuple(paying))
        return (yield from queue(state, [waits]))
    state = yield from pay(state, source, paying)
    return (yield from queue(state, tasks_of(state, source)))


def take_it_now(state: State, task: Task) -> Rule:
    """An action that waited for tags, now that they are known."""
    source = source_of(state, task)
    try:
        check_action(state, source, task.options)
    except Refusal:
        return (yield c.Dropped(task.power, task.card, task.do))
    state = yield from pay(state, source, task.options)
    return (yield c.TasksQueued(tuple(tasks_of(state, source)), first=True))


def source_of(state: State, task: Task) -> Source:
    """Where the action of a task is printed; if it is covered by now, the card in front of it."""
    for at, stack in enumerate(state.powers[task.power].stacks, start=1):
        if task.card in stack:
            source = local_action(state, task.power, at)
            return source if source.card.number == task.card else covered(source)
    return covered(Source(task.power, card_of(state, task.card), None, Tally({})))


def covered(source: Source) -> Source:
    return Source(source.power, source.card, None, source.tags, covered=True)


def check_action(state: State, source: Source, paying: Sequence[str]) -> None:
    if why := why_not(state, source):
        raise why
    check_payment(source.action, paying)
    for card in paying:
        if card != ANY_CARD:
            from_hand(state, card)


def check_payment(action: Action | None, paying: Sequence[str]) -> None:
    """As many cards as the cost says, or more where nobody could read all of the card."""
    cost = action.discard if action else 0
    more = action is None or action.known == "part"
    if len(paying) < cost or (len(paying) > cost and not more):
        words = count(
            "The action costs {n} discarded card; named: {paid}.",
            "The action costs {n} discarded cards; named: {paid}.",
            cost,
            paid=len(paying),
        )
        raise Refusal("cost", words)
    refuse_doubles(paying)


def refuse_doubles(paying: Sequence[str]) -> None:
    named = [card for card in paying if card != ANY_CARD]
    if len(set(named)) < len(named):
        raise Refusal("cost", say("No card can be discarded twice."))


def pay(state: State, source: Source, cards: Sequence[str]) -> Rule:
    state = yield c.ActionTaken(source.power, source.card.number)
    for card in cards:
        state = yield c.CardDiscarded(source.power, card)
    return state


def tasks_of(state: State, source: Source) -> list[Task]:
    """What an action does, one thing after the other; its cost in tokens comes first."""
    action, power, number = source.action, source.power, source.card.number
    if action is None:
        return [Task(BY_HAND, power, number)]
    tasks = [task_for(state, source, effect) for effect in action.cost]
    if done_by_hand(action):
        return [*tasks, Task(BY_HAND, power, number)]
    if action.one_of:
        choices = tuple(task_for(state, source, effect) for effect in action.one_of)
        options = tuple(str(at + 1) for at in range(len(choices)))
        tasks.append(Task("one_of", power, number, options=options, choices=choices))
    return tasks + [task_for(state, source, effect) for effect in action.effects]


def done_by_hand(action: Action) -> bool:
    """Nobody could read what it does: people do it, and pay what the card says."""
    return action.known == "part" and not action.effects and not action.one_of


def task_for(state: State, source: Source, effect: Effect) -> Task:
    tags = source.tags.least(effect.per) if effect.per else 0
    amount = amount_done(state, source, effect, tags)
    added = tags if effect.do == "die" else 0
    return effect_task(source.power, source.card.number, effect, amount, added + source.boost)


def amount_done(state: State, source: Source, effect: Effect, tags: int) -> int:
    """What an effect comes to with so many tags, with whatever doubles or forbids it."""
    amount = amount_of(state, effect, tags)
    if adds_clean(effect, amount) and doubled(state, source.card):
        amount *= 2
    return 0 if forbids(state, effect, amount) else amount


def adds_clean(effect: Effect, amount: int) -> bool:
    return effect.do == "change" and effect.token == "clean" and amount > 0


def amount_of(state: State, effect: Effect, tags: int = 0) -> int:
    """How much an effect is: by tags, by steps of tags, by bands, or simply so much."""
    by = effect.solo if effect.solo is not None and state.players == 1 else effect.by
    if effect.steps and effect.per:
        reached = [step.by for step in effect.steps if step.tags <= tags]
        return reached[-1] if reached else 0
    if effect.per and effect.do != "die":
        by *= tags
    return by * state.thermometer.bands if effect.per_band else by


def doubled(state: State, card: Card) -> bool:
    return any(project.doubles in (card.tags or ()) for project in active_projects(state))


# --- what has to be known ------------------------------------------------------------------------


def unread_tag(state: State, source: Source) -> Unread | None:
    """The first card, and kind of tag, that could still change what an action does."""
    for tag in tags_that_matter(state, source):
        if card := source.tags.first_unread(tag):
            return card, tag
    for project in active_projects(state):
        tag_ = project.doubles
        own = source.card.tags or ()
        if tag_ and tag_ not in own and room(source.card, tag_) and adds_any_clean(source.action):
            return source.card.number, tag_
    return None


def tags_that_matter(state: State, source: Source) -> Iterator[str]:
    """Kinds of tags that decide whether an action can be taken, and how much it is."""
    action, tags = source.action, source.tags
    if action is None:
        return
    for tag, needed in action.needs.items():
        if tags.least(tag) < needed:
            yield tag
    limit = limit_of(action, tags)
    if limit and limit[0] <= state.uses.get(source.card.number, 0) < limit[1]:
        yield str(action.limit)
    for effect in (*action.cost, *action.one_of, *action.effects):
        if effect.per and (effect.do == "die" or differs(state, effect, tags)):
            yield effect.per


def differs(state: State, effect: Effect, tags: Tally) -> bool:
    """Does it matter how many there are between the least and the most?"""
    per = str(effect.per)
    return amount_of(state, effect, tags.least(per)) != amount_of(state, effect, tags.most(per))


def adds_any_clean(action: Action | None) -> bool:
    effects = (*action.one_of, *action.effects) if action else ()
    return any(adds_clean(effect, effect.by) for effect in effects)


# --- why not -------------------------------------------------------------------------------------


def why_not(state: State, source: Source) -> Refusal | None:
    """The reason why an action cannot be taken now, whatever the unread tags are."""
    try:
        only_in(state, "local")
    except Refusal as refusal:
        return refusal
    action = source.action
    if source.covered:
        words = say("{card} is not in front now.", card=called(state, source.card.number))
        return Refusal("not_in_front", words)
    if action is None:
        return None
    for tag, needed in action.needs.items():
        if source.tags.most(tag) < needed:
            return lacking(tag, needed, source.tags.least(tag))
    limit = limit_of(action, source.tags)
    if limit and not limit[1]:
        return lacking(action.limit or "", 1, 0)
    if limit and state.uses.get(source.card.number, 0) >= limit[1]:
        words = count(
            "This action was taken {n} time this round.",
            "This action was taken {n} times this round.",
            limit[1],
        )
        return Refusal("limit_reached", words)
    if action.ignores:
        return Refusal("crisis_stage_action", say("This is asked by itself in the Crisis stage."))
    if unpayable(state, source, action):
        return Refusal("cost", say("The cost cannot be paid."))
    return fruitless(state, source, action)


def lacking(tag: str, needed: int, has: int) -> Refusal:
    words = say("needs {needed} × {tag}, has {has}", needed=needed, tag=TAGS[tag], has=has)
    return Refusal("requirement", words)


def unpayable(state: State, source: Source, action: Action) -> bool:
    """A cost in tokens that are not there."""
    costs: Counter[str] = Counter()
    for effect in action.cost:
        tags = source.tags.least(effect.per or "")
        costs[effect.token or ""] -= amount_of(state, effect, tags)
    return any(cost > state.owned(source.power, token) for token, cost in costs.items())


def fruitless(state: State, source: Source, action: Action) -> Refusal | None:
    """Nothing would come of it, and the reason can be said."""
    reasons = []
    for effect in (*action.effects, *action.one_of):
        reason = hindrance(state, source, effect)
        if reason is None:
            return None
        reasons.append(reason)
    return reasons[0] if reasons else None


def hindrance(state: State, source: Source, effect: Effect) -> Refusal | None:
    """Why an effect cannot happen now: an ongoing crisis, too few tags, nobody to share with."""
    tags = source.tags.most(effect.per) if effect.per else 0
    amount = amount_of(state, effect, tags)
    if card := forbids(state, effect, amount):
        return forbidden_by(state, card)
    if effect.per and effect.do != "die":
        needed = effect.steps[0].tags if effect.steps else 1
        if tags < needed:
            return lacking(effect.per, needed, source.tags.least(effect.per))
    if effect.do in SHARED and not partners(state, source.power, effect):
        return Refusal("nobody_there", say("There is no other power to do it with."))
    return None


def forbids(state: State, effect: Effect, amount: int) -> str | None:
    """The ongoing crisis that does not let people do this."""
    if effect.do == "change" and effect.token == "dirty" and amount < 0:
        return ongoing_rule(state, "no_removing_dirty")
    return ongoing_rule(state, "no_giving") if effect.do == "give_card" else None


DOING["act"] = take_it_now
NEEDS_TAGS["act"] = lambda state, task: unread_tag(state, source_of(state, task))
