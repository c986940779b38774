"""Playing, tucking and discarding cards, and taking Local Actions (rulebook pages 20 to 23)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import Refusal
from companion.games.daybreak.model.card import Action, Card, Effect
from companion.games.daybreak.model.card_events import (
    ActionTaken,
    CardDiscarded,
    CardPlayed,
    CardTagged,
    CardTucked,
)
from companion.games.daybreak.model.stacks import (
    active_projects,
    card_of,
    forbidden_by,
    in_play,
    limit_of,
    ongoing_rule,
    refuse_alone,
    tags_of,
)
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import POWERS, STACKS, STAGES, TAGS
from companion.games.daybreak.rules.questions import BY_HAND, SHARED, partners
from companion.games.daybreak.rules.rule import Rule
from companion.games.daybreak.rules.tasks import effect_task, queue
from companion.games.daybreak.rules.tokens import owned
from companion.message import say

ANY_CARD = "?"
PLAYABLE = ("local", "starting")


# --- cards to and from the play area -------------------------------------------------------------


def play_card(state: State, card: str, power: str, stack: int) -> Rule:
    """A card from the hand goes in front of a stack, whatever its requirement says."""
    only_in(state, "local")
    stack_of(state, power, stack)
    refuse_alone(state, from_hand(state, card))
    return (yield CardPlayed(power, stack - 1, card))


def tuck_card(state: State, card: str, power: str, stack: int, behind: int | None) -> Rule:
    """A card from the hand goes behind a stack, or behind its first few cards."""
    only_in(state, "local")
    there = stack_of(state, power, stack)
    if not there:
        raise Refusal("empty_stack", say("Stack {n} is empty: play a card there.", n=stack))
    refuse_alone(state, from_hand(state, card))
    position = len(there) if behind is None else behind
    if not 1 <= position <= len(there):
        raise Refusal("no_such_place", say("The stack has {n} cards to tuck behind.", n=len(there)))
    return (yield CardTucked(power, stack - 1, card, position))


def discard_card(state: State, card: str, power: str) -> Rule:
    """A card leaves the hand, or the play area."""
    seated(state, power)
    own = {number for stack in state.powers[power].stacks for number in stack}
    if card != ANY_CARD and card not in own:
        from_hand(state, card)
    return (yield CardDiscarded(power, card))


def enter_tags(state: State, card: str, tags: Sequence[str]) -> Rule:
    """The owner says which tags a card prints, from here on."""
    card_of(state, card)
    for tag in tags:
        if tag not in TAGS:
            raise Refusal("unknown_tag", say("There is no tag {tag}.", tag=tag))
    return (yield CardTagged(card, tuple(tags)))  # type: ignore[arg-type]


def seated(state: State, power: str) -> None:
    if power not in state.seats:
        raise Refusal(
            "unknown_power",
            say("{power} does not sit at this table.", power=POWERS.get(power, power)),
        )


def stack_of(state: State, power: str, stack: int) -> tuple[str, ...]:
    seated(state, power)
    if not 1 <= stack <= STACKS:
        raise Refusal("no_such_stack", say("A power has stacks 1 to {n}.", n=STACKS))
    return state.powers[power].stacks[stack - 1]


def from_hand(state: State, card: str) -> Card:
    """A Local Project that can come from a hand: it lies nowhere on the table."""
    known = card_of(state, card)
    if known.kind not in PLAYABLE:
        raise Refusal("wrong_kind", say("{card} is not a Local Project.", card=card))
    if card in in_play(state):
        raise Refusal("already_there", say("{card} lies on the table already.", card=card))
    return known


def only_in(state: State, stage: str) -> None:
    if state.stage != stage:
        raise Refusal(
            "not_your_stage", say("Not now: that waits for the {stage}.", stage=STAGES[stage])
        )


# --- Local Actions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Source:
    """Where an action is printed, and the tags that count for it."""

    power: str
    card: Card
    action: Action | None
    tags: Counter[str]
    boost: int = 0
    """What discarded cards add to a die, beside the tags."""


def local_action(state: State, power: str, stack: int) -> Source:
    """The action of a stack's front card; all tags of the stack count, its own too."""
    there = stack_of(state, power, stack)
    if not there:
        raise Refusal("empty_stack", say("Stack {n} is empty: play a card there.", n=stack))
    card = card_of(state, there[0])
    return Source(power, card, card.action, tags_of(state, there))


def take_action(state: State, source: Source, paying: Sequence[str]) -> Rule:
    """Pays for an action and does what it says; people are asked what the data cannot know."""
    if why := why_not(state, source):
        raise why
    check_payment(source.action, paying)
    state = yield ActionTaken(source.power, source.card.number)
    state = yield from pay(state, source.power, paying)
    return (yield from queue(state, tasks_of(state, source)))


def check_payment(action: Action | None, paying: Sequence[str]) -> None:
    """As many cards as the cost says, or more where nobody could read all of the card."""
    cost = action.discard if action else 0
    more = action is None or action.known == "part"
    if len(paying) < cost or (len(paying) > cost and not more):
        raise Refusal(
            "cost",
            say(
                "The action costs {n} discarded cards; {paid} were named.", n=cost, paid=len(paying)
            ),
        )
    refuse_doubles(paying)


def refuse_doubles(paying: Sequence[str]) -> None:
    named = [card for card in paying if card != ANY_CARD]
    if len(set(named)) < len(named):
        raise Refusal("cost", say("No card can be discarded twice."))


def pay(state: State, power: str, cards: Sequence[str]) -> Rule:
    for card in cards:
        if card != ANY_CARD:
            from_hand(state, card)
        state = yield CardDiscarded(power, card)
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
    amount = amount_of(state, effect, source.tags)
    if adds_clean(effect, amount) and doubled(state, source.card):
        amount *= 2
    if forbids(state, effect, amount):
        amount = 0
    tags = source.tags[effect.per] if effect.do == "die" and effect.per else 0
    return effect_task(source.power, source.card.number, effect, amount, tags + source.boost)


def adds_clean(effect: Effect, amount: int) -> bool:
    return effect.do == "change" and effect.token == "clean" and amount > 0


def amount_of(state: State, effect: Effect, tags: Counter[str]) -> int:
    """How much an effect is: by tags, by steps of tags, by bands, or simply so much."""
    by = effect.solo if effect.solo is not None and state.players == 1 else effect.by
    if effect.steps and effect.per:
        reached = [step.by for step in effect.steps if step.tags <= tags[effect.per]]
        return reached[-1] if reached else 0
    if effect.per and effect.do != "die":
        by *= tags[effect.per]
    return by * state.thermometer.bands if effect.per_band else by


def doubled(state: State, card: Card) -> bool:
    return any(project.doubles in (card.tags or ()) for project in active_projects(state))


# --- why not -------------------------------------------------------------------------------------


def why_not(state: State, source: Source) -> Refusal | None:
    """The reason why an action cannot be taken now, if there is one."""
    try:
        only_in(state, "local")
    except Refusal as refusal:
        return refusal
    action = source.action
    if action is None:
        return None
    for tag, needed in action.needs.items():
        if source.tags[tag] < needed:
            return lacking(tag, needed, source.tags[tag])
    limit = limit_of(action, source.tags)
    if limit == 0:
        return lacking(action.limit or "", 1, 0)
    if limit is not None and state.uses.get(source.card.number, 0) >= limit:
        return Refusal("limit_reached", say("This action was taken {n} times this round.", n=limit))
    if action.ignores:
        return Refusal("crisis_stage_action", say("This is asked by itself in the Crisis stage."))
    if unpayable(state, source, action):
        return Refusal("cost", say("The cost cannot be paid."))
    return fruitless(state, source, action)


def lacking(tag: str, needed: int, has: int) -> Refusal:
    return Refusal(
        "requirement",
        say("needs {needed} × {tag}, has {has}", needed=needed, tag=TAGS[tag], has=has),
    )


def unpayable(state: State, source: Source, action: Action) -> bool:
    """A cost in tokens that are not there."""
    costs: Counter[str] = Counter()
    for effect in action.cost:
        costs[effect.token or ""] -= amount_of(state, effect, source.tags)
    return any(
        cost > owned(state, source.power, token) for token, cost in costs.items() if cost > 0
    )


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
    amount = amount_of(state, effect, source.tags)
    if card := forbids(state, effect, amount):
        return forbidden_by(card)
    if effect.per and effect.do != "die":
        needed = effect.steps[0].tags if effect.steps else 1
        if source.tags[effect.per] < needed:
            return lacking(effect.per, needed, source.tags[effect.per])
    if effect.do in SHARED and not partners(state, source.power, effect):
        return Refusal("nobody_there", say("There is no other power to do it with."))
    return None


def forbids(state: State, effect: Effect, amount: int) -> str | None:
    """The ongoing crisis that does not let people do this."""
    if effect.do == "change" and effect.token == "dirty" and amount < 0:
        return ongoing_rule(state, "no_removing_dirty")
    return ongoing_rule(state, "no_giving") if effect.do == "give_card" else None
