"""Playing, tucking and discarding cards, and taking Local Actions (rulebook pages 20 to 23)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import Refusal
from companion.games.daybreak.card import Action, Card, Effect
from companion.games.daybreak.card_events import (
    ActionTaken,
    CardDiscarded,
    CardPlayed,
    CardTagged,
    CardTucked,
)
from companion.games.daybreak.rule import Rule
from companion.games.daybreak.stacks import (
    active_projects,
    card_of,
    in_play,
    limit_of,
    refuse_alone,
    tags_of,
)
from companion.games.daybreak.state import State, Task
from companion.games.daybreak.tasks import BY_HAND, effect_task, queue
from companion.games.daybreak.terms import POWERS, STACKS, STAGES, TAGS
from companion.message import Message, say

ANY_CARD = "?"
PLAYABLE = ("local", "starting")


# --- cards to and from the play area -------------------------------------------------------------


def play_card(state: State, card: str, power: str, stack: int) -> Rule:
    """A card from the hand goes in front of a stack, whatever its requirement says."""
    only_in(state, "local")
    stack_of(state, power, stack)
    from_hand(state, card)
    return (yield CardPlayed(power, stack - 1, card))


def tuck_card(state: State, card: str, power: str, stack: int, behind: int | None) -> Rule:
    """A card from the hand goes behind a stack, or behind its first few cards."""
    only_in(state, "local")
    there = stack_of(state, power, stack)
    if not there:
        raise Refusal("empty_stack", say("Stack {n} is empty: play a card there.", n=stack))
    from_hand(state, card)
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
    refuse_alone(state, known)
    if card in in_play(state):
        raise Refusal("already_there", say("{card} lies on the table already.", card=card))
    return known


def only_in(state: State, stage: str) -> None:
    if state.stage != stage:
        raise Refusal(
            "not_your_stage",
            say(
                "That belongs to the {stage}; this is the {now}.",
                stage=STAGES[stage],
                now=STAGES[state.stage],
            ),
        )


# --- Local Actions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Source:
    """Where an action is printed, and the tags that count for it."""

    power: str
    card: Card
    action: Action | None
    tags: Counter[str]


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
    action, power, number = source.action, source.power, source.card.number
    if action is None or (action.known == "part" and not action.effects and not action.one_of):
        state = yield ActionTaken(power, number)
        state = yield from pay(state, power, paying)
        return (yield from queue(state, [Task(BY_HAND, power, number)]))
    if len(paying) != action.discard:
        raise Refusal(
            "cost",
            say(
                "The action costs {n} discarded cards; {paid} were named.",
                n=action.discard,
                paid=len(paying),
            ),
        )
    state = yield ActionTaken(power, number)
    state = yield from pay(state, power, paying)
    effects = (*action.cost, *action.effects)
    tasks = [task_for(state, source, effect) for effect in effects]
    if action.one_of:
        choices = tuple(task_for(state, source, effect) for effect in action.one_of)
        options = tuple(str(at + 1) for at in range(len(choices)))
        choice = Task("one_of", power, number, options=options, choices=choices)
        tasks.insert(len(action.cost), choice)
    return (yield from queue(state, tasks))


def pay(state: State, power: str, cards: Sequence[str]) -> Rule:
    for card in cards:
        if card != ANY_CARD:
            from_hand(state, card)
        state = yield CardDiscarded(power, card)
    return state


def task_for(state: State, source: Source, effect: Effect) -> Task:
    amount = amount_of(state, effect, source.tags)
    if effect.token == "clean" and amount > 0 and doubled(state, source.card):
        amount *= 2
    tags = source.tags[effect.per] if effect.do == "die" and effect.per else 0
    return effect_task(source.power, source.card.number, effect, amount, tags)


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
            return Refusal(
                "requirement",
                say(
                    "needs {needed} × {tag}, has {has}",
                    needed=needed,
                    tag=TAGS[tag],
                    has=source.tags[tag],
                ),
            )
    limit = limit_of(action, source.tags)
    if limit is not None and state.uses.get(source.card.number, 0) >= limit:
        return Refusal("limit_reached", say("This action was taken {n} times this round.", n=limit))
    if action.ignores:
        return Refusal("crisis_stage_action", say("This is asked by itself in the Crisis stage."))
    if missing := unpayable(state, source, action):
        return Refusal("cost", missing)
    return forbidden(state, action)


def unpayable(state: State, source: Source, action: Action) -> Message | None:
    """A cost in tokens that are not there."""
    for effect in action.cost:
        amount = amount_of(state, effect, source.tags)
        path = ("powers", source.power, *(effect.token or "").split("."))
        if amount < 0 and state.number(path) < -amount:
            return say("The cost cannot be paid.")
    return None


def forbidden(state: State, action: Action) -> Refusal | None:
    """What an ongoing crisis does not let people do."""
    removes_dirty = any(e.token == "dirty" and e.by < 0 for e in action.effects)
    gives = any(e.do == "give_card" for e in action.effects)
    for number in state.crises.ongoing:
        crisis = card_of(state, number).crisis
        rule = crisis.ongoing if crisis else None
        if (rule == "no_removing_dirty" and removes_dirty) or (rule == "no_giving" and gives):
            return Refusal("forbidden", say("The ongoing crisis {card} forbids it.", card=number))
    return None
