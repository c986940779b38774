"""Events (rulebook, "Eventos"): the weather, what the sea brings, and the card's text."""

from companion.errors import Refusal
from companion.games.naufragos.model.events import (
    EventSeen,
    FireWentOut,
    StepBegan,
    WeatherMoved,
    WreckCameAshore,
)
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import HOT, MARKS, MOST_WRECK, STORM
from companion.games.naufragos.rules.card_text import card_of, learn_event
from companion.games.naufragos.rules.consequences import Rule
from companion.games.naufragos.rules.energy import lose
from companion.games.shared.lines import is_number
from companion.i18n.message import say

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
    state = yield EventSeen(weather, number, card)
    state = yield from move_weather(state, MARKS[weather])
    state = yield from bring_wreck(state, number)
    return (yield StepBegan("effect"))


def wreck_number(word: str) -> int | None:
    if word == NO_NUMBER:
        return None
    if not is_number(word) or int(word) > MOST_WRECK:
        raise Refusal("impossible_value", say("A wreck number is 0 to 9, or none."))
    return int(word)


def move_weather(state: State, by: int) -> Rule:
    """Within the scale; heat and storm strike in every turn that they last."""
    if 0 <= state.weather.position + by < len(state.box.weather) and by:
        state = yield WeatherMoved(by)
    if state.label == HOT:
        for seat in state.clockwise():
            if state.castaways[seat].alive:
                state = yield from lose(state, seat, 1, HOT)
    if state.label == STORM and state.fire.lit:
        state = yield FireWentOut(STORM)
    return state


def bring_wreck(state: State, number: int | None) -> Rule:
    wreck = state.wreck
    if number is not None and wreck.left >= max(1, number) and not wreck.ashore:
        state = yield WreckCameAshore()
    return state
