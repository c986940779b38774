"""What the small screen shows of a game: how things stand, who is where, what tonight brings.

Every page is made from the state alone and has a name, under which it can be asked for again.
"""

from companion.games.display import (
    Cell,
    Cells,
    Chance,
    Figure,
    Gauge,
    Headline,
    Page,
    Part,
    Prose,
    Row,
    Rows,
)
from companion.games.naufragos.model import terms
from companion.games.naufragos.model.state import State
from companion.games.naufragos.odds.document import found_again, trauma
from companion.games.naufragos.odds.text import HOME
from companion.games.naufragos.oled.prompts import front_question, rolled
from companion.games.naufragos.rules.survival import meal
from companion.games.naufragos.text.instructions import guide
from companion.games.naufragos.text.names import PLACES, mark, marked, people, scale_of
from companion.games.naufragos.text.short_words import FIRST, STAGES, called
from companion.games.shared.odds import odds_wanted
from companion.games.shared.text import percent
from companion.i18n.message import Message, say


def pages(state: State) -> tuple[Page, ...]:
    """The page to show unasked, then every other one that a knob leafs through."""
    shown = [front(state), *([home(state)] if state.round else []), now(state)]
    if state.round:
        shown += [expedition(state)] if state.exploring else []
        shown += [lost(state)] if state.lost else []
        shown += [tonight(state), store(state), buildings(state)]
        shown += [castaway(state, seat) for seat in state.castaways]
    return tuple({page.name: page for page in shown}.values())


def page(state: State, name: str) -> Page | None:
    """One page by its name; None if there is nothing to show under it."""
    if name == "die" and state.dice.last:
        return rolled(state, state.dice.last)
    return next((page for page in pages(state) if page.name == name), None)


def front(state: State) -> Page:
    """What people need to see when nobody has asked for anything."""
    if state.outcome:
        return end(state)
    if asked := front_question(state):
        return asked
    if state.exploring:
        return expedition(state)
    if not state.round:
        return now(state)
    return tonight(state) if state.step == "eat" else home(state)


def heading(state: State) -> Message:
    return say(
        "Turn {n}/{last} {stage}", n=state.round, last=state.turns, stage=STAGES[state.stage]
    )


def headline(state: State) -> Headline:
    """The turn, for a view of many tables; it alarms where one more trauma kills somebody."""
    close = any(
        one.alive and one.traumas == terms.TRAUMAS_TO_DIE - 1 for one in state.castaways.values()
    )
    last = state.ending or state.turns
    alarm = close and state.outcome is None
    return Headline(f"{state.round}/{last}", say("turn"), alarm)


def home(state: State) -> Page:
    """The weather, the fire, and everybody's energy."""
    weather = marked(state, terms.WEATHER[state.label], "facts.weather")
    title = say("{n}/{last} {weather}", n=state.round, last=state.turns, weather=weather)
    people = (
        Gauge(
            called(state, seat),
            one.energy,
            one.cap,
            mark(state, scale_of(state, seat)),
            alarm=one.alive and not one.energy,
        )
        for seat, one in state.castaways.items()
    )
    return Page("home", title, tuple(people), corner=fire(state))


def fire(state: State) -> Message:
    if not state.fire.lit:
        return say("fire out")
    return say("fire, wood") if state.fire.wood else say("fire, no wood")


def now(state: State) -> Page:
    """What the people at the table do now."""
    title = heading(state) if state.round else say("Náufragos")
    parts: list[Part] = [Prose(line) for line in guide(state)[:2]]
    if state.seats and not state.round:
        seated = (Row(terms.COLOURS[seat], str(at)) for at, seat in enumerate(state.seats, start=1))
        parts.append(Rows(tuple(seated)))
    return Page("now", title, tuple(parts))


def expedition(state: State) -> Page:
    """How far away, how likely home, whose turn."""
    party = state.exploring
    assert party is not None
    most = state.box.difficulty.max
    parts: list[Part] = [
        Figure(str(party.difficulty), (Gauge(say("Way back"), party.difficulty, most),))
    ]
    if odds_wanted(state):
        parts.append(Chance(HOME))
    parts.append(Prose(people(party.members)))
    title = say("Turn of {who}", who=terms.COLOURS[party.turn])
    return Page("expedition", title, tuple(parts), corner=terms.WEATHER[state.label])


def lost(state: State) -> Page:
    """Each lost group, its difficulty, and its chance with two tries."""
    rows = []
    for group in state.lost:
        chance = f" {percent(found_again(state, group))}" if odds_wanted(state) else ""
        rows.append(Row(people(group.members), f"{group.difficulty}{chance}"))
    return Page("lost", say("Lost"), (Rows(tuple(rows)),))


def store(state: State) -> Page:
    """What is in the store, and what is left to find."""
    kept, supply = state.store, state.supply
    rows = (
        ((kept.perishable, say("Fresh")), (kept.food, say("Food")), (kept.wood, say("Wood"))),
        ((kept.ropes, say("Ropes")), (kept.sails, say("Sails"))),
        (
            (supply.forage, say("Forage")),
            (supply.fish, say("Fish")),
            (state.wreck.left, say("Wreck")),
        ),
    )
    parts = tuple(Cells(tuple(Cell(str(n), name) for n, name in row)) for row in rows)
    return Page("store", say("Store"), parts, corner=say("ashore!") if state.wreck.ashore else "")


def buildings(state: State) -> Page:
    """What stands, and what is missing for the rest."""
    rows = (
        Row(say("Shelter"), f"{state.constructions.shelter}/{terms.LEVELS}"),
        growing(state, terms.SAND_SIGN, say("Sign in the sand")),
        growing(state, terms.BONFIRE, say("Great bonfire")),
        Row(say("Raft"), raft(state)),
    )
    return Page("buildings", say("Buildings"), (Rows(rows),), corner=next_shelter(state))


def growing(state: State, building: str, name: Message) -> Row:
    size = state.full_size(building)
    there = size if state.is_done(building) else state.growing(building).progress
    return Row(name, f"{there}/{size}{mark(state, f'facts.{building}')}")


def raft(state: State) -> str:
    if state.constructions.raft.done:
        return "✓"
    return "0" if state.constructions.raft.open else "–"


def next_shelter(state: State) -> Message | str:
    """Energy and wood that the next shelter costs."""
    if state.is_done(terms.SHELTER):
        return ""
    level = state.constructions.shelter + 1
    cost = state.cost_of(terms.SHELTER)
    paths = (f"facts.shelters.{level}.energy", f"facts.shelters.{level}.wood")
    return say(
        "{n}: {energy}E {wood}W", n=level, energy=cost.energy, wood=marked(state, cost.wood, *paths)
    )


def castaway(state: State, seat: str) -> Page:
    """One person: energy, injuries, traumas, where it is and how far it has come."""
    one = state.castaways[seat]
    energy = Gauge(
        say("Energy"),
        one.energy,
        one.cap,
        mark(state, scale_of(state, seat)),
        alarm=one.alive and not one.energy,
    )
    cells = (
        Cell(str(one.injuries), say("Injuries"), alarm=one.injuries > 2),
        Cell(str(one.traumas), say("Traumas"), alarm=one.traumas > 2),
        Cell(str(one.story), say("Story")),
    )
    where = say(
        "{place}, {sector} {space}",
        place=PLACES[state.place(seat)],
        sector=terms.SECTORS[state.sector(seat)],
        space=marked(state, one.track, "facts.track"),
    )
    first = FIRST if seat == state.first else ""
    title = Message("{first}{who}", {"first": first, "who": terms.COLOURS[seat]})
    corner = say("pawns {n}", n=one.pawns)
    return Page(f"castaway {seat}", title, (energy, Cells(cells), Prose(where)), corner=corner)


def tonight(state: State) -> Page:
    """Who eats what, who would be hungry, and who risks a trauma."""
    proposed = meal(state) if state.step == "eat" else {}
    rows = []
    for seat in state.clockwise():
        one = state.castaways[seat]
        if not one.alive:
            continue
        risk = f" {percent(trauma(one.injuries))}" if one.injuries and odds_wanted(state) else ""
        if not state.here(seat):
            rows.append(Row(called(state, seat), f"–{risk}"))
            continue
        eats = one.eaten + (proposed[seat].all if seat in proposed else 0)
        hungry = state.step == "eat" and not eats
        rows.append(Row(called(state, seat), f"{eats}{risk}", alarm=hungry))
    warm = state.fire.lit and state.fire.wood > 0
    title = say("Tonight: warm") if warm else say("Tonight: cold")
    food = f"{state.store.perishable}+{state.store.food}"
    return Page("tonight", title, (Rows(tuple(rows)),), corner=food)


def end(state: State) -> Page:
    """Won or lost, and why; who wrote the best story."""
    assert state.outcome is not None
    parts: list[Part] = [Prose(WHY[state.outcome.reason])]
    scores = tuple(
        Cell(str(one.score), terms.COLOURS[seat], alarm=seat in state.outcome.winners)
        for seat, one in state.castaways.items()
        if one.score is not None
    )
    if scores:
        parts.append(Cells(scores))
    title = say("Rescued!") if state.outcome.won else say("Lost")
    corner = f"{state.round}/{state.turns}"
    return Page("end", title, tuple(parts), corner=corner)


WHY: dict[str, Message] = {
    "rescue": say("A ship has seen you!"),
    "missed": say("The ship passes by."),
    "lost": say("A ship came, and nobody was in camp."),
    "time": say("The last turn is over."),
    "dead": say("Nobody is alive."),
}
