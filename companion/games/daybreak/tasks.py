"""What cards do, one task after the other: the executor of card effects.

A task that needs no answer is carried out at once; one that does waits at the head of the queue,
and is the prompt that people see. An answer makes it a smaller task, until nothing is left to ask.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import get_args

from companion.errors import Refusal
from companion.games.daybreak.card import Effect, Token
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
from companion.games.daybreak.stacks import (
    card_of,
    forbidden_by,
    ongoing_rule,
    refuse_alone,
)
from companion.games.daybreak.state import State, Task
from companion.games.daybreak.terms import EMISSIONS, RESILIENCES
from companion.message import say

BY_HAND = "by_hand"
CENTRAL = ("trees", "oceans", "dac", "recent")
KINDS_OF_ANY = {"resilience.any": tuple(RESILIENCES), "emissions.any": tuple(EMISSIONS)}
NO, YES = "no", "yes"
HAND = "hand"
SHARED = ("give", "take", "give_card")
"""What is done together with one other power."""


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
    if effect.board == "any" and len(state.seats) > 1 and effect.token not in CENTRAL:
        return "power", state.seats
    return asked_of_kind(state, task, effect)


def asked_of_kind(state: State, task: Task, effect: Effect) -> tuple[str, tuple[str, ...]] | None:
    """Which kind of Resilience or Emissions; of those that are there, where some go."""
    kinds = KINDS_OF_ANY.get(effect.token or "")
    if kinds is None:
        return None
    group = (effect.token or "").split(".")[0]
    if task.amount < 0 or task.do == "move":
        there = getattr(state.powers[task.power], group)
        kinds = tuple(kind for kind in kinds if there[kind])
    return (group, kinds) if kinds else None


def asked_of_partner(
    state: State, task: Task, effect: Effect
) -> tuple[str, tuple[str, ...]] | None:
    powers = partners(state, task.power, effect)
    return ("power", powers) if powers else None


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
    "lose": asked_of_kind,
    "move": asked_of_kind,
    "give": asked_of_partner,
    "take": asked_of_partner,
    "give_card": asked_of_partner,
    "reveal": asked_of_reveal,
    "die": asked_of_die,
    "discard": asked_of_discard,
    "discard_project": asked_of_project,
}


def partners(state: State, power: str, effect: Effect) -> tuple[str, ...]:
    """The powers that something can go to, or come from."""
    if effect.token in CENTRAL:
        return ()
    others = tuple(seat for seat in state.seats if seat != power)
    if effect.do == "take":
        return tuple(seat for seat in others if owned(state, seat, effect.token or ""))
    return others


def owned(state: State, power: str, token: str) -> int:
    """How many tokens there are: on the central board, of one kind, or of any."""
    if token in CENTRAL:
        return state.number((token,))
    group, _, kind = token.partition(".")
    if kind == "any":
        return sum(getattr(state.powers[power], group).values())
    return state.number(("powers", power, *token.split(".")))


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
    match task.do:
        case "give":
            moves = replace(task, do="move", options=(given,))
        case "take":
            moves = replace(task, do="move", power=given, options=(task.power,))
        case "give_card":
            yield TaskChanged()
            return (yield CardGiven(task.power, given))
        case _:
            moves = replace(task, power=given, effect=replace(task.effect, board="own"))
    return (yield TaskChanged((moves,)))


def answer_kind(state: State, task: Task, given: str) -> Rule:
    """One kind it is; where more must go than it has, the rest is asked for again."""
    assert task.effect is not None
    group = (task.effect.token or "").split(".")[0]
    token = f"{group}.{given}"
    chosen = replace(task, effect=replace(task.effect, token=token))  # type: ignore[arg-type]
    there = owned(state, task.power, token)
    if task.amount < -there:
        rest = replace(task, amount=task.amount + there)
        return (yield TaskChanged((replace(chosen, amount=-there), rest)))
    return (yield TaskChanged((chosen,)))


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
    rows = [row for row in task.effect.table if row.total <= total]
    if not rows:
        return state
    row = rows[-1]
    printed = getattr(state.box, row.fact) if row.fact else row.bands
    if bands := min(printed, state.thermometer.bands):
        state = yield BandsRemoved(bands, task.effect.temporary)
    if row.crises:
        state = yield CrisisCardsAdded(row.crises)
    return state


def answer_discard(state: State, task: Task, given: str) -> Rule:
    yield one_less(task)
    return (yield CardDiscarded(task.power, "?" if given == HAND else given))


def answer_project(state: State, task: Task, given: str) -> Rule:
    yield one_less(task)
    return (yield ProjectDiscarded(given))


def one_less(task: Task) -> TaskChanged:
    """What is asked for one by one: the same again, until all are named."""
    return TaskChanged((replace(task, amount=task.amount - 1),) if task.amount > 1 else ())


BY_HAND_PATTERN = re.compile(r"([a-z._]+)([+-]\d{1,2})")
COUNTED = set(get_args(Token)) - set(KINDS_OF_ANY)


def answer_by_hand(state: State, task: Task, given: str) -> Rule:
    """``clean+2,us.dirty-1``: what the card did, as people read it; ``done`` where that is all."""
    changes: Counter[tuple[str, str]] = Counter()
    for part in () if given == "done" else given.split(","):
        match = BY_HAND_PATTERN.fullmatch(part.strip())
        if match is None:
            raise Refusal(
                "unclear_result",
                say("Say it as clean+2,dirty-1, or done; {part} is unclear.", part=part),
            )
        head, _, rest = match[1].partition(".")
        power, token = (head, rest) if head in state.seats else (task.power, match[1])
        changes["" if token in CENTRAL else power, token] += int(match[2])
    for (power, token), by in changes.items():
        if token not in COUNTED or owned(state, power, token) + by < 0:
            raise Refusal(
                "unclear_result", say("{token} cannot change by {by}.", token=token, by=by)
            )
        if token == "dirty" and by < 0 and state.stage == "local":
            refuse_removing_dirty(state)
    state = yield TaskChanged()
    for (power, token), by in changes.items():
        state = yield from change(state, power, token, by, task.card)
    return state


def refuse_removing_dirty(state: State) -> None:
    if crisis := ongoing_rule(state, "no_removing_dirty"):
        raise forbidden_by(crisis)


ANSWERS: dict[str, Callable[[State, Task, str], Rule]] = {
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


# --- what is done --------------------------------------------------------------------------------


def change(state: State, power: str, token: str, by: int, card: str) -> Rule:
    """Tokens come or go; of what is not there, none can go."""
    if token == "communities" and by > 0:
        return (yield CommunitiesAdded(power, by, card))
    if by := max(by, -owned(state, power, token)):
        state = yield TokensChanged("" if token in CENTRAL else power, token, by, card)
    return state


def change_tokens(state: State, task: Task) -> Rule:
    assert task.effect is not None
    token = task.effect.token or ""
    if token in KINDS_OF_ANY:  # nothing of the kind is there to go
        return state
    return (yield from change(state, task.power, token, task.amount, task.card))


def move_tokens(state: State, task: Task) -> Rule:
    assert task.effect is not None
    token, (to,) = task.effect.token or "", task.options
    return (yield from move(state, task, to, token))


def move(state: State, task: Task, to: str, token: str) -> Rule:
    """Tokens go from one power to another, as many as are there."""
    moved = min(task.amount, owned(state, task.power, token))
    if moved and token not in KINDS_OF_ANY:
        state = yield from change(state, task.power, token, -moved, task.card)
        state = yield from change(state, to, token, moved, task.card)
    return state


def lose_tokens(state: State, task: Task) -> Rule:
    """A crisis takes tokens; where there are none, communities suffer."""
    assert task.effect is not None
    token = task.effect.token or ""
    if token in ("trees", "oceans"):
        return (yield from lose_sinks(state, token, -task.amount))
    if token == "resilience.any" and task.amount:
        return (yield CommunitiesAdded(task.power, -task.amount, task.card))
    if token.startswith("resilience.") and token not in KINDS_OF_ANY:
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
    return state if right == task.power else (yield from move(state, task, right, "communities"))


def check_shortage(state: State, task: Task) -> Rule:
    return (yield from shortage_of(state, task.power))


def no_more(state: State, task: Task) -> Rule:
    """Nothing is left of this: nobody to ask, or nothing to do it to."""
    yield from ()
    return state


DOING: dict[str, Callable[[State, Task], Rule]] = {
    "change": change_tokens,
    "lose": lose_tokens,
    "move": move_tokens,
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
