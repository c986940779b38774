"""Cards by their ids: what packs know of them, and what people say of those that none knows."""

from typing import Literal, cast

from companion.errors import Refusal
from companion.games.naufragos.model.card import Card, Mark, Sector, kind_by_number
from companion.games.naufragos.model.events import MarksLearned
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import DECKS
from companion.games.naufragos.rules.consequences import Rule
from companion.games.shared.names import Names
from companion.games.shared.replace import replace
from companion.i18n.message import say


def card_of(state: State, number: str) -> Card:
    """What is known of a card; one that is in no pack is known by its id alone."""
    if card := state.cards.get(number):
        return card
    if kind := kind_by_number(number):
        return Card(number=number, kind=kind, name=Names(en="?"))
    raise Refusal("unknown_card", say("There is no card {card}.", card=number))


def card_of_kind(state: State, number: str, *kinds: str) -> Card:
    card = card_of(state, number)
    if card.kind not in kinds:
        raise Refusal("unknown_card", say("{card} is another kind of card.", card=number))
    return card


def marks_unknown(number: str) -> Refusal:
    return Refusal(
        "unknown_card", say("Nobody has said what {card} shows: say its marks.", card=number)
    )


def learn_event(state: State, number: str, weather: str, wreck: int | None, *, told: bool) -> Rule:
    """An event by its card; marks that are told are kept, and those of a pack are used."""
    card = card_of_kind(state, number, "event")
    if not told:
        if card.weather is None or card.wreck is None:
            raise marks_unknown(number)
        return state
    number_: int | Literal["none"] = "none" if wreck is None else wreck
    known = replace(card, weather=cast("Mark", weather), wreck=number_)
    return (yield MarksLearned(known)) if known != card else state


def learn_exploration(
    state: State, number: str, sector: str, difficulty: int, icons: frozenset[str]
) -> Rule:
    """An exploration card; marks that are told are kept, and those of a pack are used."""
    card = card_of_kind(state, number, *DECKS, "plot")
    if not sector:
        if not card.explored:
            raise marks_unknown(number)
        return state
    if card.kind != "plot" and card.kind != sector:
        raise Refusal("unknown_card", say("{card} is of another deck.", card=number))
    known = replace(
        card,
        sector=cast("Sector", sector) if card.kind == "plot" else card.sector,
        advance="advance" in icons,
        difficulty=difficulty,
        story="story" in icons,
    )
    return (yield MarksLearned(known)) if known != card else state
