"""What a card's text does, told by people or by an owner's pack: ``gain`` and ``lose``."""

from collections.abc import Iterator

from companion.errors import Refusal
from companion.games.naufragos.model.card import (
    EVERYBODY,
    EXPLORER,
    EXPLORERS,
    FIRST,
    MOST_AT_ONCE,
    OF_SOMEBODY,
    SHARED,
)
from companion.games.naufragos.model.events import Changed
from companion.games.naufragos.model.people_events import CardGone, CardTaken, TraumaCame
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules import people
from companion.games.naufragos.rules.cards import card_of
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.corrections import full_path
from companion.games.naufragos.rules.exploring import move_on
from companion.games.naufragos.rules.people import living
from companion.games.naufragos.rules.tasks import carry_on
from companion.games.shared import rules
from companion.games.shared.corrections import MOST, Path
from companion.i18n.message import say

CARD = "card"


def change(state: State, path: str, by: int) -> Rule:
    """So many more, or fewer: people by their rules, everything else plainly."""
    if not 1 <= abs(by) <= MOST_AT_ONCE:
        raise Refusal(
            "impossible_value", say("A card gives or takes 1 to {most}.", most=MOST_AT_ONCE)
        )
    parts = full_path(path)
    match parts:
        case ("castaways", seat, what) if what in OF_SOMEBODY:
            living(state, seat)
            state = yield from change_somebody(state, seat, what, by)
        case _:
            low, high = limits(state, parts)
            now = state.number(parts)
            state = yield Changed(".".join(parts), min(high, max(low, now + by)) - now)
    return (yield from carry_on(state))


def change_somebody(state: State, seat: str, what: str, by: int) -> Rule:
    match what:
        case "energy" if by > 0:
            return (yield from people.gain(state, seat, by, CARD))
        case "energy":
            return (yield from people.lose(state, seat, -by, CARD))
        case "injuries" if by > 0:
            return (yield from people.injure(state, seat, by, CARD))
        case "injuries":
            return (yield from people.heal(state, seat, -by))
        case "traumas" if by > 0:
            for _ in range(by):
                if state.castaways[seat].alive:
                    state = yield TraumaCame(seat)
            return state
        case "track" if by > 0:
            for _ in range(by):
                state = yield from move_on(state, seat)
            return state
    now = getattr(state.castaways[seat], what)
    return (yield Changed(f"castaways.{seat}.{what}", min(MOST, max(0, now + by)) - now))


def limits(state: State, path: Path) -> tuple[int, int]:
    """Between what a number stays; refused if it is none that a card gives or takes."""
    match path:
        case (group, name) if name in SHARED.get(group, ()):
            return 0, MOST
        case ("expedition", "difficulty") if state.exploring:
            return state.box.difficulty.min, state.box.difficulty.max
        case ("lost", at, "difficulty") if at in map(str, range(len(state.lost))):
            return state.box.difficulty.min, state.box.difficulty.max
    raise Refusal("unknown_path", say("No card gives or takes {path}.", path=".".join(path)))


def take_card(state: State, card: str, seat: str) -> Rule:
    """Found, or given by somebody else."""
    card_of(state, card)
    living(state, seat)
    state = yield CardTaken(card, seat)
    return (yield from carry_on(state))


def drop_card(state: State, card: str) -> Rule:
    card_of(state, card)
    if not any(card in one.objects for one in state.castaways.values()):
        raise Refusal("unknown_card", say("Nobody has {card}.", card=card))
    state = yield CardGone(card)
    return (yield from carry_on(state))


def with_text(state: State, rule: Rule, card: str | None) -> Rule:
    """A card that is turned over, and then its text; ``state`` is the one before both."""
    explorer = state.exploring.turn if state.exploring else ""
    state = yield from rule
    return (yield from carry_out_text(state, card, explorer))


def carry_out_text(state: State, number: str | None, explorer: str) -> Rule:
    """What it takes comes first, so that whoever dies of it is given nothing any more."""
    if number is None:
        return (yield from rules.nothing(state))
    card = card_of(state, number)
    for effects, sign in ((card.takes, -1), (card.gives, 1)):
        for effect, by in (effects or {}).items():
            for path in paths(state, effect, explorer):
                state = yield from change(state, path, sign * by)
    return state


def paths(state: State, effect: str, explorer: str) -> Iterator[str]:
    """Whose number it is, of those whom it can concern; the way back while somebody explores."""
    whom, _, what = effect.partition(".")
    members = state.exploring.members if state.exploring else ()
    concerned = {
        EXPLORER: (explorer,),
        EXPLORERS: members,
        EVERYBODY: state.at_camp,
        FIRST: (state.first,),
    }
    if whom in concerned:
        seats = (seat for seat in concerned[whom] if seat and state.castaways[seat].alive)
        yield from (f"{seat}.{what}" for seat in seats)
    elif whom != "expedition" or state.exploring:
        yield effect
