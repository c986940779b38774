"""What a task asks before it can be carried out, and which answers it takes.

The first task of the queue is the prompt that people see.
"""

from collections.abc import Callable

from companion.games.daybreak.model.card import Effect
from companion.games.daybreak.model.stacks import card_of, room
from companion.games.daybreak.model.state import State, Task
from companion.games.daybreak.model.terms import CENTRAL, KINDS_OF_ANY

BY_HAND = "by_hand"
NO, YES = "no", "yes"
HAND = "hand"
SHARED = ("give", "take", "give_card")
"""What is done together with one other power."""

TAGS_OF = "tags"
"""How many tags of one kind a card prints; whoever knows all of them may say them instead."""
LISTED = ("ignore", "shield", "relief", "one_of", "part", "less", "challenge")
"""Tasks that know their own answers."""

Question = tuple[str, tuple[str, ...]]
"""Its kind, and the answers that it takes; none where people say it in their own words."""
Unread = tuple[str, str]
"""A card, and a kind of tag of which nobody has said yet how many it prints."""

NEEDS_TAGS: dict[str, Callable[[State, Task], Unread | None]] = {}
"""For each task that counts tags: the first that it has to know, and does not."""


def waiting(state: State) -> bool:
    """Do a question or the dice come before anything else?"""
    return bool(state.tasks or state.dice.tie or state.dice.rolls_due)


def unread(state: State) -> Unread | None:
    """What the first task has to know of a card's tags before it goes on."""
    task = state.tasks[0]
    needs = NEEDS_TAGS.get(task.do)
    return needs(state, task) if needs else None


def question(state: State) -> Question | None:
    """What the first task asks: its kind and the answers it takes; None if it asks nothing."""
    task = state.tasks[0]
    if lacking := unread(state):
        return TAGS_OF, counts_of(state, *lacking)
    if task.do in LISTED:
        return task.do, task.options
    if task.do == BY_HAND:
        return BY_HAND, ()
    effect = task.effect
    if effect is None or not task.amount:
        return None
    if effect.optional:
        return "optional", (YES, NO)
    asks = QUESTIONS.get(task.do)
    return asks(state, task, effect) if asks else None


def counts_of(state: State, number: str, tag: str) -> tuple[str, ...]:
    """How many tags of a kind a card may print."""
    card = card_of(state, number)
    known = (card.tags or ()).count(tag)
    return tuple(str(n) for n in range(known, known + room(card, tag) + 1))


def asked_of_change(state: State, task: Task, effect: Effect) -> Question | None:
    if effect.board == "any" and len(state.seats) > 1 and effect.token not in CENTRAL:
        return "power", state.seats
    return asked_of_kind(state, task, effect)


def asked_of_kind(state: State, task: Task, effect: Effect) -> Question | None:
    """Which kind of Resilience or Emissions; of those that are there, where some go."""
    kinds = KINDS_OF_ANY.get(task.token)
    if kinds is None:
        return None
    group = task.token.split(".")[0]
    if task.amount < 0 or task.do == "move":
        there = getattr(state.powers[task.power], group)
        kinds = tuple(kind for kind in kinds if there[kind])
    return (group, kinds) if kinds else None


def asked_of_partner(state: State, task: Task, effect: Effect) -> Question | None:
    powers = partners(state, task.power, effect)
    return ("power", powers) if powers else None


def asked_of_reveal(state: State, task: Task, effect: Effect) -> Question | None:
    unseen = state.crises.due - len(state.crises.face_up) - len(state.crises.resolved)
    return ("crisis", ()) if unseen > 0 else None


def asked_of_discard(state: State, task: Task, effect: Effect) -> Question:
    own = (
        card
        for stack in state.powers[task.power].stacks
        for card in stack
        if effect.tag is None or may_have(state, card, effect.tag)
    )
    return "discard", (HAND, *own)


def may_have(state: State, number: str, tag: str) -> bool:
    """Does a card print this tag, as far as anybody knows?"""
    card = card_of(state, number)
    return tag in (card.tags or ()) or room(card, tag) > 0


def asked_of_project(state: State, task: Task, effect: Effect) -> Question | None:
    return ("project", tuple(slot.number for slot in state.globals)) if state.globals else None


Asking = Callable[[State, Task, Effect], Question | None]
QUESTIONS: dict[str, Asking] = {
    "change": asked_of_change,
    "lose": asked_of_kind,
    "move": asked_of_kind,
    "give": asked_of_partner,
    "take": asked_of_partner,
    "give_card": asked_of_partner,
    "reveal": asked_of_reveal,
    "die": lambda state, task, effect: ("roll", tuple(map(str, state.box.geoengineering))),
    "discard": asked_of_discard,
    "discard_project": asked_of_project,
}


def partners(state: State, power: str, effect: Effect) -> tuple[str, ...]:
    """The powers that something can go to, or come from."""
    if effect.token in CENTRAL:
        return ()
    others = tuple(seat for seat in state.seats if seat != power)
    if effect.do == "take":
        return tuple(seat for seat in others if state.owned(seat, effect.token or ""))
    return others
