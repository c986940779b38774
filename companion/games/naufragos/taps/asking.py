"""What is asked in short answers, one after the other: marks that no pack knows."""

from companion.games.display import Choice, Words
from companion.games.naufragos.model.state import State
from companion.games.naufragos.model.terms import COLOURS, DECKS, MARKS, MOST_WRECK, SECTORS
from companion.games.naufragos.rules.card_text import card_of
from companion.games.naufragos.rules.ending import met
from companion.games.naufragos.rules.exploring import MOST_ON_A_CARD
from companion.games.naufragos.rules.prompts import BACK, open_decks
from companion.games.naufragos.text.cards import WEATHER_MARKS, joined, wanted_words
from companion.games.naufragos.text.names import ANSWERS, card_called
from companion.games.taps import THEN, Do, Gesture, Thing, Wait
from companion.i18n.message import Message, say

EVENT, EXPLORE = Thing("answer", "event"), Thing("answer", "explore")
"""What begins when NEXT is pressed and nothing was tapped."""


def then(word: str, text: Words) -> Choice:
    return Choice(f"{THEN}{word}", text)


def yes_or_no() -> tuple[Choice, ...]:
    return (then("yes", ANSWERS["yes"]), then("no", ANSWERS["no"]))


def about(state: State, thing: Thing, words: Message) -> Message:
    """A question about a card, which stands before it."""
    if thing.kind != "card":
        return words
    return Message("{card}: {asks}", {"card": card_called(state, thing.name), "asks": words})


def ask_event(state: State, gesture: Gesture) -> Do | Wait:
    """An event: known by its card, or by its weather and its number."""
    first, *answers = gesture.things
    if first.kind == "card":
        card = card_of(state, first.name)
        if card.weather is not None and card.wreck is not None:
            return Do(f"event {first.name}")
    if not answers:
        marks = tuple(then(mark, WEATHER_MARKS[mark]) for mark in MARKS)
        return Wait(about(state, first, say("which weather mark?")), gesture, choices=marks)
    called = f"{first.name} " if first.kind == "card" else ""
    numbers = ("none", *(str(number) for number in range(MOST_WRECK + 1)))
    choices = tuple(
        Choice(f"event {called}{answers[0].name} {number}", ANSWERS.get(number, number))
        for number in numbers
    )
    return Wait(about(state, first, say("which wreck number?")), gesture, choices=choices)


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
            return Do(f"explore {first.name}{pending}")
        if card.deck is None and not answers:
            decks = tuple(then(deck, SECTORS[deck]) for deck in DECKS)
            return Wait(about(state, first, say("of which deck?")), gesture, choices=decks)
        deck, answers = (card.deck, answers) if card.deck else (answers[0], answers[1:])
    return ask_marks(state, gesture, str(deck), answers, pending)


def ask_marks(state: State, gesture: Gesture, deck: str, answers: list[str], pending: str) -> Wait:
    first = gesture.things[0]
    if not answers:
        words = say("does the group move on?")
        return Wait(about(state, first, words), gesture, choices=yes_or_no())
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
        only = say("only {who} back", who=COLOURS[party.turn])
        backs.append(Choice(f"{BACK} {party.turn}", only))
    decks = (then(deck, SECTORS[deck]) for deck in open_decks(state))
    words = say("{who}: back, or further?", who=COLOURS[party.turn])
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
