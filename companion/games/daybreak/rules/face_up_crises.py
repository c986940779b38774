"""What the Crisis cards that lie face up will do, once the rolls of the stage are made.

The rules themselves resolve them. Where powers are tied, each of them is hit with the same odds;
what only people can decide (which card is lost, whether help is used) is decided for the least.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from companion.games.daybreak.model.card import Crisis, Effect
from companion.games.daybreak.model.events import Targeted
from companion.games.daybreak.model.inputs import ShowCrisis
from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, CENTRAL, KINDS_OF_ANY
from companion.games.daybreak.rules.consequences import carry_out
from companion.games.daybreak.rules.crises import strike, unread_of_target
from companion.games.daybreak.rules.decisions import decide
from companion.games.daybreak.rules.prompts import question
from companion.games.shared.inputs import Choose
from companion.games.shared.rules import fold

FORESEEABLE = ("discard", "discard_project", "draw_next", "pass_communities", "shortage")
"""Beside changed tokens: what happens without a decision that matters to the odds."""
WITHOUT_CONSEQUENCE = ("discard", "discard_project", "draw_next")
IN_VAIN = ("recent", "dac")
"""Tokens that change nothing about whether this stage is survived."""


def foreseen(state: State) -> tuple[str, ...]:
    """The face-up cards that are due and whose whole effect is known."""
    return tuple(
        card for card in due_face_up(state) if readable(state, card_of(state, card).crisis)
    )


def unforeseen(state: State) -> tuple[str, ...]:
    """The other face-up cards, and the one in the midst of being resolved."""
    resolving = (state.crises.resolving,) if state.crises.resolving else ()
    counted = foreseen(state)
    return (*resolving, *(card for card in due_face_up(state) if card not in counted))


def face_down(state: State) -> int:
    """Cards that are due and that nobody has seen."""
    crises = state.crises
    seen = len(crises.resolved) + len(due_face_up(state)) + bool(crises.resolving)
    return max(0, crises.due - seen)


def due_face_up(state: State) -> tuple[str, ...]:
    crises = state.crises
    left = max(0, crises.due - len(crises.resolved) - bool(crises.resolving))
    return tuple(card for card in crises.face_up if card != crises.resolving)[:left]


def readable(state: State, rules: Crisis | None) -> bool:
    """Is its whole effect known, and whom it hits? Of what costs nobody, that does not matter."""
    if rules is None or not foreseeable(rules):
        return False
    return harmless(rules) or unread_of_target(state, rules.target, rules.of) is None


def harmless(rules: Crisis) -> bool:
    """Does nothing to whether this stage is survived."""
    return all(
        effect.do in WITHOUT_CONSEQUENCE or (effect.do == "change" and effect.token in IN_VAIN)
        for effect in rules.effects
    )


def foreseeable(rules: Crisis) -> bool:
    if rules.known != "all" or not (rules.effects or rules.ongoing):
        return False
    return all(certain(effect) for effect in rules.effects)


def certain(effect: Effect) -> bool:
    if effect.optional or effect.per or effect.board != "own":
        return False
    changes = effect.do == "change" and effect.token not in KINDS_OF_ANY
    return changes or effect.do in FORESEEABLE


def most_taken(state: State, cards: tuple[str, ...], sink: str) -> int:
    """The most tokens of a sink that these cards can take: of more, it does not matter how many."""
    return sum(taken_by(state, rules, sink) for rules in rules_of(state, cards))


def most_taken_by_one(state: State, read: Iterable[Crisis], sink: str) -> int:
    """The most that any one of these takes."""
    return max((taken_by(state, rules, sink) for rules in read), default=0)


def taken_by(state: State, rules: Crisis, sink: str) -> int:
    hit = state.players if rules.target == "all" else 1
    return sum(
        hit * (BANDS_TO_LOSE if effect.per_band else 1) * max(abs(effect.by), abs(effect.solo or 0))
        for effect in rules.effects
        if effect.token == sink
    )


def rules_of(state: State, cards: tuple[str, ...]) -> Iterator[Crisis]:
    return (rules for card in cards if (rules := card_of(state, card).crisis))


def boards_read(state: State, cards: tuple[str, ...]) -> tuple[Any, ...]:
    """What these cards read on the player boards: if it is the same, they do the same."""
    totals = {"communities"}
    stacks = False
    for rules in rules_of(state, cards):
        stacks |= rules.of.startswith("tags.")
        totals |= {rules.of} if rules.of and not rules.of.startswith("tags.") else set()
        totals |= {f"resilience.{rules.reduced_by}"} if rules.reduced_by else set()
        for effect in rules.effects:
            if effect.token and effect.token not in CENTRAL:
                totals.add(effect.token)
            if effect.do == "shortage":
                totals |= {"demand", "dirty", "clean"}
    return (
        *(
            state.number(("powers", seat, *total.split(".")))
            for seat in state.seats
            for total in sorted(totals)
        ),
        *(state.powers[seat].stacks for seat in state.seats if stacks),
        *(state.crises.tucked.get(card) for card in cards),
        *(state.seats, id(state.facts), id(state.cards)),
    )


def resolve(state: State, cards: tuple[str, ...]) -> Iterator[tuple[State, Fraction]]:
    """How things may stand after these cards, each with its odds."""
    if not cards or state.outcome:
        yield state, Fraction(1)
        return
    for after, odds in answered(fold(state, decide(state, ShowCrisis(cards[0])))):
        for end, further in resolve(after, cards[1:]):
            yield end, odds * further


def answered(state: State) -> Iterator[tuple[State, Fraction]]:
    """Ties and questions of the card that is being resolved, one after the other."""
    if state.outcome or not (state.dice.tie or state.tasks):
        yield state, Fraction(1)
    elif state.dice.tie:
        card = state.crises.resolving
        rules = card_of(state, card).crisis if card else None
        assert card
        assert rules
        for power in state.dice.tie.powers:
            hit = Targeted(power).after(state)
            struck = fold(hit, carry_out(strike(hit, card, rules, (power,)), hit))
            for end, odds in answered(struck):
                yield end, odds / len(state.dice.tie.powers)
    else:
        asked = question(state)
        assert asked
        _, options = asked
        # The first option is always the one that spares nothing but a card of the hand.
        yield from answered(fold(state, decide(state, Choose(options[0]))))
