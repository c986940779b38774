"""Pages of the small screen that belong to the table, whatever is played at it."""

from collections.abc import Sequence

from companion.games import Lesson
from companion.games.display import Code, Gauge, Page, Prose
from companion.i18n.message import Message, say
from companion.match.collection.my_box import Bar

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
