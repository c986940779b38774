"""What the small screen, the wall and a phone show of a declared game."""

from collections import Counter as Tally
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.games.declared.fields import Counter, States, shown_in
from companion.games.defaults import HOME, ROWS
from companion.games.display import (
    Cell,
    Cells,
    Gauge,
    Headline,
    Page,
    Part,
    Prose,
    Row,
    Rows,
    Words,
)
from companion.games.shared.text import joined, pair
from companion.i18n.message import Message, say

if TYPE_CHECKING:
    from companion.games.declared.game import DeclaredGame

    Declared = DeclaredGame[Any]

SHOWN = 3
"""Numbers side by side on a small screen."""


def title(game: "Declared", state: Any) -> Words:
    if state.outcome:
        return say("The end")
    if not state.round:
        return say("Set-up")
    return say("Round {n}", n=state.round)


def stage_name(game: "Declared", state: Any) -> Words:
    return game.stages[state.stage].name if state.round and not state.outcome else ""


def instructions(game: "Declared", state: Any) -> tuple[Part, ...]:
    return tuple(map(Prose, game.guide(state)))


def table_counters(state: Any) -> Iterator[tuple[str, Counter]]:
    """Those that the whole table has one of; the headline first."""
    found = [
        (name, what)
        for name, what in shown_in(state).items()
        if isinstance(what, Counter) and not what.each and not what.seats
    ]
    return iter(sorted(found, key=lambda each: not each[1].headline))


def headline(game: "Declared", state: Any) -> Headline | None:
    for name, what in table_counters(state):
        value = getattr(state, name)
        return Headline(value, what.name, what.alarms(value))
    return None


def pages(game: "Declared", state: Any) -> Iterator[Page]:
    """How the table stands; what each seat has; what has left the state in which it began."""
    yield Page(HOME, title(game, state), tuple(home(game, state)), corner=stage_name(game, state))
    if not state.round:
        return
    declared = shown_in(state)
    for seat in state.seats:
        yield from seat_pages(game, state, seat)
    for name, what in declared.items():
        value = getattr(state, name)
        if what.seats or not what.each:
            continue
        if isinstance(what, Counter):
            yield from in_rows(what.name, name, "", list(rows_of(what, value)))
            continue
        for one, said in list(what.values.items())[1:]:
            if things := [what.each[thing] for thing, it in value.items() if it == one]:
                yield Page(f"{name} {one}", said, (Prose(joined(things)),), corner=str(len(things)))


def seat_pages(game: "Declared", state: Any, seat: str) -> Iterator[Page]:
    own = [
        (what, getattr(state, name)[seat]) for name, what in shown_in(state).items() if what.seats
    ]
    rows = [row for what, value in own if isinstance(what, Counter) for row in rows_of(what, value)]
    corners = [what.values[it] for what, it in own if isinstance(what, States) and not what.each]
    if own:
        yield from in_rows(game.seats[seat], seat, corners[0] if corners else "", rows)


def home(game: "Declared", state: Any) -> Iterator[Part]:
    if not state.round:
        yield from instructions(game, state)
        return
    counters = list(table_counters(state))
    if counters and counters[0][1].headline:
        headline, first = counters.pop(0)
        value = getattr(state, headline)
        yield Gauge(first.name, value, first.most, alarm=first.alarms(value))
    if cells := [Cell(str(getattr(state, name)), what.name) for name, what in counters[:SHOWN]]:
        yield Cells(tuple(cells))
    for name, what in shown_in(state).items():
        if isinstance(what, States) and what.each and not what.seats:
            tally = Tally(getattr(state, name).values())
            yield Cells(tuple(Cell(str(tally[it]), said) for it, said in what.values.items()))
            break
    if state.outcome:
        yield from instructions(game, state)


def rows_of(what: Counter, value: Any) -> Iterator[Row]:
    for thing, it in value.items() if what.each else (("", value),):
        yield Row(what.each.get(thing, what.name), str(it), what.alarms(it))


def in_rows(name: Words, key: str, corner: Words, rows: list[Row]) -> Iterator[Page]:
    for at in range(0, max(1, len(rows)), ROWS):
        parts = (Rows(tuple(rows[at : at + ROWS])),) if rows else ()
        yield Page(f"{key} {at}" if at else key, name, parts, corner=corner)


def glance(game: "Declared", state: Any) -> Iterator[Message]:
    """Every counter of the table, how many things are in each state, and what each seat has."""
    declared = shown_in(state)
    for name, what in declared.items():
        value = getattr(state, name)
        if isinstance(what, States) and what.each and not what.seats:
            tally = Tally(value.values())
            yield pair(what.name, joined([pair(it, tally[one]) for one, it in what.values.items()]))
        elif not what.seats:
            yield pair(what.name, said_of(what, value))
    for seat in state.seats:
        own = [
            said_of(what, getattr(state, name)[seat])
            for name, what in declared.items()
            if what.seats
        ]
        if own:
            yield pair(game.seats[seat], joined(own))


def said_of(what: Counter | States, value: Any) -> object:
    if what.each:
        some = [pair(what.each[thing], said_value(what, it)) for thing, it in value.items() if it]
        return joined(some) if some else "–"
    return said_value(what, value)


def said_value(what: Counter | States, value: Any) -> object:
    return what.values[value] if isinstance(what, States) else value
