"""Dice: what a roll that is due brings about, and rolls that change nothing.

Sums of the way home have a modifier: the weather, abilities and objects (rulebook, "Volver").
"""

from dataclasses import dataclass
from itertools import takewhile

from companion.errors import Refusal
from companion.games.naufragos.model.camp_events import FireLit
from companion.games.naufragos.model.events import DiceRolled, TasksAdded, TasksChanged
from companion.games.naufragos.model.people_events import CameHome
from companion.games.naufragos.model.state import LostGroup, Roll, State, Task
from companion.games.naufragos.model.terms import DICE, ON_THE_WAY_HOME, REST
from companion.games.naufragos.rules.camp import rest_after_roll, worth_more
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.exploring import leave_expedition
from companion.games.naufragos.rules.prompts import Question, ask_reroll, question
from companion.games.naufragos.rules.tasks import carry_on
from companion.i18n.message import count, say

FACES = tuple("123456")
TOTAL, ONE, NO_ONE = "total", "one", "none"
ASK_NOTHING = ("wood", "diary", "salvage")
HIGHEST_LOW = 3
"""Of a roll for resting: 1 to 3 give less, 4 to 6 more."""


def modifier(state: State, members: tuple[str, ...]) -> int:
    """What is added to a group's roll for the way home."""
    own = sum(state.castaways[seat].return_bonus for seat in members)
    cards = (state.cards.get(card) for seat in members for card in state.castaways[seat].objects)
    objects = sum(card.return_ or 0 for card in cards if card)
    return ON_THE_WAY_HOME.get(state.label, 0) + own + objects


@dataclass(frozen=True, slots=True)
class Shown:
    """What dice show: wooden ones may say less than their faces."""

    faces: tuple[int, ...]
    total: int | None = None
    one: bool = False
    """Is there a 1 among them?"""


def roll(state: State, die: str, shown: tuple[str, ...]) -> Rule:
    """A roll that was due, or a free one that changes nothing."""
    if die not in DICE:
        raise Refusal("unknown_die", say("There is no die {die}.", die=die))
    asked = question(state)
    if die == "strength" or asked is None or asked.kind != "roll":
        return (yield DiceRolled(free(die, shown)))
    state = yield from ROLLED[asked.what](state, asked, read_roll(asked, shown))
    return (yield from carry_on(state))


def free(die: str, shown: tuple[str, ...]) -> Roll:
    if die == "strength" and len(shown) != 1:
        raise wrong_dice(1)
    if die != "strength" and shown[0] in (TOTAL, ONE, NO_ONE):
        raise not_this_way()
    faces = faces_of(shown)
    return Roll(die, faces, sum(faces), None, free=True, success=None)


def read_roll(asked: Question, shown: tuple[str, ...]) -> Shown:
    match asked.what, shown:
        case "return" | "lost", ("total", total):
            if not total.isdecimal() or not 2 <= int(total[:3]) <= 12:
                raise Refusal("impossible_value", say("Two dice show 2 to 12 together."))
            return Shown((), int(total))
        case "injury", ("one",):
            return Shown((), one=True)
        case "injury", ("none",):
            return Shown(())
        case _ if shown[0] in (TOTAL, ONE, NO_ONE):
            raise not_this_way()
    faces = faces_of(shown)
    if len(faces) != asked.dice:
        raise wrong_dice(asked.dice)
    return Shown(faces, sum(faces), 1 in faces)


def faces_of(shown: tuple[str, ...]) -> tuple[int, ...]:
    for face in shown:
        if face not in FACES:
            raise Refusal("unknown_face", say("A die has no face {face}.", face=face))
    return tuple(int(face) for face in shown)


def wrong_dice(due: int) -> Refusal:
    return Refusal("wrong_dice", count("{n} die is due.", "{n} dice are due.", due))


def not_this_way() -> Refusal:
    return Refusal("wrong_dice", say("This roll is told by the faces of its dice."))


# --- what each roll is for -----------------------------------------------------------------------


def offer_reroll(task: Task, what: str) -> Task:
    return Task("reroll", task.seat, task.members, None, what, task.amount, task.repeated)


def rolled_fire(state: State, asked: Question, shown: Shown) -> Rule:
    """Not more than the energy that was spent: the fire burns."""
    task = state.tasks[0]
    lit, who = shown.faces[0] <= task.amount, (task.seat,)
    yield DiceRolled(
        Roll("dice", shown.faces, shown.total, "fire", False, lit, who, difficulty=task.amount)
    )
    if not lit:
        return (yield TasksChanged((offer_reroll(task, "fire"),)))
    yield TasksChanged()
    return (yield FireLit(task.seat))


def rolled_rest(state: State, asked: Question, shown: Shown) -> Rule:
    """A low roll may be repeated, where a high one would be worth more."""
    low, again = shown.faces[0] <= HIGHEST_LOW, offer_reroll(state.tasks[0], "rest")
    yield DiceRolled(Roll("dice", shown.faces, shown.total, "rest", False, None, (asked.seat,)))
    if low and worth_more(state, asked.seat) and ask_reroll(state, again):
        return (yield from put_off(state, again))
    state = yield TasksChanged()
    return (yield from rest_after_roll(state, asked.seat, low=low))


def put_off(state: State, again: Task) -> Rule:
    """All who rest roll first, in one throw if they like; then each low roll is asked about."""
    behind = tuple(takewhile(goes_first, state.tasks[1:]))
    for _ in (again, *behind):
        state = yield TasksChanged()
    return (yield TasksAdded((*behind, again)))


def goes_first(task: Task) -> bool:
    """What asks nothing, or only for a roll, and touches nobody's energy but by resting."""
    return task.do in (*ASK_NOTHING, REST) or (task.do, task.what) == ("reroll", REST)


def rolled_injury(state: State, asked: Question, shown: Shown) -> Rule:
    """A 1 among them makes the topmost injury a trauma."""
    task, safe = state.tasks[0], not shown.one
    yield DiceRolled(Roll("dice", shown.faces, shown.total, "injury", False, safe, (task.seat,)))
    return (yield TasksChanged(() if safe else (offer_reroll(task, "injury"),)))


def rolled_return(state: State, asked: Question, shown: Shown) -> Rule:
    task, party = state.tasks[0], state.expedition
    assert party is not None
    told = judge(state, asked, party.difficulty, shown)
    yield DiceRolled(told)
    if not told.success:
        return (yield TasksChanged((offer_reroll(task, "return"),)))
    state = yield TasksChanged()
    return (yield from leave_expedition(state, CameHome(asked.members), task.seat))


def rolled_search(state: State, asked: Question, shown: Shown) -> Rule:
    told = judge(state, asked, lost_group(state, asked.members).difficulty, shown)
    state = yield DiceRolled(told)
    if not told.success:
        return (yield TasksChanged((offer_reroll(state.tasks[0], "lost"),)))
    yield TasksChanged()
    return (yield CameHome(asked.members))


def lost_group(state: State, members: tuple[str, ...]) -> LostGroup:
    return next(group for group in state.lost if group.members == members)


def judge(state: State, asked: Question, difficulty: int, shown: Shown) -> Roll:
    """Is a group's roll enough for the way home?"""
    assert shown.total is not None
    added = modifier(state, asked.members)
    home = shown.total + added >= difficulty
    about = (asked.members, added, difficulty)
    return Roll("dice", shown.faces, shown.total, asked.what, False, home, *about)


ROLLED = {
    "fire": rolled_fire,
    "rest": rolled_rest,
    "injury": rolled_injury,
    "return": rolled_return,
    "lost": rolled_search,
}
