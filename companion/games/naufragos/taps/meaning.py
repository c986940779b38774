"""What a gesture means in each step of a turn, and the short questions about marks that no pack
knows."""

from companion.errors import Refusal
from companion.games.display import Choice, Words
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.card import kind_by_number
from companion.games.naufragos.model.people_events import turned_as
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.cards import card_of
from companion.games.naufragos.rules.ending import met
from companion.games.naufragos.rules.exploring import MOST_ON_A_CARD
from companion.games.naufragos.rules.people import seated
from companion.games.naufragos.rules.placing import CAMP_KINDS
from companion.games.naufragos.rules.prompts import BACK, Question, open_decks, question
from companion.games.naufragos.taps.layout import thing_name
from companion.games.naufragos.text.cards import WEATHER_MARKS, wanted_words
from companion.games.naufragos.text.names import ANSWERS, card_called
from companion.games.shared.text import joined, pair
from companion.games.taps import NEXT, THEN, Do, Gesture, Thing, Wait
from companion.i18n.message import Message, say

EVENT, EXPLORE = Thing("answer", "event"), Thing("answer", "explore")
"""What begins when NEXT is pressed and nothing was tapped."""


def then(word: str, text: Words) -> Choice:
    return Choice(f"{THEN}{word}", text)


def about(state: State, thing: Thing, words: Message) -> Message:
    """A question about a card, which stands before it; of no card, what is looked at."""
    if thing.kind != "card":
        return pair(say("The event") if thing == EVENT else say("The card"), words)
    return pair(card_called(state, thing.name), words)


def ask_event(state: State, gesture: Gesture) -> Do | Wait:
    """An event: known by its card, or by its weather and its number."""
    first, *answers = gesture.things
    if first.kind == "card":
        card = card_of(state, first.name)
        if card.weather is not None and card.wreck is not None:
            refuse_twice(state, card.number)
            return Do(f"event {first.name}")
    if not answers:
        marks = tuple(then(mark, WEATHER_MARKS[mark]) for mark in terms.MARKS)
        return Wait(about(state, first, say("which weather mark?")), gesture, choices=marks)
    called = f"{first.name} " if first.kind == "card" else ""
    numbers = ("none", *(str(number) for number in range(terms.MOST_WRECK + 1)))
    choices = tuple(
        Choice(f"event {called}{answers[0].name} {number}", ANSWERS.get(number, number))
        for number in numbers
    )
    return Wait(about(state, first, say("which wreck number?")), gesture, choices=choices)


def refuse_twice(state: State, card: str, pending: bool = False) -> None:
    """A tag that is tapped again is no second card."""
    if turned_as(card, pending) in state.turned:
        called = card_called(state, card)
        words = say("{card} was turned over already. If it is back, say its marks.", card=called)
        raise Refusal("already_turned", words)


def ask_exploration(state: State, gesture: Gesture) -> Do | Wait:
    """A card of the island: known, or by deck, advance, difficulty and story."""
    first, *rest = gesture.things
    pending = " pending" if gesture.mode == "other" else ""
    answers = [each.name for each in rest]
    if first == EXPLORE:
        if not answers:
            return everybody_back_or(state, gesture)
        deck, *answers = answers
    elif first.kind == "place":
        deck = first.name.split()[0]
    else:
        card = card_of(state, first.name)
        if card.explored:
            refuse_twice(state, card.number, bool(pending))
            return Do(f"explore {first.name}{pending}")
        if card.deck is None and not answers:
            decks = tuple(then(deck, terms.SECTORS[deck]) for deck in terms.DECKS)
            return Wait(about(state, first, say("of which deck?")), gesture, choices=decks)
        deck, answers = (card.deck, answers) if card.deck else (answers[0], answers[1:])
    return ask_marks(state, gesture, str(deck), answers, pending)


def ask_marks(state: State, gesture: Gesture, deck: str, answers: list[str], pending: str) -> Wait:
    first = gesture.things[0]
    if not answers:
        words = say("does the group move on?")
        yes_no = (then("yes", ANSWERS["yes"]), then("no", ANSWERS["no"]))
        return Wait(about(state, first, words), gesture, choices=yes_no)
    if len(answers) == 1:
        words = say("how much harder is the way back?")
        numbers = tuple(then(str(n), str(n)) for n in range(MOST_ON_A_CARD + 1))
        return Wait(about(state, first, words), gesture, choices=numbers)
    called = f"{first.name} " if first.kind == "card" else ""
    advance = " advance" if answers[0] == "yes" else ""
    line = f"explore {called}{deck} {answers[1]}{advance}"
    choices = (
        Choice(f"{line} story{pending}", ANSWERS["yes"]),
        Choice(f"{line}{pending}", ANSWERS["no"]),
    )
    return Wait(about(state, first, say("a story token?")), gesture, choices=choices)


def everybody_back_or(state: State, gesture: Gesture) -> Wait:
    party = state.expedition
    assert party is not None
    alone = len(party.members) == 1
    backs = [Choice(BACK, ANSWERS[BACK])]
    if not alone and party.difficulty < state.box.difficulty.max:
        only = say("only {who} back", who=terms.COLOURS[party.turn])
        backs.append(Choice(f"{BACK} {party.turn}", only))
    decks = (then(deck, terms.SECTORS[deck]) for deck in open_decks(state))
    words = say("{who}: back, or further?", who=terms.COLOURS[party.turn])
    return Wait(words, gesture, choices=(*backs, *decks))


def ask_rescue(state: State, gesture: Gesture) -> Wait:
    """An event card that is left in the deck: is everything there that its ship must see?"""
    card = card_of(state, gesture.things[-1].name)
    yes, no = Choice("choose yes", ANSWERS["yes"]), Choice("choose no", ANSWERS["no"])
    called = card_called(state, card.number)
    if card.rescue is None:
        words = say("{card}: nobody has entered what it asks for. Rescued?", card=called)
        return Wait(words, gesture, choices=(no, yes))
    missing = [wanted_words(wanted) for wanted in card.rescue if not met(state, wanted)]
    if missing:
        words = say("{card}: {missing} missing. Rescued?", card=called, missing=joined(missing))
        return Wait(words, gesture, choices=(no, yes))
    return Wait(say("{card}: all is there! Rescued?", card=called), gesture, choices=(yes, no))


WHITE_PAWN, OTHER_WAY = "discard", "other"
HELD = ("wreck", "plot")
"""Kinds of cards that somebody can have."""


def meaning(state: State, gesture: Gesture) -> Do | Wait:
    """What was tapped so far, and whatever it waits for."""
    if not state.round:
        return take_seat(state, gesture)
    asked = question(state)
    if gesture.things[0] in (EVENT, EXPLORE) and gesture.things[-1].kind != "answer":
        gesture = gesture.last_alone()  # a card says more than what NEXT has asked
    first, last = gesture.things[0], gesture.things[-1]
    if first == EVENT:
        return ask_event(state, gesture)
    if first == EXPLORE:
        return ask_exploration(state, gesture)
    if last.kind == "answer":
        asks = ask_event if kind_of(state, first) == "event" else ask_exploration
        return asks(state, gesture)
    if asked and (told := answered(state, gesture, asked)):
        return told
    if asked is None and (state.stage, state.step) == ("actions", "place"):
        return placing(state, gesture)
    return anything(state, gesture)


def kind_of(state: State, thing: Thing) -> str:
    """``seat``, ``action``, ``deck``, ``answer``, ``command``, or the kind of a card."""
    if thing.kind == "place":
        return "deck" if thing.name.split()[0] in terms.DECKS else "action"
    if thing.kind != "card":
        return thing.kind
    known = state.cards.get(thing.name)
    return known.kind if known else str(kind_by_number(thing.name))


# --- set-up --------------------------------------------------------------------------------------


def take_seat(state: State, gesture: Gesture) -> Do | Wait:
    """A colour and a character, in either order; a colour and NEXT for nobody in particular."""
    seats = [each.name for each in gesture.things if each.kind == "seat"]
    characters = [each.name for each in gesture.things if each.name in terms.CHARACTERS]
    if not seats and not characters:
        raise Refusal("not_started", say("First everybody taps a colour and a character."))
    if seats and characters:
        return Do(f"seat {seats[-1]} {characters[-1]}")
    if not seats:
        return Wait(say("Tap the colour of whoever it is."), gesture)
    if gesture.things[-1] == NEXT:
        return Do(f"seat {seats[-1]}")
    words = say("{who}: tap a character, or NEXT for none.", who=terms.COLOURS[seats[-1]])
    return Wait(words, gesture)


# --- questions -----------------------------------------------------------------------------------


def answered(state: State, gesture: Gesture, asked: Question) -> Do | Wait | None:
    """A tap that answers the question which is open."""
    last, kind = gesture.things[-1], kind_of(state, gesture.things[-1])
    if asked.kind == "event" and kind == "event":
        return ask_event(state, gesture.last_alone())
    if asked.kind == "rescue" and kind == "event":
        return ask_rescue(state, gesture.last_alone())
    if asked.kind == "explore":
        return exploring(state, gesture, kind)
    if last.kind == "seat" and last.name in asked.options:
        return Do(f"choose {last.name}")
    return None


def exploring(state: State, gesture: Gesture, kind: str) -> Do | Wait | None:
    """A card or a deck goes on; colours and NEXT go back."""
    if kind in (*terms.DECKS, "plot", "deck"):
        return ask_exploration(state, gesture.last_alone())
    seats = [each for each in gesture.things if each.kind == "seat"]
    if not seats or len(seats) + (gesture.things[-1] == NEXT) != len(gesture.things):
        return None
    for seat in seats:
        if not state.explores(seat.name):
            raise Refusal(
                "not_exploring", say("{who} does not explore.", who=terms.COLOURS[seat.name])
            )
    names = tuple(dict.fromkeys(seat.name for seat in seats))
    if gesture.things[-1] == NEXT:
        return Do(" ".join(("return", *names)))
    return Wait(say("Who goes back? NEXT when all are tapped."), gesture)


# --- placing pawns -------------------------------------------------------------------------------


def placing(state: State, gesture: Gesture) -> Do | Wait:
    """A castaway and an action, in either order; at a castaway's own reader the action alone."""
    last = gesture.things[-1]
    if last == NEXT:
        return next_pressed(state, gesture)
    actions = [each for each in gesture.things if line_of(state, each)]
    if gesture.mode == WHITE_PAWN:
        if actions:
            return Do(f"place white {line_of(state, actions[-1])}")
        return anything(state, gesture)
    seats = [each.name for each in gesture.things if each.kind == "seat"]
    seats += [zone for zone in gesture.zones[-1:] if zone in state.seats]
    if not actions:
        return anything(state, gesture)
    if seats:
        return Do(f"place {seats[-1]} {line_of(state, actions[-1])}")
    words = say("{action}: tap whose pawn it is.", action=thing_name(state, actions[-1]))
    if actions[-1].name.startswith(terms.FIRE) and state.fire.lit:
        words = say("Campfire: tap whose pawn it is, or NEXT to feed it.")
    only = gesture if len(gesture.things) == 1 else gesture.last_alone()
    return Wait(words, only)


def line_of(state: State, thing: Thing) -> str:
    """The action that a thing stands for, as a line names it; nothing if it is none."""
    where, _, number = thing.name.partition(" ")
    if thing.kind == "place" and where in terms.ACTIONS:
        return f"{where} {number}" if where == "rest" and number else where
    if thing.kind == "card" and kind_of(state, thing) in CAMP_KINDS:
        return f"{terms.CAMP} {thing.name}"
    return ""


def next_pressed(state: State, gesture: Gesture) -> Do | Wait:
    """NEXT after a tap: the fire is fed; anything else was only looked at."""
    first = gesture.things[0]
    if first.name.startswith(terms.FIRE) and state.stage == "actions":
        return Do("feed")
    return anything(state, gesture.first_alone())


# --- whatever else is tapped ---------------------------------------------------------------------


def anything(state: State, gesture: Gesture) -> Do | Wait:
    """An object and whose it is; food; or somebody to look at."""
    things = [each for each in gesture.things if each != NEXT]
    if gesture.things[-1] == NEXT and len(things) == 1:
        if things[0].name.startswith(terms.FIRE):
            return Do("feed")
        gesture = gesture.first_alone()
    cards = [each.name for each in things if kind_of(state, each) in HELD]
    seats = [each.name for each in things if each.kind == "seat"]
    if cards and gesture.mode == WHITE_PAWN:
        return Do(f"discard {cards[-1]}")
    if cards:
        seats += [zone for zone in gesture.zones[-1:] if zone in state.seats]
        held = Thing("card", cards[-1])
        if cards[-1] in state.gone:
            words = say(
                "{card} was discarded. If it is back, give it to somebody on a phone.",
                card=thing_name(state, held),
            )
            raise Refusal("discarded", words)
        if seats:
            return Do(f"play {cards[-1]} {seats[-1]}")
        return Wait(say("{card}: tap who has it.", card=thing_name(state, held)), gesture)
    last = gesture.things[-1]
    if last.kind == "seat":
        seated(state, last.name)
        if question(state) is None and state.step == "eat":
            own = " own" if gesture.mode == OTHER_WAY else ""
            return Do(f"eat {last.name} 1{own}")
        return look_at(state, gesture.last_alone(), last.name)
    if last.name.startswith(terms.FIRE) and state.fire.lit and state.stage == "actions":
        return Wait(say("Campfire: NEXT puts a wood on it."), gesture.last_alone())
    raise Refusal("wrong_kind", say("{thing} is not used now.", thing=thing_name(state, last)))


def look_at(state: State, gesture: Gesture, seat: str) -> Wait:
    words = say("NEXT goes back.")
    if question(state) is None and state.step == "place":
        words = say("{who}: tap an action.", who=terms.COLOURS[seat])
    return Wait(words, gesture, f"castaway {seat}")
