"""Cards in words: what kind they are, and what their marks say."""

from collections.abc import Iterator

from companion.games.naufragos.model.card import EVERYBODY, EXPLORER, EXPLORERS, FIRST, Card
from companion.games.naufragos.model.terms import BUILDINGS, SECTORS
from companion.games.naufragos.text.numbers import NUMBERS, OF_SOMEBODY
from companion.games.shared.text import joined, pair
from companion.i18n.message import Message, name, say, signed

KINDS: dict[str, Message] = {
    "event": say("Event"),
    "coast": say("Coast card"),
    "interior": say("Interior card"),
    "heart": say("Heart card"),
    "plot": say("Plot card"),
    "wreck": say("Remains of the ship"),
    "camp": say("Camp card"),
    "character": say("Character"),
}
WEATHER_MARKS: dict[str, Message] = {
    "sun": say("sun"),
    "storm": say("storm"),
    "none": say("no weather"),
}
WEATHER_DRAWN = {"sun": "weather:sunny", "storm": "weather:storm"}
NAMELESS = "?"


def card_name(card: Card) -> Message | str:
    """A card by its id and its name, where anybody knows one."""
    if card.kind == "character" or card.name.en != NAMELESS:
        printed = name(card.name.en, es=card.name.es, pt=card.name.pt)
        if card.kind == "character":
            return printed
        return Message("{number} {name}", {"number": card.number, "name": printed})
    return card.number


def mark_words(card: Card) -> Message:
    """The marks of a card, side by side."""
    return joined(list(describe(card)))


def describe(card: Card) -> tuple[Message, ...]:
    """What is known of a card's marks, line by line; its text is for the people at the table."""
    known = tuple(words for _, words in printed_marks(card))
    found = known or (say("Nobody has entered its marks yet."),)
    return (*found, say("Note: {note}", note=card.note)) if card.note else found


def printed_marks(card: Card) -> list[tuple[str, Message]]:
    """Each mark that is known: the name of its drawing, and the words."""
    return list(marks(card))


def marks(card: Card) -> Iterator[tuple[str, Message]]:
    if card.weather is not None:
        mark = WEATHER_DRAWN.get(card.weather, "")
        yield mark, say("weather: {mark}", mark=WEATHER_MARKS[card.weather])
    if card.wreck is not None:
        number = say("none") if card.wreck == "none" else card.wreck
        yield "kind:wreck", say("wreck number: {number}", number=number)
    if card.rescue is not None:
        wanted = joined([wanted_words(each) for each in card.rescue])
        yield "building:bonfire", say("rescue asks for: {wanted}", wanted=wanted)
    if card.sector is not None:
        yield f"sector:{card.sector}", say("deck: {deck}", deck=SECTORS[card.sector])
    if card.advance:
        yield "number:track", say("the explorers move on")
    if card.difficulty is not None:
        yield "number:return_bonus", say("way back {n} harder", n=card.difficulty)
    if card.story is True:
        yield "number:story", say("a story token")
    elif type(card.story) is int:
        yield "number:story", say("{n} story points", n=card.story)
    if card.keep:
        yield "", say("it is kept")
    if card.strength is not None:
        yield "die:strength", say("strength {n}", n=signed(card.strength))
    if card.return_ is not None:
        yield "number:return_bonus", say("way home {n}", n=signed(card.return_))
    if card.energy is not None:
        yield "number:energy", say("costs {n} energy", n=card.energy)
    if card.red:
        yield "", say("red: it is never covered")

    for effect, by in (card.gives or {}).items():
        yield "", say("text: {effect} +{n}", effect=effect_words(effect), n=by)
    for effect, by in (card.takes or {}).items():
        yield "", say("text: {effect} −{n}", effect=effect_words(effect), n=by)


WHOM: dict[str, Message] = {
    EXPLORER: say("who draws it"),
    EXPLORERS: say("all explorers"),
    EVERYBODY: say("all in camp"),
    FIRST: say("first player"),
}


def effect_words(effect: str) -> Message:
    """``explorer.injuries``: whose, and what."""
    whom, _, what = effect.partition(".")
    if whom in WHOM:
        return pair(WHOM[whom], OF_SOMEBODY[what])
    return NUMBERS[effect]


def wanted_words(wanted: str) -> Message | str:
    """What a ship must see: a construction by its name, an object as its card calls it."""
    return BUILDINGS.get(wanted, wanted)
