"""What cards do, one task after the other: the executor of card effects.

A task that needs no answer is carried out at once; one that does waits at the head of the queue,
and is the prompt that people see. An answer makes it a smaller task, until nothing is left to ask.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.errors import Refusal
from companion.games.daybreak.card import Effect
from companion.games.daybreak.card_events import (
    BandsRemoved,
    CardDieRolled,
    CardDiscarded,
    CardGiven,
    CardsDrawn,
    CrisisSeen,
    DrawChanged,
    ProjectDiscarded,
    TaskChanged,
    TasksQueued,
    TokensChanged,
)
from companion.games.daybreak.crisis_stage import lose_resilience, lose_sinks
from companion.games.daybreak.emissions_stage import shortage_of
from companion.games.daybreak.events import CommunitiesAdded, CrisisCardsAdded
from companion.games.daybreak.rule import Rule
from companion.games.daybreak.stacks import card_of, refuse_alone
from companion.games.daybreak.state import State, Task
from companion.games.daybreak.terms import EMISSIONS, RESILIENCES
from companion.message import say

BY_HAND = "by_hand"
CENTRAL = ("trees", "oceans", "dac", "recent")
KINDS_OF_ANY = {"resilience.any": tuple(RESILIENCES), "emissions.any": tuple(EMISSIONS)}
NO, YES = "no", "yes"
HAND = "hand"


def queue(state: State, tasks: Iterable[Task]) -> Rule:
    """Adds what a card does, and carries out all of it that needs no answer."""
    waiting = bool(state.tasks)
    state = yield TasksQueued(tuple(tasks))
    return state if waiting else (yield from carry_on(state))


def carry_on(state: State) -> Rule:
    """Carries out tasks from the head of the queue until one has a question."""
    while state.tasks and question(state) is None:
        task = state.tasks[0]
        state = yield TaskChanged()
        state = yield from DOING[task.do](state, task)
    return state


def effect_task(power: str, card: str, effect: Effect, amount: int, tags: int = 0) -> Task:
    return Task(effect.do, power, card, effect, amount, tags=tags)


# --- what is asked -------------------------------------------------------------------------------


def question(state: State) -> tuple[str, tuple[str, ...]] | None:
    """What the first task asks: its kind and the answers it takes; None if it asks nothing."""
    task = state.tasks[0]
    if task.do in ("ignore", "shield", "relief", "one_of"):
        return task.do, task.options
    if task.do == BY_HAND:
        return BY_HAND, ()
    effect = task.effect
    if effect is None or not task.amount:
        return None
    if effect.optional:
        return "optional", (YES, NO)
    return QUESTIONS.get(task.do, nothing_asked)(state, task, effect)


def nothing_asked(state: State, task: Task, effect: Effect) -> None:
    return None


def asked_of_change(state: State, task: Task, effect: Effect) -> tuple[str, tuple[str, ...]] | None:
    if effect.board == "any" and len(state.seats) > 1:
        return "power", state.seats
    kinds = KINDS_OF_ANY.get(effect.token or "")
    if kinds is None:
        return None
    group = (effect.token or "").split(".")[0]
    if task.amount < 0:
        owned = getattr(state.powers[task.power], group)
        kinds = tuple(kind for kind in kinds if owned[kind])
    return (group, kinds) if kinds else None


def asked_of_give(state: State, task: Task, effect: Effect) -> tuple[str, tuple[str, ...]] | None:
    """First to whom, then how many."""
    if not task.options:
        return asked_of_give_card(state, task, effect)
    owned = state.number(("powers", task.power, effect.token or ""))
    most = min(task.amount, owned)
    return "amount", tuple(str(n) for n in range(1, most + 1)) or ("0",)


def asked_of_take(state: State, task: Task, effect: Effect) -> tuple[str, tuple[str, ...]] | None:
    path = (effect.token or "").split(".")
    owners = tuple(
        seat for seat in others(state, task.power) if state.number(("powers", seat, *path))
    )
    return ("power", owners) if owners else None


def asked_of_give_card(
    state: State, task: Task, effect: Effect
) -> tuple[str, tuple[str, ...]] | None:
    """To whom; nobody alone at a table has anybody to give to."""
    return ("power", to) if (to := others(state, task.power)) else None


def asked_of_reveal(state: State, task: Task, effect: Effect) -> tuple[str, tuple[str, ...]] | None:
    unseen = state.crises.due - len(state.crises.face_up) - len(state.crises.resolved)
    return ("crisis", ()) if unseen > 0 else None


def asked_of_die(state: State, task: Task, effect: Effect) -> tuple[str, tuple[str, ...]]:
    return "roll", tuple(str(face) for face in state.box.geoengineering)


def asked_of_discard(state: State, task: Task, effect: Effect) -> tuple[str, tuple[str, ...]]:
    own = (
        card
        for stack in state.powers[task.power].stacks
        for card in stack
        if effect.tag is None or effect.tag in (card_of(state, card).tags or ())
    )
    return "discard", (HAND, *own)


def asked_of_project(
    state: State, task: Task, effect: Effect
) -> tuple[str, tuple[str, ...]] | None:
    return ("project", tuple(slot.number for slot in state.globals)) if state.globals else None


Asking = Callable[[State, Task, Effect], tuple[str, tuple[str, ...]] | None]
QUESTIONS: dict[str, Asking] = {
    "change": asked_of_change,
    "give": asked_of_give,
    "take": asked_of_take,
    "give_card": asked_of_give_card,
    "reveal": asked_of_reveal,
    "die": asked_of_die,
    "discard": asked_of_discard,
    "discard_project": asked_of_project,
}


def others(state: State, power: str) -> tuple[str, ...]:
    return tuple(seat for seat in state.seats if seat != power)


# --- what is answered ----------------------------------------------------------------------------


def answer(state: State, given: str) -> Rule:
    """Takes an answer to the open prompt, and goes on as far as no further one is needed."""
    task = state.tasks[0]
    asked = question(state)
    assert asked is not None
    kind, options = asked
    if options and given.isdecimal() and given not in options:
        given = options[int(given) - 1] if 0 < int(given) <= len(options) else given
    if options and given not in options:
        raise Refusal(
            "no_such_choice",
            say(
                "{answer} cannot be chosen; there is {options}.",
                answer=given,
                options=", ".join(options),
            ),
        )
    state = yield from ANSWERS[kind](state, task, given)
    return (yield from carry_on(state))


def answer_one_of(state: State, task: Task, given: str) -> Rule:
    return (yield TaskChanged((task.choices[task.options.index(given)],)))


def answer_optional(state: State, task: Task, given: str) -> Rule:
    assert task.effect is not None
    taken = replace(task, effect=replace(task.effect, optional=False))
    return (yield TaskChanged((taken,) if given == YES else ()))


def answer_power(state: State, task: Task, given: str) -> Rule:
    assert task.effect is not None
    if task.do == "change":
        chosen = replace(task, power=given, effect=replace(task.effect, board="own"))
        return (yield TaskChanged((chosen,)))
    if task.do == "give":
        return (yield TaskChanged((replace(task, options=(given,)),)))
    yield TaskChanged()
    if task.do == "give_card":
        return (yield CardGiven(task.power, given))
    token = task.effect.token or ""
    yield TokensChanged(given, token, -task.amount, task.card)
    return (yield TokensChanged(task.power, token, task.amount, task.card))


def answer_amount(state: State, task: Task, given: str) -> Rule:
    assert task.effect is not None
    token, (to,) = task.effect.token or "", task.options
    state = yield TaskChanged()
    if amount := int(given):
        state = yield TokensChanged(task.power, token, -amount, task.card)
        state = yield TokensChanged(to, token, amount, task.card)
    return state


def answer_kind(state: State, task: Task, given: str) -> Rule:
    assert task.effect is not None
    group = (task.effect.token or "").split(".")[0]
    token = f"{group}.{given}"
    effect = replace(task.effect, token=token)  # type: ignore[arg-type]
    return (yield TaskChanged((replace(task, effect=effect),)))


def answer_crisis(state: State, task: Task, given: str) -> Rule:
    """The crisis that was turned face up."""
    check_crisis_card(state, given)
    state = yield TaskChanged()
    return (yield CrisisSeen(given, forecast=False))


def check_crisis_card(state: State, card: str) -> None:
    if card_of(state, card).kind != "crisis":
        raise Refusal("wrong_kind", say("{card} is not a Crisis card.", card=card))
    refuse_alone(state, card_of(state, card))
    if card in (*state.crises.face_up, *state.crises.ongoing, *state.crises.resolved):
        raise Refusal("already_there", say("{card} lies on the table already.", card=card))


def answer_roll(state: State, task: Task, given: str) -> Rule:
    """The die plus tags, looked up in the card's table."""
    assert task.effect is not None
    total = int(given) + task.tags
    state = yield TaskChanged()
    state = yield CardDieRolled(task.power, int(given), total)
    rows = task.effect.table
    row = max(
        (row for row in rows if row.total <= total), key=lambda row: row.total, default=rows[0]
    )
    printed = getattr(state.box, row.fact) if row.fact else row.bands
    if bands := min(printed, state.thermometer.bands):
        state = yield BandsRemoved(bands, task.effect.temporary)
    if row.crises:
        state = yield CrisisCardsAdded(row.crises)
    return state


def answer_discard(state: State, task: Task, given: str) -> Rule:
    left = (replace(task, amount=task.amount - 1),) if task.amount > 1 else ()
    yield TaskChanged(left)
    return (yield CardDiscarded(task.power, "?" if given == HAND else given))


def answer_project(state: State, task: Task, given: str) -> Rule:
    yield TaskChanged()
    return (yield ProjectDiscarded(given))


BY_HAND_PATTERN = re.compile(r"([a-z.]+)([+-]\d+)")


def answer_by_hand(state: State, task: Task, given: str) -> Rule:
    """``clean+2,dirty-1``: what the card did, as people read it; ``done`` where that is all."""
    changes = []
    for part in () if given == "done" else given.split(","):
        match = BY_HAND_PATTERN.fullmatch(part.strip())
        if match is None:
            raise Refusal(
                "unclear_result",
                say("Say it as clean+2,dirty-1, or done; {part} is unclear.", part=part),
            )
        changes.append((match[1], int(match[2])))
    for token, by in changes:
        path = (token,) if token in CENTRAL else ("powers", task.power, *token.split("."))
        try:
            now = state.number(path)
        except LookupError:
            now = None
        if type(now) is not int or now + by < 0:
            raise Refusal(
                "unclear_result", say("{token} cannot change by {by}.", token=token, by=by)
            )
    state = yield TaskChanged()
    for token, by in changes:
        state = yield TokensChanged("" if token in CENTRAL else task.power, token, by, task.card)
    return state


ANSWERS: dict[str, Callable[[State, Task, str], Rule]] = {
    "one_of": answer_one_of,
    "optional": answer_optional,
    "power": answer_power,
    "amount": answer_amount,
    "resilience": answer_kind,
    "emissions": answer_kind,
    "crisis": answer_crisis,
    "roll": answer_roll,
    "discard": answer_discard,
    "project": answer_project,
    BY_HAND: answer_by_hand,
}


# --- what is done --------------------------------------------------------------------------------


def change_tokens(state: State, task: Task) -> Rule:
    """Tokens come or go; of what is not there, none can go."""
    assert task.effect is not None
    token = task.effect.token or ""
    if not task.amount or token in KINDS_OF_ANY:
        return state
    power = "" if token in CENTRAL else task.power
    if token == "communities" and task.amount > 0:
        return (yield CommunitiesAdded(power, task.amount, task.card))
    path = (token,) if not power else ("powers", power, *token.split("."))
    if by := max(task.amount, -state.number(path)):
        state = yield TokensChanged(power, token, by, task.card)
    return state


def lose_tokens(state: State, task: Task) -> Rule:
    """A crisis takes tokens; where there are none, communities suffer."""
    assert task.effect is not None
    token = task.effect.token or ""
    if token in ("trees", "oceans"):
        return (yield from lose_sinks(state, token, -task.amount))
    if token.startswith("resilience."):
        kind = token.split(".")[1]
        return (yield from lose_resilience(state, task.power, kind, -task.amount))
    return (yield from change_tokens(state, task))


def draw_cards(state: State, task: Task) -> Rule:
    assert task.effect is not None
    if task.amount:
        effect = task.effect
        state = yield CardsDrawn(task.power, task.amount, task.card, effect.keep, effect.keep_tags)
    return state


def draw_next_round(state: State, task: Task) -> Rule:
    return (yield DrawChanged(task.power, task.amount, task.card)) if task.amount else state


def pass_communities(state: State, task: Task) -> Rule:
    """Communities move to the power on the right: the one that sat down before."""
    right = state.seats[state.seats.index(task.power) - 1]
    moved = min(task.amount, state.powers[task.power].communities)
    if not moved or right == task.power:
        return state
    state = yield TokensChanged(task.power, "communities", -moved, task.card)
    return (yield CommunitiesAdded(right, moved, task.card))


def check_shortage(state: State, task: Task) -> Rule:
    return (yield from shortage_of(state, task.power))


def no_more(state: State, task: Task) -> Rule:
    """Nothing is left of this: nobody to ask, or nothing to do it to."""
    yield from ()
    return state


DOING: dict[str, Callable[[State, Task], Rule]] = {
    "change": change_tokens,
    "lose": lose_tokens,
    "draw": draw_cards,
    "draw_next": draw_next_round,
    "pass_communities": pass_communities,
    "shortage": check_shortage,
    "give": no_more,
    "take": no_more,
    "give_card": no_more,
    "reveal": no_more,
    "die": no_more,
    "discard": no_more,
    "discard_project": no_more,
}
