"""The end (rulebook, "Fin del juego", "Abandonando la isla", "Puntuación final")."""

from companion.errors import Refusal
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model.people_events import Scored
from companion.games.naufragos.model.state import State, Task
from companion.games.naufragos.model.terms import BUILDINGS, MOST_SCORE
from companion.games.naufragos.rules.cards import card_of
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.people import give_story
from companion.games.naufragos.rules.prompts import NO, NOW, Question
from companion.i18n.message import say


def decide_ending(state: State, asked: Question, given: str) -> Rule:
    """Whoever reaches the promontory first says which turn is the last."""
    return (yield e.EndingDecided(state.round if given == NOW else state.round + 1))


def look_for_ships(state: State) -> Rule:
    yield e.StepBegan("rescue")
    return (yield e.TasksAdded((Task("rescue"),)))


def see_ship(state: State, asked: Question, given: str) -> Rule:
    """Seen: those in camp are rescued, draw tokens and add up. Not seen: nobody is."""
    if given == NO:
        return (yield e.GameEnded(won=False, reason="missed"))
    rescued = state.at_camp
    if not rescued:
        return (yield e.GameEnded(won=False, reason="lost"))
    state = yield e.TasksChanged()
    state = yield e.StepBegan("score")
    tokens = {seat: state.box.story_of(state.castaways[seat].track) for seat in rescued}
    for seat, drawn in tokens.items():
        state = yield from give_story(state, seat, drawn, "rescue")
    asks = (Task("score", seat, amount=drawn) for seat, drawn in tokens.items())
    return (yield e.TasksAdded((*asks, Task("winner"))))


def add_up(state: State, asked: Question, given: str) -> Rule:
    points = total_of(given)
    yield e.TasksChanged()
    return (yield Scored(asked.seat, points))


def total_of(given: str) -> int:
    """``17``, or the tokens and cards one by one: ``3+2+5+7``."""
    parts = given.split("+")
    if not all(part.isdecimal() and part.isascii() and len(part) < 4 for part in parts):
        raise Refusal("no_such_choice", say("Say the points as a number, or as 3+2+5."))
    total = sum(map(int, parts))
    if total > MOST_SCORE:
        raise Refusal("impossible_value", say("Points are 0 to {most}.", most=MOST_SCORE))
    return total


def find_winner(state: State, task: Task) -> Rule:
    """The highest wins; equals share. Nobody, if all who were rescued have died since."""
    scores = {
        seat: one.score
        for seat, one in state.castaways.items()
        if one.alive and one.score is not None
    }
    if not scores:
        return (yield e.GameEnded(won=False, reason="lost"))
    best = max(scores.values())
    winners = tuple(seat for seat in state.seats if scores.get(seat) == best)
    return (yield e.GameEnded(won=True, reason="rescue", winners=winners))


def met(state: State, wanted: str) -> bool:
    """Is something there that a ship must see: a finished construction, or an object?"""
    if wanted in BUILDINGS:
        return state.is_done(wanted)
    held = (card for one in state.castaways.values() if one.alive for card in one.objects)
    names = (card_of(state, card).name for card in held)
    return any(wanted in (name.en, name.es, name.pt) for name in names)
