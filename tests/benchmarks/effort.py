"""What a companion saves: pieces that the rules make people move, and what it asks of them instead.

Each game that plays itself is played once, as hands play it. For each event the game says how many
tokens, cubes and markers people would move. An interaction is a tap, a press, a turn of the knob,
and on a phone a touch or a key; to tap a card that people move anyway is none. What somebody says
once of a component, for every game to come, is counted apart.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.games import AnyGame, first, game, playable, resource
from companion.match.match import Match, Revision, Step
from companion.match.script import Script
from companion.match.script_syntax import Line
from companion.match.taps.script_gestures import Tap, read_movement
from tests.benchmarks.measuring import Figures

SCRIPT = Path("demo.table")
CHECKS = ("game", "expect", "refused")
ONE_TOUCH = ("next", "start", "seat", "choose", "roll", "undo", "redo", "to")
"""What a phone shows as a button of its own: a question's answers, a die, NEXT."""
WAYS = ("hands", "phones")
OPEN_AND_SEND = 2
Rounds = Counter[int]


@dataclass(slots=True)
class Effort:
    """By rounds; 0 is the set-up."""

    movements: Rounds = field(default_factory=Counter)
    fewest: int = 0
    """The same in all, in as few pieces as the box allows."""
    hands: Rounds = field(default_factory=Counter)
    phones: Rounds = field(default_factory=Counter)
    said_once: int = 0


def figures() -> Figures:
    """The bare keys are those of the first game, by hands; every game has its own besides."""
    found: Figures = {}
    for name in (first(), *(each for each in playable() if each != first())):
        if script := resource(game(name), SCRIPT.name):
            effort = effort_of(script.read_text(encoding="utf-8"))
            if not found:
                found |= {**ratio(effort, "hands"), "fewest_pieces_by_hand": effort.fewest}
            found |= by_way(name, effort)
    return found


def by_way(name: str, effort: Effort) -> Figures:
    found: Figures = {f"{name}.said_once_for_every_game": effort.said_once}
    for way in WAYS:
        parts = {f"round_{round}.": ratio(effort, way, round) for round in sorted(effort.movements)}
        for part, values in {"": ratio(effort, way), **parts}.items():
            found |= {f"{name}.{way}.{part}{key}": value for key, value in values.items()}
    return found


def ratio(effort: Effort, way: str, round: int | None = None) -> Figures:
    rounds = effort.movements if round is None else (round,)
    made: Rounds = getattr(effort, way)
    movements = sum(effort.movements[each] for each in rounds)
    interactions = sum(made[each] for each in rounds)
    return {
        "movements_by_hand": movements,
        "interactions": interactions,
        "movements_per_interaction": movements / max(1, interactions),
    }


def effort_of(source: str) -> Effort:
    """Of a game that is told in movements of hands, and in lines for what no hand can say."""
    effort, half_said = Effort(), list[Line]()

    def watch(line: Line, table: Match, change: Revision | None) -> None:
        if line.words[0] in CHECKS:
            return
        half_said.append(line)
        if change is None:
            return
        rules, step, state = table.game, change.step, change.step.before
        round = rules.round_of(state)
        if is_said_once(rules, step):
            effort.said_once += touches(rules, state, change.line.split())
        else:
            effort.hands[round] += sum(by_hand(rules, step, each) for each in half_said)
            effort.phones[round] += touches(rules, state, change.line.split())
        half_said.clear()
        for event in step.events:
            effort.movements[rules.round_of(state)] += rules.movements(state, event)
            effort.fewest += rules.movements(state, event, fewest=True)
            state = rules.evolve(state, event)

    Script(source, SCRIPT).play(watch)
    return effort


def by_hand(rules: AnyGame, step: Step, line: Line) -> int:
    """What one movement costs; what no hand can say is entered on a phone."""
    moved = {card for event in step.events for card in rules.cards_moved(event)}
    match read_movement(line.text):
        case Tap(what) if what in moved:
            return 0
        case None if line.words[0] != "roll":
            return touches(rules, step.before, line.words)
    return 1


def is_said_once(rules: AnyGame, step: Step) -> bool:
    """Does it tell of a component, and of nothing else?"""
    told = rules.cards.told if rules.cards else lambda event: None
    return bool(step.box_fact or (step.events and all(map(told, step.events))))


def touches(rules: AnyGame, state: Any, words: list[str]) -> int:
    """On a phone, at most: a form is opened and sent, a card typed and chosen, the rest touched."""
    if words[0] in ONE_TOUCH:
        return 1
    cards = rules.cards.in_force(state) if rules.cards else {}
    typed = (len(word.rpartition(".")[2]) if word in cards else 0 for word in words[1:])
    return OPEN_AND_SEND + len(words[1:]) + sum(typed)
