"""The odds as a phone shows them: bars and a table, from the documents alone.

Whoever draws has the documents at hand and asks the rules nothing, so that drawing takes no time.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import ceil

from companion.games import Document
from companion.games.daybreak.model.state import State
from companion.games.daybreak.odds.crisis_cards.deck import Range
from companion.games.daybreak.odds.text import (
    CAUSES,
    assumption,
    finely_between,
    how_far,
    known_and_unknown,
    percents,
    token,
    too_many,
    which_stage,
)
from companion.games.daybreak.text.names import celsius
from companion.games.shared.text import percent
from companion.i18n.message import Message, say

ALWAYS_TOLD = ("temperature", "communities")
SHADES = 5
SEEN = 1
"""Of a hundred: what is possible can be seen."""
FALLS = (0, 2, 5, 10)
"""Carbon less each round: what people may assume about the rounds ahead."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One way in which the stage may end; ``width`` of 100 is certain."""

    label: Message
    percent: str
    width: float
    lost: bool


@dataclass(frozen=True, slots=True)
class Square:
    """One chance in the table of rounds; a darker ``shade`` for a greater one, 0 for none."""

    percent: str
    shade: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of that table, with what it counts: ``hot``, ``lost`` or ``won``."""

    label: Message
    kind: str
    squares: tuple[Square, ...]


class OutlookPage:
    """What the templates ask for; ``odds`` and ``more`` are documents of the outlook."""

    falls = FALLS

    def __init__(self, state: State) -> None:
        self._state = state

    def which_stage(self, odds: Document) -> Iterator[Message]:
        return which_stage(odds["round"], odds["after_emissions"], odds["rolls"])

    def percent(self, chance: Document) -> str:
        return percents(range_of(chance))

    def bars(self, odds: Document) -> Iterator[Bar]:
        """How hot it may be, then how the game may be lost."""
        for each in odds["bands"]:
            label = Message("{celsius} °C", {"celsius": celsius(each["bands"])})
            yield self._bar(label, each, lost=False)
        for cause, words in CAUSES.items():
            chance = odds["lost"][cause]
            if cause in ALWAYS_TOLD or range_of(chance).most:
                yield self._bar(say("lost {cause}", cause=words), chance, lost=True)

    def _bar(self, label: Message, chance: Document, *, lost: bool) -> Bar:
        odds = range_of(chance)
        width = max(SEEN, float(100 * odds.most)) if odds.most else 0
        return Bar(label, self.percent(chance), round(width, 3), lost)

    def not_counted(self, odds: Document) -> Iterator[Message]:
        """Which cards these odds take in, and what is unknown."""
        crises = odds["crises"]
        yield from known_and_unknown(
            self._state,
            *(crises["counted"], crises["uncounted"], crises["unknown"], crises["deck"]),
            *(crises["unread"] if crises["unknown"] else 0, odds["helpers"]),
        )
        if not odds["exact"]:
            yield too_many(range_of(odds["margin"]))

    def helps(self, more: Document) -> list[tuple[Message, Message]]:
        """What would help, the most helpful first, each with the odds of losing with it."""
        return [
            (token(help["path"], help["by"]), self.finely(help["loss"]))
            for help in more["helps"]
            if sum(Fraction(help["change"][end]["odds"]) for end in ("least", "most")) < 0
        ]

    def finely(self, chance: Document) -> Message:
        return finely_between(range_of(chance))

    def how_far(self, more: Document) -> Iterator[Message]:
        return how_far(more["drawdown_tokens"], more["band_tokens"])

    def assumption(self, more: Document) -> Message:
        return assumption(more["falling"])

    def ahead(self, more: Document) -> list[Line]:
        """The rounds ahead side by side: lost, each temperature from hot to cool, won."""
        rounds: Sequence[Document] = more["ahead"]
        spreads = [{each["bands"]: each for each in told["bands"]} for told in rounds]
        hottest_first = sorted(set(chain.from_iterable(spreads)), reverse=True)
        lines = [with_crises(rounds)]
        lines.append(line(say("lost"), "lost", (told["lost"].values() for told in rounds)))
        lines += [
            line(
                Message("{celsius} °C", {"celsius": celsius(bands)}),
                "hot",
                ([spread[bands]] if bands in spread else [] for spread in spreads),
            )
            for bands in hottest_first
        ]
        lines.append(line(say("won"), "won", ([told["won"]] for told in rounds)))
        return [each for each in lines if any(square.shade for square in each.squares)]


def range_of(chance: Document) -> Range:
    """What a document says of a chance, be it one number or a range."""
    if "least" not in chance:
        return Range(Fraction(chance["odds"]), Fraction(chance["odds"]))
    return Range(Fraction(chance["least"]["odds"]), Fraction(chance["most"]["odds"]))


def with_crises(rounds: Sequence[Document]) -> Line:
    """What is lost in each round or before, Crisis cards included."""
    squares = []
    for told in rounds:
        planet = sum((Fraction(each["odds"]) for each in told["lost"].values()), Fraction())
        crises = range_of(told["crises"])
        loss = Range(planet + crises.least, planet + crises.most)
        squares.append(Square(percents(loss) if loss.most else "", ceil(SHADES * loss.most)))
    return Line(say("lost, with Crisis cards"), "lost", tuple(squares))


def line(label: Message, kind: str, chances: Iterable[Iterable[Document]]) -> Line:
    sums = (sum((Fraction(each["odds"]) for each in some), Fraction()) for some in chances)
    return Line(
        label,
        kind,
        tuple(Square(percent(odds) if odds else "", ceil(SHADES * odds)) for odds in sums),
    )
