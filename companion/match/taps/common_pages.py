"""Pages of the small screen that belong to the table, whatever is played at it."""

from collections.abc import Sequence
from typing import Any

from companion.games import CardGuide, Lesson
from companion.games.display import Code, Gauge, Page, Prose
from companion.i18n.message import Message, count, name, say
from companion.match.collection.my_box import Bar

UNKNOWN = "?"
"""How a card without a known number or name is called."""

STARTING = Page("starting", "Table Companion", (Prose(say("Starting")),))
"""Before there is a game to show."""


def pairing(address: str, code: str, name: str = "") -> Page:
    """Where a phone finds this table, by its name, and the word that lets it act here."""
    return Page("pairing", name or say("Join by phone"), (Prose(code), Code(address)))


def lesson(told: Lesson | None) -> tuple[Page, ...]:
    """A step for people in their first game: a page for each of its two sentences."""
    if told is None:
        return ()
    return (
        Page("lesson", say("First game"), (Prose(told.what),)),
        Page("lesson why", say("Why it matters"), (Prose(told.why),)),
    )


def from_the_hall(line: Message) -> Page:
    """What the hall says to its tables, for as long as it says so."""
    return Page("hall", say("From the hall"), (Prose(line),))


def trouble(fault: Message) -> Page:
    """A part that does not work, for as long as it does not."""
    return Page("trouble", say("Not in order"), (Prose(fault),))


def my_box(bars: Sequence[Bar]) -> Page:
    """How much of the owner's box is known."""
    return Page("box", say("My box"), tuple(Gauge(bar.short, bar.value, bar.most) for bar in bars))


def new_game() -> Page:
    """The game is over, and somebody wants to play again."""
    kept = Prose(say("Everything of this one stays kept."))
    again = say("NEXT again begins a new game.")
    return Page("another", say("Another game?"), (kept,), notice=again)


def drawn(guide: CardGuide, cards: Sequence[Any]) -> Page:
    """What was drawn from a virtual deck: one card with what it does, several by their names."""
    called = [label(card.number, name_of(card)) for card in cards]
    if len(called) > 1:
        listed = ", ".join(f"{{c{at}}}" for at in range(len(called)))
        words = Message(listed, {f"c{at}": each for at, each in enumerate(called)})
        return Page(
            "drawn", count("{n} card drawn", "{n} cards drawn", len(cards)), (Prose(words),)
        )
    does = guide.face(cards[0]).does or say("Nobody has entered yet what it does.")
    return Page("drawn", called[0], (Prose(does),))


def name_of(card: Any) -> Message:
    return name(card.name.en, es=card.name.es, pt=card.name.pt)


def label(number: str, called: Message) -> Message:
    """A card whose number or name nobody knows is called by the other."""
    if number.startswith(UNKNOWN):
        return called
    if called.text == UNKNOWN:
        return Message("{number}", {"number": number})
    return Message("{number} {name}", {"number": number, "name": called})


SECOND_PHONE = "second phone"


def second_phone(seat: Message) -> Page:
    """A phone that wants to be a seat which has one, in a game with secrets."""
    asks = say("Another phone wants to be {seat}.", seat=seat)
    return Page(SECOND_PHONE, say("A second phone?"), (Prose(asks), Prose(say("NEXT lets it in."))))


CHOOSE_AGAIN = say("UNDO again leads back to the choice of games.")


def choose_again() -> Page:
    """Nothing was done yet, so what UNDO takes back is the choice of this game."""
    return Page("choice", say("UNDO"), (Prose(say("Another game?")),), notice=CHOOSE_AGAIN)


OTHER_GAMES = Page(
    "games",
    say("Other games"),
    (Prose(say("This one stays kept as it is.")), Prose(say("NEXT shows the others."))),
)
