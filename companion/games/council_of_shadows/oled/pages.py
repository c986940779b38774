"""What the small screen shows of a game: both tracks, the turn, galaxies, order, how it ended.

Every page is made from the state alone and has a name, under which it can be asked for again.
"""

from collections.abc import Iterator

from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import GALAXIES as FULL_NAMES
from companion.games.council_of_shadows.model.terms import SEATS, roman
from companion.games.council_of_shadows.oled.prompts import prompt
from companion.games.council_of_shadows.rules.ending import standing
from companion.games.council_of_shadows.rules.planning import ready
from companion.games.council_of_shadows.rules.scoring import payable
from companion.games.council_of_shadows.text.events import tie_reason
from companion.games.council_of_shadows.text.instructions import guide, laid
from companion.games.council_of_shadows.text.names import (
    GALAXY_WORDS,
    NUMBERS,
    REASONS,
    marked,
    short_gems,
    why,
)
from companion.games.council_of_shadows.text.short_words import heading, moved, pay_words, rank
from companion.games.display import (
    Cell,
    Cells,
    Figure,
    Gauge,
    Headline,
    Page,
    Part,
    Prose,
    Row,
    Rows,
    Words,
)
from companion.games.shared.text import MARK, joined, pair
from companion.i18n.message import Message, count, say

LINES = 4
"""As many as are read at a glance."""


def pages(state: State) -> tuple[Page, ...]:
    """The page to show unasked, then every other one that a knob leafs through."""
    shown = [front(state), now(state)]
    if state.round:
        shown += [tracks(state), order(state)]
        shown += [seat_page(state, seat) for seat in state.order]
        shown += [galaxy_page(state, galaxy) for galaxy in state.galaxies or ()]
    return tuple({page.name: page for page in shown}.values())


def page(state: State, name: str) -> Page | None:
    """One page by its name; None if there is nothing to show under it."""
    match name.split():
        case ["galaxy", galaxy] if state.round and galaxy in state.in_play:
            return galaxy_page(state, galaxy)
    return next((page for page in pages(state) if page.name == name), None)


def front(state: State) -> Page:
    """What people need to see when nobody has asked for anything."""
    if state.outcome:
        return end(state)
    if not state.round:
        return now(state)
    if asked := prompt(state):
        return asked
    match state.stage, state.step:
        case "act", "actions" | "effect":
            return turn(state, str(state.turn))
        case _, "score":
            return galaxies(state, str(state.turn))
        case "final", _:
            return account(state, str(state.turn))
    return home(state)


# --- how things stand ----------------------------------------------------------------------------


def headline(state: State) -> Headline:
    """The highest level and whose it is, for a view of many tables; until somebody has one, the
    energy on the way to it."""
    if not state.players:
        return Headline("0", say("level"))
    seat = max(state.order, key=lambda each: standing(state.players[each]))
    player = state.players[seat]
    if not player.level:
        way = f"{player.energy}/{player.consumption}"
        return Headline(way, SEATS[seat], of=NUMBERS["energy"])
    return Headline(roman(player.level), say("highest level: {seat}", seat=SEATS[seat]))


def home(state: State) -> Page:
    """One gauge a seat: energy of consumption, the level beside the name."""
    whose: Words = SEATS[state.turn] if state.turn else ""
    return Page("home", heading(state), gauges(state), corner=whose)


def tracks(state: State) -> Page:
    """The same for those who leaf through the pages."""
    return Page("tracks", say("Energy/consumption"), gauges(state))


def gauges(state: State) -> tuple[Part, ...]:
    return tuple(gauge(state, seat) for seat in state.order)


def gauge(state: State, seat: str) -> Gauge:
    player = state.players[seat]
    label = Message("{seat} {level}", {"seat": SEATS[seat], "level": rank(state, seat)})
    paths = (f"players.{seat}.energy", f"players.{seat}.consumption")
    reached = player.energy >= player.consumption
    return Gauge(label, player.energy, player.consumption, marked(state, "", *paths), reached)


def turn(state: State, seat: str) -> Page:
    """The large figure: what this seat still needs for the next level."""
    player = state.players[seat]
    beside = (
        Gauge(say("Energy"), player.energy, player.consumption),
        Gauge(say("Bonus"), player.bonus_cards, max(4, player.bonus_cards)),
    )
    below = say("Level reached!")
    if player.needed:
        values = {"mark": needed_mark(state, seat), "level": roman(player.level + 1)}
        below = count(
            "needs {n}{mark} to {level}", "needs {n}{mark} to {level}", player.needed, **values
        )
    cubes = state.cubes(seat)
    corner: Words = "" if cubes is None else count("{n} cube", "{n} cubes", cubes)
    title = Message("{seat} {level}", {"seat": SEATS[seat], "level": rank(state, seat)})
    # A turn is how things stand; what to do in it is said when it begins.
    return Page("home", title, (Figure(str(player.needed), beside), Prose(below)), corner=corner)


def needed_mark(state: State, seat: str) -> str:
    return marked(state, "", f"players.{seat}.energy", f"players.{seat}.consumption")


def galaxies(state: State, seat: str) -> Page:
    """What each galaxy pays now, the best first."""
    found = sorted(payable(state, seat).items(), key=lambda each: -each[1].energy)
    player = state.players[seat]
    corner = Message("{e}/{c}", {"e": player.energy, "c": player.consumption})
    if not found:
        return Page("score", SEATS[seat], (Prose(say("Nothing to score.")),), corner=corner)
    rows = []
    for name, pay in found:
        galaxy: Words = GALAXY_WORDS[name]
        label = say("{galaxy} + card", galaxy=galaxy) if pay.bonus else galaxy
        rows.append(Row(label, pay_words(pay)))
    return Page(
        "score", say("{seat} scores", seat=SEATS[seat]), (Rows(tuple(rows)),), corner=corner
    )


def order(state: State) -> Page:
    """Order tokens with what each seat consumed, and the reason of a tie in words."""
    rows = tuple(
        Row(Message("{n} {seat}", {"n": at, "seat": SEATS[seat]}), consumed(state, seat))
        for at, seat in enumerate(state.order, start=1)
    )
    reasons = [
        Prose(pair(SEATS[one], reason))
        for one, other in zip(state.order, state.order[1:], strict=False)
        if state.stage == "act" and (reason := tie_reason(state, one, other))
    ]
    return Page("order", say("Order"), (Rows(rows), *reasons[:1]))


def consumed(state: State, seat: str) -> str:
    by = state.players[seat].round_consumption
    return "" if by is None else marked(state, moved(by), f"players.{seat}.consumption")


def seat_page(state: State, seat: str) -> Page:
    """One player board."""
    player = state.players[seat]
    parts: list[Part] = [
        gauge(state, seat),
        Cells(
            (
                Cell(str(player.bonus_cards), say("Bonus")),
                Cell(str(player.ai_cards), say("AI cards")),
                Cell("·".join(map(str, player.reach)) or "–", say("Reach")),
            )
        ),
    ]
    if player.gems is not None:
        purse = short_gems(player.gems) if any(player.gems.values()) else "–"
        parts.append(Prose(say("Gems: {gems}", gems=purse)))
    mark = needed_mark(state, seat)
    needed = count("needs {n}{mark}", "needs {n}{mark}", player.needed, mark=mark)
    return Page(f"seat {seat}", SEATS[seat], tuple(parts), corner=needed)


def galaxy_page(state: State, name: str) -> Page:
    """Who has how many cubes in a galaxy, and what it pays."""
    paths = [f"facts.{state.side}.{name}.{what}" for what in ("more", "less")]
    more, less = (
        f"{state.printed(name, what)}{MARK if state.box.rests_on_a_stand_in(path) else ''}"
        for what, path in zip(("more", "less"), paths, strict=True)
    )
    parts: list[Part] = [Row(say("Majority/else"), f"{more}/{less}")]
    if state.galaxies:
        cubes = state.galaxies[name]
        parts.append(
            Cells(tuple(Cell(str(cubes.cubes(seat)), SEATS[seat]) for seat in state.order))
        )
    parsec = say("parsec {n}", n=state.printed(name, "parsec"))
    return Page(f"galaxy {name}", FULL_NAMES[name], tuple(parts), corner=parsec)


# --- what to do now ------------------------------------------------------------------------------


def now(state: State) -> Page:
    """What the people at the table do now; after the reveal, who goes first and why."""
    title: Words = heading(state) if state.round else say("Council of Shadows")
    if state.stage == "plan" and not state.outcome:
        return Page("now", title, planning(state))
    fresh = state.stage == "act" and state.step == "actions" and state.turn == state.order[0]
    if fresh:
        return Page("now", title, order(state).parts, corner=say("Order"))
    rows = tuple(
        Row(SEATS[seat], str(at)) for at, seat in enumerate(state.order, start=1) if not state.round
    )
    lines = guide(state)[: 1 if rows else 2]
    return Page("now", title, (*map(Prose, lines), *((Rows(rows),) if rows else ())))


def planning(state: State) -> tuple[Part, ...]:
    """Who is ready, and nothing of what anybody has laid."""
    if all(ready(state, seat) for seat in state.seats):
        return (Prose(guide(state)[0]),)
    return tuple(Prose(laid(state, seat)) for seat in state.order)


# --- the end -------------------------------------------------------------------------------------


def account(state: State, seat: str) -> Page:
    """The final account, line by line, the newest at the bottom."""
    player = state.players[seat]
    title = say("{seat}'s account", seat=SEATS[seat])
    corner = Message("{e}/{c}", {"e": player.energy, "c": player.consumption})
    rows = tuple(postings(state, seat))[-LINES + 1 :]
    total = Row(say("Together"), moved(player.final or 0))
    return Page("account", title, (*((Rows(rows),) if rows else ()), total), corner=corner)


def postings(state: State, seat: str) -> Iterator[Row]:
    for posting in state.players[seat].account:
        head, _, card = posting.why.partition(" ")
        label: Words = card if head == "bonus" else why(state, posting.why) or say("by hand")
        yield Row(label, moved(posting.energy))


def end(state: State) -> Page:
    """Who has won, and why."""
    assert state.outcome is not None
    names = joined(SEATS[seat] for seat in state.outcome.winners)
    won = say("{winners} wins!", winners=names)
    if len(state.outcome.winners) > 1:
        won = say("{winners} share the victory!", winners=names)
    rows = tuple(
        Row(SEATS[seat], f"{rank(state, seat)} · {player.energy}")
        for seat, player in sorted(
            state.players.items(), key=lambda each: (-each[1].level, -each[1].energy)
        )
    )
    parts = (Prose(won), Prose(REASONS[state.outcome.reason]), Rows(rows))
    return Page("end", say("Round {n}", n=state.round), parts)
