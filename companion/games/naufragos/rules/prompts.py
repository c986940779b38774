"""What the table waits for, from the state alone: the first task asks, or asks nothing.

Whoever stands on the promontory is asked before anybody else, and the event before all actions.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import Refusal
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.state import State, Task
from companion.i18n.message import say

YES, NO, KEEP, DONE, NONE = "yes", "no", "keep", "done", "none"
NOW, LATER = "now", "next"
ENERGY, DIVIDE, LOST, BACK = "energy", "divide", "lost", "return"
NUMBERED = ("forage", "fish", "fire", "share", "pay", "score")
"""What is answered with a number."""


@dataclass(frozen=True, slots=True)
class Question:
    kind: str
    options: tuple[str, ...] = ()
    seat: str = ""
    members: tuple[str, ...] = ()
    dice: int = 0
    what: str = ""
    """What is rolled for, or built."""
    missing: int = 0
    draw: int = 0
    card: str | None = None


def question(state: State) -> Question | None:
    """What is asked now; None if NEXT goes on."""
    if not state.round or state.outcome:
        return None
    if state.ending is None and (there := state.on_promontory()):
        return Question("ending", (NOW, LATER), seat=there[0])
    if (state.stage, state.step) == ("event", "event"):
        return Question("event")
    task = state.tasks[0] if state.tasks else None
    if task is None or task.do not in QUESTIONS or concerns_a_dead(state, task):
        return None
    return QUESTIONS[task.do](state, task)


def concerns_a_dead(state: State, task: Task) -> bool:
    """Is this something that only one person could do, who has died since?"""
    return task.do in OF_ONE_PERSON and not state.castaways[task.seat].alive


def up_to(most: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(most + 1))


def ask_food(state: State, task: Task) -> Question | None:
    """The number on the tile, as long as there are tiles."""
    if not getattr(state.supply, task.do):
        return None
    return Question(task.do, up_to(terms.MOST_FOUND), seat=task.seat)


def ask_fire(state: State, task: Task) -> Question | None:
    one = state.castaways[task.seat]
    if not one.energy or not can_be_lit(state):
        return None
    return Question("fire", up_to(min(terms.SURE_FIRE, one.energy)), seat=task.seat)


def can_be_lit(state: State) -> bool:
    return not state.fire.lit and state.store.wood > 0


def ask_fire_roll(state: State, task: Task) -> Question | None:
    return Question("roll", seat=task.seat, dice=1, what="fire") if can_be_lit(state) else None


def ask_rest(state: State, task: Task) -> Question | None:
    """A die only where the shelter makes a difference."""
    low, high, _ = state.box.rest[str(state.constructions.shelter)]
    return None if low == high else Question("roll", seat=task.seat, dice=1, what="rest")


# --- building ------------------------------------------------------------------------------------


def ask_build(state: State, task: Task) -> Question | None:
    possible = buildable(state)
    return Question("build", (*possible, NONE), seat=task.seat) if possible else None


def buildable(state: State) -> tuple[str, ...]:
    """What can be built now."""
    raft = state.constructions.raft
    possible = {
        terms.SHELTER: not state.is_done(terms.SHELTER) and has_materials(state, terms.SHELTER),
        terms.RAFT: raft.open and not raft.done and has_materials(state, terms.RAFT),
        terms.SAND_SIGN: not state.is_done(terms.SAND_SIGN),
        terms.BONFIRE: not state.is_done(terms.BONFIRE) and state.store.wood > 0,
    }
    return tuple(building for building, can in possible.items() if can)


def has_materials(state: State, building: str) -> bool:
    cost = state.cost_of(building)
    return all(getattr(state.store, name) >= getattr(cost, name) for name in terms.MATERIALS)


def ask_share(state: State, task: Task) -> Question | None:
    """How much energy the next one gives, of those who can give some."""
    missing = missing_for(state, task)
    for seat in task.members:
        if most := most_of(state, seat, task.what, missing):
            return Question("share", up_to(most), seat=seat, what=task.what, missing=missing)
    return None


def missing_for(state: State, task: Task) -> int:
    """Energy that a building still needs."""
    if state.is_done(task.what):
        return 0
    if task.what in (terms.SHELTER, terms.RAFT):
        return max(0, state.cost_of(task.what).energy - task.amount)
    return max(0, state.full_size(task.what) - state.growing(task.what).progress)


def most_of(state: State, seat: str, building: str, missing: int) -> int:
    """The most that somebody can give to a building: nobody gives what would be lost."""
    if not state.here(seat):
        return 0
    wood = state.store.wood if building == terms.BONFIRE else missing
    return min(state.castaways[seat].energy, missing, wood)


# --- away ----------------------------------------------------------------------------------------


def ask_expedition(state: State, task: Task) -> Question | None:
    if party := state.exploring:
        return Question("explore", (*open_decks(state), BACK), seat=party.turn)
    return None


def open_decks(state: State) -> tuple[str, ...]:
    """Decks that the furthest member has reached, and that have cards; none at the furthest."""
    party = state.exploring
    assert party is not None
    if party.difficulty >= state.box.difficulty.max:
        return ()
    return tuple(deck for deck in terms.DECKS if state.decks[deck] and reached(state, deck))


def reached(state: State, deck: str) -> bool:
    party, sectors = state.exploring, list(terms.SECTORS)
    assert party is not None
    furthest = max(sectors.index(state.sector(seat)) for seat in party.members)
    return sectors.index(deck) <= furthest


def those_left(state: State, task: Task) -> tuple[str, ...]:
    """Of those who try to come home together, whoever is still there."""
    members = state.exploring.members if state.exploring else ()
    return tuple(seat for seat in task.members if seat in members)


def lost_with(state: State, task: Task) -> tuple[str, ...]:
    """The lost group that these are in now; nobody, if none of them is lost any more."""
    found = (group.members for group in state.lost if set(group.members) & set(task.members))
    return next(found, ())


def ask_way_home(members: tuple[str, ...], what: str) -> Question | None:
    """Two dice for whoever is still concerned."""
    return Question("roll", members=members, dice=2, what=what) if members else None


def ask_injury(state: State, task: Task) -> Question | None:
    injuries = state.castaways[task.seat].injuries
    return Question("roll", seat=task.seat, dice=injuries, what="injury") if injuries else None


# --- once more? ----------------------------------------------------------------------------------


def ask_reroll(state: State, task: Task) -> Question | None:
    """A roll that failed may be repeated, if anybody can pay for it."""
    members = rollers(state, task)
    may_spend = not task.repeated and state.difficulty != "hard"
    tokens = tuple(seat for seat in members if may_spend and state.castaways[seat].story)
    if task.what == "return":
        energy = sum(state.castaways[seat].energy for seat in members)
        paid = (ENERGY,) if members and energy >= len(members) else ()
        divided = (DIVIDE,) if energy > len(members) > 1 else ()
        options = (*paid, *tokens, LOST, *divided)
    else:
        options = (KEEP, *tokens)
    return Question("reroll", options, members=members) if len(options) > 1 else None


def ask_pay(state: State, task: Task) -> Question | None:
    """How much of the price the next one pays, unless only one number will do."""
    if not task.members:
        return None
    seat, *behind = task.members
    least = max(0, task.amount - sum(state.castaways[each].energy for each in behind))
    most = min(task.amount, state.castaways[seat].energy)
    numbers = up_to(most)[least:]
    return Question("pay", numbers, seat, missing=task.amount) if len(numbers) > 1 else None


def rollers(state: State, task: Task) -> tuple[str, ...]:
    """Who rolled, of those who are still concerned."""
    if task.what == "return":
        return those_left(state, task)
    if task.what == "lost":
        return lost_with(state, task)
    return (task.seat,) if state.castaways[task.seat].alive else ()


# --- the night and the end -----------------------------------------------------------------------


def ask_feed(state: State, task: Task) -> Question | None:
    """Asked once, if the fire would go out and there is wood."""
    would_help = state.fire.lit and not state.fire.wood and state.store.wood
    return Question("feed", (YES, NO)) if would_help else None


OF_ONE_PERSON = (
    *("forage", "fish", "wood", "diary", "salvage", "fire", "fire_roll", "rest", "by_hand"),
    *("build", "injury", "score"),
)
QUESTIONS: dict[str, Callable[[State, Task], Question | None]] = {
    "forage": ask_food,
    "fish": ask_food,
    "fire": ask_fire,
    "fire_roll": ask_fire_roll,
    "rest": ask_rest,
    "by_hand": lambda state, task: Question("by_hand", (DONE,), task.seat, card=task.card),
    "build": ask_build,
    "share": ask_share,
    "expedition": ask_expedition,
    "return": lambda state, task: ask_way_home(those_left(state, task), "return"),
    "search": lambda state, task: ask_way_home(lost_with(state, task), "lost"),
    "injury": ask_injury,
    "reroll": ask_reroll,
    "pay": ask_pay,
    "feed": ask_feed,
    "rescue": lambda state, task: Question("rescue", (YES, NO)),
    "score": lambda state, task: Question("score", seat=task.seat, draw=task.amount),
}


def kind_asked(state: State) -> str:
    """The kind of the question that is open; nothing if none is."""
    asked = question(state)
    return asked.kind if asked else ""


def refuse_while_asking(state: State) -> None:
    if asked := question(state):
        raise due(asked.kind)


def due(kind: str) -> Refusal:
    """What is in the way of going on."""
    if kind == "roll":
        return Refusal("roll_due", say("First the dice are rolled."))
    if kind == "event":
        return Refusal("event_due", say("First this turn's event is told."))
    return Refusal("choice_due", say("First the question is answered."))
