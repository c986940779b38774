"""Exploration (rulebook, "Exploración", "Volver"): one expedition a turn, out and home again."""

from companion.errors import Refusal
from companion.games.naufragos.model import people_events as p
from companion.games.naufragos.model.events import StepBegan, TasksAdded
from companion.games.naufragos.model.state import Expedition, State, Task
from companion.games.naufragos.model.terms import COLOURS, DECKS, EXPLORE, SECTORS
from companion.games.naufragos.rules.camp import explorers
from companion.games.naufragos.rules.cards import card_of, learn_exploration
from companion.games.naufragos.rules.consequences import Rule, one_space_on
from companion.games.naufragos.rules.people import give_story
from companion.games.naufragos.rules.prompts import BACK, lost_with, reached, those_left
from companion.i18n.message import say

MOST_ON_A_CARD = 11


def set_out(state: State, task: Task) -> Rule:
    """Everybody with a pawn there, in the order of the pawns."""
    if members := explorers(state):
        state = yield StepBegan(EXPLORE)
        state = yield p.ExpeditionLeft(members)
    return state


def end_expedition(state: State, task: Task) -> Rule:
    return (yield p.ExpeditionOver()) if state.expedition else state


def draw(
    state: State, sector: str, difficulty: int, icons: frozenset[str], card: str | None
) -> Rule:
    """The explorer whose turn it is turns a card over; its text is the people's business."""
    party = exploring(state)
    if card is not None:
        state = yield from learn_exploration(state, card, sector, difficulty, icons)
        known = card_of(state, card)
        sector, difficulty = str(known.deck), known.difficulty or 0
        marks = {"advance": known.advance, "story": known.story}
        icons = icons | {icon for icon, there in marks.items() if there}
    check_card(state, party, sector, difficulty, pending="pending" in icons)
    seat = party.turn
    state = yield p.CardDrawn(seat, sector, difficulty, card, "pending" in icons)
    if "advance" in icons:
        state = yield from advance(state, party.members, sector)
    further = min(difficulty, state.box.difficulty.max - party.difficulty)
    if further > 0:
        state = yield p.WayBackGrew(further)
    if "story" in icons:
        state = yield from give_story(state, seat, 1, EXPLORE)
    return (yield p.TurnPassed(party.behind(seat)))


def exploring(state: State) -> Expedition:
    if state.exploring is None:
        raise Refusal("not_your_stage", say("Nobody explores now."))
    return state.exploring


def check_card(
    state: State, party: Expedition, sector: str, difficulty: int, *, pending: bool
) -> None:
    if sector not in DECKS:
        raise Refusal("impossible_value", say("There is no deck {deck}.", deck=sector))
    if difficulty > MOST_ON_A_CARD:
        words = say("A card makes the way back 0 to {most} harder.", most=MOST_ON_A_CARD)
        raise Refusal("impossible_value", words)
    if party.difficulty >= state.box.difficulty.max:
        raise must_return(state)
    if not pending and not state.decks[sector]:
        raise Refusal("deck_empty", say("{deck}: no cards are left.", deck=SECTORS[sector]))
    if not pending and not reached(state, sector):
        raise Refusal(
            "not_reached", say("{deck}: nobody of you has come so far.", deck=SECTORS[sector])
        )


def must_return(state: State) -> Refusal:
    return Refusal(
        "must_return", say("At {n} everybody goes back, together.", n=state.box.difficulty.max)
    )


def advance(state: State, members: tuple[str, ...], sector: str) -> Rule:
    """Those in the card's sector, or in an earlier one, move one space on."""
    order = list(SECTORS)
    near = [seat for seat in members if order.index(state.sector(seat)) <= order.index(sector)]
    for seat in near:
        state = yield from move_on(state, seat)
    return state


def move_on(state: State, seat: str) -> Rule:
    now = state.castaways[seat].track
    then = one_space_on(state, now)
    return (yield p.MovedOn(seat, then)) if then != now else state


# --- the way back --------------------------------------------------------------------------------


def go_back(state: State, named: tuple[str, ...]) -> Rule:
    """The explorer whose turn it is, and whoever joins, roll for the way home."""
    party = exploring(state)
    for seat in named:
        if seat not in state.seats:
            raise Refusal("unknown_castaway", say("{who} does not play.", who=seat))
        if seat not in party.members:
            raise Refusal("not_exploring", say("{who} does not explore.", who=COLOURS[seat]))
    if named and party.turn not in named:
        raise Refusal("not_your_turn", say("It is the turn of {who}.", who=COLOURS[party.turn]))
    members = tuple(seat for seat in party.members if not named or seat in named)
    if members != party.members and party.difficulty >= state.box.difficulty.max:
        raise must_return(state)
    return (yield TasksAdded((Task(BACK, party.turn, members),)))


def leave_expedition(state: State, how: p.CameHome | p.GotLost, declared: str) -> Rule:
    """These have left; the next one behind whoever declared it explores or goes back."""
    assert state.expedition is not None
    then = state.expedition.behind(declared, how.members)
    state = yield how
    return (yield p.TurnPassed(then))


def get_lost(state: State, task: Task) -> Rule:
    """Nobody pays for another roll: lost together, those who are still there."""
    if members := those_left(state, task):
        return (yield from leave_expedition(state, p.GotLost(members), task.seat))
    return state


def pay_together(state: State, members: tuple[str, ...]) -> Rule:
    """One energy a head: from each who has some, the rest from whoever has most."""
    has = {seat: state.castaways[seat].energy for seat in members}
    paid = {seat: min(1, has[seat]) for seat in members}
    for _ in range(len(members) - sum(paid.values())):
        paid[max(members, key=lambda seat: has[seat] - paid[seat])] += 1
    for seat, energy in paid.items():
        if energy:
            state = yield p.EnergySpent(seat, energy, BACK)
    return state


def pay_part(state: State, task: Task, energy: int) -> Rule:
    """The first one's part of the price; the others pay what is left."""
    if energy:
        yield p.EnergySpent(task.members[0], energy, BACK)
    rest = Task("pay", members=task.members[1:], amount=task.amount - energy)
    return (yield TasksAdded((rest,)))


def pay_forced(state: State, task: Task) -> Rule:
    """Nobody was asked, because only one number will do."""
    if not (task.amount and task.members):
        return state
    energy = min(task.amount, state.castaways[task.members[0]].energy)
    return (yield from pay_part(state, task, energy))


TRIES = 2


def searches(state: State) -> tuple[Task, ...]:
    """The groups that have not looked for the way home this turn, in the order of their loss."""
    return tuple(Task("seek", members=group.members) for group in state.lost if not group.sought)


def seek(state: State, task: Task) -> Rule:
    """A pawn each, one space nearer, and a roll."""
    if members := lost_with(state, task):
        state = yield p.WaySought(members)
        state = yield TasksAdded((Task("search", members=members, amount=task.amount + 1),))
    return state


def search_failed(state: State, task: Task) -> Rule:
    """The second pawn is for a second try; after that they are lost until the next turn."""
    if not (members := lost_with(state, task)):
        return state
    if task.amount < TRIES:
        return (yield from seek(state, task))
    return (yield p.StillLost(members))
