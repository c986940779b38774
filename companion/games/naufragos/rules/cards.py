"""Cards by their ids, known or told; and events (rulebook, "Eventos"): weather, sea, text."""

from typing import Literal, cast

from companion.errors import Refusal
from companion.games.capabilities import Names
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model.card import Card, Mark, Sector, kind_by_number
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import DECKS, HOT, MARKS, MOST_WRECK, STORM
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.people import lose
from companion.games.shared.inputs import is_number
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
    return (yield e.MarksLearned(known)) if known != card else state


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
    return (yield e.MarksLearned(known)) if known != card else state


NO_NUMBER = "none"


def see_event(state: State, weather: str, wreck: str, card: str | None) -> Rule:
    """By its two marks, by its card, or by both: then the card's marks are known from now on."""
    number = wreck_number(wreck) if weather else None
    if weather and weather not in MARKS:
        raise Refusal("impossible_value", say("A weather mark is {marks}.", marks=", ".join(MARKS)))
    if card is not None:
        state = yield from learn_event(state, card, weather, number, told=bool(weather))
        known = card_of(state, card)
        weather = str(known.weather)
        number = known.wreck if isinstance(known.wreck, int) else None
    state = yield e.EventSeen(weather, number, card)
    state = yield from move_weather(state, MARKS[weather])
    state = yield from bring_wreck(state, number)
    return (yield e.StepBegan("effect"))


def wreck_number(word: str) -> int | None:
    if word == NO_NUMBER:
        return None
    if not is_number(word) or int(word) > MOST_WRECK:
        raise Refusal("impossible_value", say("A wreck number is 0 to 9, or none."))
    return int(word)


def move_weather(state: State, by: int) -> Rule:
    """Within the scale; heat and storm strike in every turn that they last."""
    if 0 <= state.weather.position + by < len(state.box.weather) and by:
        state = yield e.WeatherMoved(by)
    if state.label == HOT:
        for seat in state.clockwise():
            if state.castaways[seat].alive:
                state = yield from lose(state, seat, 1, HOT)
    if state.label == STORM and state.fire.lit:
        state = yield e.FireWentOut(STORM)
    return state


def bring_wreck(state: State, number: int | None) -> Rule:
    wreck = state.wreck
    if number is not None and wreck.left >= max(1, number) and not wreck.ashore:
        state = yield e.WreckCameAshore()
    return state
