"""What the text of a card gives and takes, where an owner's pack says it: as if people told it."""

from collections.abc import Iterator

from companion.games.naufragos.model.card import EVERYBODY, EXPLORER, EXPLORERS, FIRST
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.by_hand import change
from companion.games.naufragos.rules.cards import card_of
from companion.games.naufragos.rules.consequences import Rule
from companion.games.shared import rules


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
