"""What the people at the table do now, and how things stand, in words."""

from collections.abc import Iterator

from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import BUILDINGS, COLOURS, WEATHER
from companion.games.naufragos.rules.prompts import Question, question
from companion.games.naufragos.rules.survival import meal
from companion.games.naufragos.text.names import (
    ENDINGS,
    PLACES,
    answer_words,
    card_called,
    marked,
    people,
    scale_of,
)
from companion.games.shared.text import MARK, joined
from companion.i18n.message import Message, say

ROLLS: dict[str, Message] = {
    "fire": say("{who} rolls for the campfire."),
    "rest": say("{who} rests: roll a die."),
    "injury": say("{who} rolls a die for each injury: a 1 is a trauma."),
    "return": say("{who}: roll two dice for the way back."),
    "lost": say("{who}, lost: roll two dice for the way home."),
}
ASKS: dict[str, Message] = {
    "event": say("Turn over the event card: tap it, or press NEXT and say its two marks."),
    "forage": say("{who} turns over a forage tile: which number?"),
    "fish": say("{who} turns over a fish tile: which number?"),
    "fire": say("{who} lights the campfire: how much energy?"),
    "share": say("{building}, {missing} energy missing: how much does {who} give?"),
    "score": say("{who} draws {n} tokens and adds up: how many points?"),
    "build": say("What does {who} build?"),
    "by_hand": say("{who} does what {card} says."),
    "reroll": say("{who}: roll again?"),
    "pay": say("{who}: how much of the {missing} energy for another roll?"),
    "explore": say("{who} turns over a card, or goes back."),
    "feed": say("A wood for the campfire? It would go out."),
    "ending": say("{who} has reached the promontory: which turn is the last?"),
    "rescue": say("A ship! Do you have all that one of the event cards asks for?"),
}


def guide(state: State) -> tuple[Message, ...]:
    """What the people at the table do now."""
    if state.outcome:
        won = state.outcome.winners
        winners = (say("Most points: {who}.", who=people(won)),) if won else ()
        return (ENDINGS[state.outcome.reason], *winners)
    if not state.round:
        return (say("Take your seats, clockwise from the first player; then start."),)
    if asked := question(state):
        return (asks(state, asked), *answers(state, asked))
    match state.stage, state.step:
        case "event", _:
            lost = say("All are lost: a text about players has no effect.")
            return (say("Do what the event says; then NEXT."), *(() if state.at_camp else (lost,)))
        case "actions", "place":
            return tuple(placing(state))
        case "actions", _:
            return (say("Last chance to feed the campfire; then NEXT."),)
        case "survival", _:
            return (say("The meal: NEXT if everybody eats as proposed."), *tonight(state))
    return (say("The turn is over. NEXT begins the next one."),)


def asks(state: State, asked: Question) -> Message:
    """The open question as a sentence."""
    words = ROLLS[asked.what] if asked.kind == "roll" else ASKS[asked.kind]
    if asked.kind == "score" and asked.draw == 1:
        words = say("{who} draws 1 token and adds up: how many points?")
    values = {
        "who": COLOURS[asked.seat] if asked.seat else people(asked.members),
        "building": BUILDINGS.get(asked.what),
        "missing": asked.missing,
        "n": asked.draw,
        "card": card_called(state, asked.card),
    }
    return Message(words.text, values)


def answers(state: State, asked: Question) -> Iterator[Message]:
    """What can be answered."""
    if asked.kind == "explore":
        yield from on_the_way(state)
    elif asked.options and not asked.options[0].isdecimal():
        yield joined([answer_words(state, asked.kind, option) for option in asked.options])


def on_the_way(state: State) -> Iterator[Message]:
    party = state.exploring
    assert party is not None
    yield say("Difficulty of the way back: {n}.", n=party.difficulty)
    if party.difficulty >= state.box.difficulty.max:
        yield say("Everybody must go back now.")


def placing(state: State) -> Iterator[Message]:
    """Who has pawns left, and what is easily forgotten."""
    left = [seat for seat in state.at_camp if state.castaways[seat].pawns]
    if left:
        yield say("Place pawns, clockwise: {who}. Then NEXT.", who=people(tuple(left)))
    else:
        yield say("All pawns are placed: NEXT.")
    if white_is_free(state):
        yield say("{who} has the white pawn.", who=COLOURS[state.first])
    if state.wreck.ashore:
        yield say("Remains of the ship lie ashore.")


def white_is_free(state: State) -> bool:
    first = state.first
    return not state.white and state.place(first) == "camp" and first not in state.lost_at_dawn


def tonight(state: State) -> Iterator[Message]:
    """Who would be hungry, and what the fire does."""
    if hungry := hungry_tonight(state):
        yield say("Hungry: {who}.", who=people(hungry))
    if state.fire.lit and state.fire.wood:
        yield say("The campfire keeps everybody warm.")
    else:
        yield say("The night is cold: everybody loses 1 energy.")
    if state.ending is not None and state.round >= state.ending:
        yield say("This is the last turn: after the meal a ship may see you.")


def hungry_tonight(state: State) -> tuple[str, ...]:
    """Who would go to sleep without a meal."""
    proposed = meal(state)
    return tuple(
        seat
        for seat in state.at_camp
        if not state.castaways[seat].eaten and not (seat in proposed and proposed[seat].all)
    )


def glance(state: State) -> tuple[Message, ...]:
    """The camp, then each castaway; a mark stands behind every number that is a stand-in."""
    if not state.castaways:
        return (joined([COLOURS[seat] for seat in state.seats]),) if state.seats else ()
    return (*camp_lines(state), *(person(state, seat) for seat in state.castaways), *legend(state))


def camp_lines(state: State) -> Iterator[Message]:
    store, fire = state.store, state.fire
    yield say(
        "turn {n} of {last}; weather: {weather}; campfire: {fire}; wreck: {left}",
        n=state.round,
        last=state.turns,
        weather=marked(state, WEATHER[state.label], "facts.weather"),
        fire=fire_words(fire.lit, fire.wood),
        left=state.wreck.left,
    )
    yield say(
        "store: food {perishable} + {food}, wood {wood}, ropes {ropes}, sails {sails}; "
        "supply: forage {forage}, fish {fish}; shelter {shelter}",
        perishable=store.perishable,
        food=store.food,
        wood=store.wood,
        ropes=store.ropes,
        sails=store.sails,
        forage=state.supply.forage,
        fish=state.supply.fish,
        shelter=state.constructions.shelter,
    )
    if party := state.exploring:
        yield say(
            "expedition: {who}; the way back: {n}", who=people(party.members), n=party.difficulty
        )
    for group in state.lost:
        yield say("lost: {who}; the way back: {n}", who=people(group.members), n=group.difficulty)


def fire_words(lit: bool, wood: int) -> Message:
    if not lit:
        return say("out")
    return say("lit, with wood") if wood else say("lit, without wood")


def person(state: State, seat: str) -> Message:
    one = state.castaways[seat]
    return say(
        "{who}: energy {energy} of {cap}, injuries {injuries}, traumas {traumas}, {place}, "
        "space {track}, story tokens {story}",
        who=COLOURS[seat],
        energy=one.energy,
        cap=marked(state, one.cap, scale_of(state, seat)),
        injuries=one.injuries,
        traumas=one.traumas,
        place=PLACES[state.place(seat)],
        track=marked(state, one.track, "facts.track"),
        story=one.story,
    )


def legend(state: State) -> Iterator[Message]:
    if state.standins:
        yield say("{mark} a stand-in that nobody has verified: check your own box", mark=MARK)
