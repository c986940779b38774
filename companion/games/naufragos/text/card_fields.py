"""The marks that cards may show, as blanks in the order in which people are asked for them."""

from companion.games.card_fields import Blank, Choice, Counts, Several, Text
from companion.games.naufragos.model.card import (
    EVERYBODY,
    EXPLORER,
    EXPLORERS,
    FIRST,
    OF_ALL,
    OF_SOMEBODY,
)
from companion.games.naufragos.model.card_checks import RANGES
from companion.games.naufragos.model.terms import BUILDINGS, DECKS, SECTORS
from companion.games.naufragos.text.cards import WEATHER_MARKS, effect_words
from companion.i18n.message import Message, say

YES_OR_NO = {True: say("yes"), False: say("no")}


def asked(name: str, words: Message) -> Choice:
    """What a card shows or does not show; nobody knows which until somebody has looked."""
    return Choice(name, words, YES_OR_NO, usual=(True, False))


def number(name: str, words: Message, *usual: int) -> Choice:
    low, high = RANGES[{"return": "return_"}.get(name, name)]
    choices = {n: Message(str(n)) for n in usual}
    return Choice(name, words, choices, usual=usual, numbers=range(low, high + 1))


EVENT = (
    Choice("weather", say("Weather mark"), WEATHER_MARKS, usual=tuple(WEATHER_MARKS)),
    Choice(
        "wreck",
        say("Wreck number"),
        {"none": say("none")},
        usual=("none",),
        numbers=range(RANGES["wreck"][0], RANGES["wreck"][1] + 1),
    ),
    Several(
        "rescue",
        say("What the rescue asks for"),
        BUILDINGS,
        others=say("Objects by their names, with commas"),
        none=say("nothing"),
    ),
)
DECK = Choice("sector", say("Of which deck"), {deck: SECTORS[deck] for deck in DECKS}, usual=DECKS)
MARKS = (
    asked("advance", say("Do the explorers move on?")),
    number("difficulty", say("How much harder is the way back?"), 0, 1, 2, 3),
    asked("story", say("Is there a story token?")),
    asked("keep", say("Is it kept?")),
)
OBJECT = (
    number("strength", say("Strength"), -1, 0, 1, 2),
    number("return", say("Way home"), -1, 0, 1, 2),
)
CAMP = (
    number("energy", say("Energy that it costs"), 1, 2, 3),
    asked("red", say("Is it red, and never covered?")),
)


def does(*whom: str) -> tuple[Blank, ...]:
    """What a text does each time, whoever reads it; what somebody decides is told at the table."""
    some = tuple(f"{each}.{what}" for each in whom for what in OF_SOMEBODY)
    effects = {each: effect_words(each) for each in (*some, *OF_ALL)}
    return (
        Counts("gives", say("Its text gives each time"), effects, rare=True),
        Counts("takes", say("Its text takes each time"), effects, rare=True),
    )


OF_EVENT = does(EVERYBODY, FIRST)
OF_ISLAND = does(EXPLORER, EXPLORERS, EVERYBODY, FIRST)
NOTE = Text("note", say("A note of your own, in your own words"), copied=False)
CARD_BLANKS: dict[str, tuple[Blank, ...]] = {
    "event": (*EVENT, *OF_EVENT, NOTE),
    "coast": (*MARKS, *OF_ISLAND, NOTE),
    "interior": (*MARKS, *OF_ISLAND, NOTE),
    "heart": (*MARKS, *OF_ISLAND, NOTE),
    "plot": (DECK, *MARKS, *OBJECT, *CAMP, *OF_ISLAND, NOTE),
    "wreck": (number("story", say("Story points"), 0, 1, 2, 3), *OBJECT, NOTE),
    "camp": (*CAMP, NOTE),
    "character": (NOTE,),
}
