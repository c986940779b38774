"""The outlook in words, line by line; it shows what may come and never says what to do."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import POWERS
from companion.games.daybreak.odds import what_helps
from companion.games.daybreak.odds.crisis_cards.deck import Range
from companion.games.daybreak.odds.document import average_of
from companion.games.daybreak.odds.later_rounds import RoundAhead, look_ahead
from companion.games.daybreak.odds.next_stage import Forecast, forecast
from companion.games.daybreak.text.names import celsius, named, number
from companion.games.display import Chance
from companion.games.shared.odds import total
from companion.games.shared.text import MARK, UNBROKEN, joined, percent
from companion.i18n.message import Message, count, decimal, say, signed

BAR = 30
WIDEST = 8
HELPS = 5
LOSING = say("Losing")
CAUSES: dict[str, Message] = {
    "temperature": say("by the temperature"),
    "communities": say("by Communities in Crisis (energy and Planetary Effects)"),
    "crises": say("by Communities in Crisis (Crisis cards)"),
    "time": say("by the end of the last round"),
}


def describe_outlook(state: State, falling: int) -> tuple[Message, ...]:
    """Everything there is to say about what may come."""
    if not state.outlook.shown:
        return (say("Odds are switched off at this table; set outlook.shown true shows them."),)
    told = forecast(state)
    if told is None:
        return (say("No Crisis stage lies ahead, so there are no odds."),)
    return (*stage(told), *unsure(state, told), *helping(state, told.loss), *rounds(state, falling))


def main_chance(state: State) -> Chance:
    """The one line for a small screen."""
    told = forecast(state)
    if told is None:
        return Chance(LOSING, text="?")
    mark = MARK if told.standins else ""
    return Chance(LOSING, told.loss.most, f"{percents(told.loss)}{mark}")


def stage(told: Forecast) -> Iterator[Message]:
    yield from which_stage(told.round, told.after_emissions, told.rolls)
    for bands, odds in told.bands.items():
        survived = Range(told.bands_at_worst[bands], odds)
        yield bar(Message("{celsius} °C", {"celsius": celsius(bands)}), survived)
    for cause, odds in told.lost.items():
        if told.lost_at_worst[cause]:
            lost = Range(odds, told.lost_at_worst[cause])
            yield bar(say("lost {cause}", cause=CAUSES[cause]), lost)
    yield say("Losing this round: {percent}", percent=percents(told.loss))
    if told.won.most:
        yield say("Winning this round: {percent}", percent=percents(told.won))
    if told.bands:
        yield say(
            "Where it is survived, on average: {trees} Trees and {oceans} Oceans lost, {cards} "
            "Crisis cards in all, {carbon} carbon waiting in Recent Emissions.",
            trees=decimal(float(average_of(told.trees))),
            oceans=decimal(float(average_of(told.oceans))),
            cards=decimal(float(average_of(told.crisis_cards))),
            carbon=decimal(float(average_of(told.waiting))),
        )


def which_stage(number: int, after_emissions: bool, rolls: int) -> Iterator[Message]:
    """Of what the odds speak."""
    if after_emissions:
        yield say("The Crisis stage of round {n}, if nobody changes anything before it:", n=number)
    else:
        yield say("What is left of the Crisis stage of round {n}:", n=number)
    yield count(
        "{n} roll of the Planetary Effects die is certain.",
        "{n} rolls of the Planetary Effects die are certain.",
        rolls,
    )


def bar(what: Message, odds: Range) -> Message:
    """As long as what is sure; what may come to it is drawn more lightly."""
    drawn = "█" * max(1, round(BAR * odds.least)) if odds.least else ""
    drawn += "░" * (max(1, round(BAR * odds.most)) - len(drawn))
    values = {"percent": percents(odds).rjust(WIDEST), "bar": drawn.ljust(BAR), "what": what}
    return Message("  {percent}  {bar}  {what}", values)


def unsure(state: State, told: Forecast) -> Iterator[Message]:
    """What is in these numbers and what is not."""
    unread = told.deck.unread if told.unknown else 0
    yield from known_and_unknown(
        state, *(told.counted, told.uncounted, told.unknown, told.deck.cards, unread, told.helpers)
    )
    if not told.exact:
        yield too_many(told.margin)
    if told.standins:
        yield say("Some numbers in this are stand-ins that nobody has verified: see companion box.")


def too_many(margin: Range) -> Message:
    """How much wider than need be the range of the odds of losing is."""
    if not margin.least:
        return say(
            "There are too many ways to follow all of them: the upper end may be up to {most} too "
            "high.",
            most=percent(margin.most),
        )
    return say(
        "There are too many ways to follow all of them: the lower end may be up to {least} too "
        "low, the upper end up to {most} too high.",
        least=percent(margin.least),
        most=percent(margin.most),
    )


def known_and_unknown(
    state: State,
    counted: Sequence[str],
    uncounted: Sequence[str],
    unknown: int,
    deck: int,
    unread: int,
    helpers: Sequence[str],
) -> Iterator[Message]:
    """Which cards the odds take in."""

    def cards(numbers: Sequence[str]) -> Message:
        return joined(named(state, card) for card in numbers)

    if counted:
        yield say("Counted in: {cards}.", cards=cards(counted))
    resolving = state.crises.resolving
    unread_cards = [card for card in uncounted if card != resolving]
    if unread_cards:
        yield say("Face up, but not read: {cards}.", cards=cards(unread_cards))
    if resolving and resolving in uncounted:
        yield say("Being resolved, and not counted: {cards}.", cards=cards([resolving]))
    if unknown:
        yield count(
            "{n} Crisis card is face down: it is one of {deck} that nobody has seen in this game.",
            "{n} Crisis cards are face down: they are of {deck} that nobody has seen in this game.",
            unknown,
            deck=deck,
        )
    if unread:
        yield count(
            "{n} of those nobody has read: from no harm to the worst of any card read.",
            "{n} of those nobody has read: from no harm to the worst of any card read.",
            unread,
        )
    if helpers:
        yield say("Could still soften this, and is not counted: {cards}.", cards=cards(helpers))


def helping(state: State, loss: Range) -> Iterator[Message]:
    helps = what_helps.most_helpful(what_helps.what_helps(state), HELPS)
    if helps:
        heading = {
            "what": say("What would lower the odds of losing this round"),
            "now": say("now {percent}", percent=finely_between(loss)),
        }
        yield Message("{what} ({now}):", heading)
    elif loss.most:
        yield say("No single token would lower the odds of losing this round.")
    for help in helps:
        after, what = finely_between(help.loss), token(help.path, help.by)
        yield Message("  {percent:>7}  {what}", {"percent": after, "what": what})
    far = what_helps.distance(state)
    yield from how_far(far.drawdown, far.band)


def how_far(drawdown: int, band: int | None) -> Iterator[Message]:
    """The tokens that are missing, see ``Distance``."""
    if drawdown:
        yield count(
            "Drawdown is {n} token away: carbon less, or sinks more.",
            "Drawdown is {n} tokens away: carbon less, or sinks more.",
            drawdown,
        )
    else:
        yield say("Drawdown is reached as things stand.")
    if band is not None:
        yield say("With {n} carbon less, there is one Temperature Band less.", n=band)


def token(path: str, by: int) -> Message:
    """What is more or less, and by how much."""
    if path == what_helps.CARBON:
        return say("carbon {by}, and so one Temperature Band less", by=signed(by))
    head, _, rest = path.partition(".")
    if head == "powers" and rest.endswith(".emissions"):
        what = say("{power}: any Emissions", power=POWERS[rest.split(".")[0]])
    else:
        what = number(path)
    return Message("{what} {by}", {"what": what, "by": signed(by)})


def assumption(falling: int) -> Message:
    """Under which the rounds ahead are told."""
    if falling:
        return say(
            "The rounds ahead, if demand is met, the powers emit {n} carbon less each round, and "
            "nothing else changes:",
            n=falling,
        )
    return say("The rounds ahead, if demand is met and nothing else changes:")


def rounds(state: State, falling: int) -> Iterator[Message]:
    yield assumption(falling)
    for ahead in look_ahead(state, falling):
        yield Message("  {line}", {"line": one_round(ahead)})


def one_round(ahead: RoundAhead) -> Message:
    parts = [
        Message("{celsius} °C {percent}", {"celsius": celsius(bands), "percent": percent(odds)})
        for bands, odds in ahead.bands.items()
    ]
    if loss := total(ahead.lost):
        parts.append(say("lost {percent}", percent=percent(loss)))
    if ahead.crises.most:
        parts.append(say("with Crisis cards lost {percent}", percent=percents(ahead.loss)))
    if ahead.won:
        parts.append(say("won {percent}", percent=percent(ahead.won)))
    return say("round {n}: {odds}", n=ahead.round, odds=joined(parts))


def percents(odds: Range) -> str:
    """One number where it is one, as people say it; else from the least to the most."""
    least, most = percent(odds.least), percent(odds.most)
    if least == most or most.startswith("<"):
        return most
    if least.startswith(">"):
        return least
    return f"{least.removesuffix(f'{UNBROKEN}%')}–{most}"


def finely_between(odds: Range) -> Message:
    least, most = finely(odds.least), finely(odds.most)
    if str(least) == str(most):
        return least
    return Message("{least}–{most}", {"least": least, "most": most})


def finely(odds: Fraction) -> Message:
    """With a decimal, because one token often changes little."""
    least = Fraction(1, 1000)
    sign = "<" if 0 < odds < least / 2 else ">" if 1 - least / 2 < odds < 1 else ""
    shown = min(max(odds, least), 1 - least) if sign else odds
    return Message(f"{sign}{{number}}{UNBROKEN}%", {"number": decimal(float(100 * shown))})
