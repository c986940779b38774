"""What the small screen shows of a game: how things stand, what to do now, and how it ended.

Every page is made from the state alone and has a name, under which it can be asked for again.
"""

from collections.abc import Callable

from companion.games.daybreak.model.state import State, Thermometer
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, COMMUNITIES_TO_LOSE, LAST_ROUND
from companion.games.daybreak.model.terms import POWERS as FULL_NAMES
from companion.games.daybreak.odds.text import LOSING
from companion.games.daybreak.oled.cards import crisis, project, stack
from companion.games.daybreak.oled.prompts import prompt
from companion.games.daybreak.rules.emissions_stage import Outlook, outlook
from companion.games.daybreak.text.instructions import guide, unused_actions
from companion.games.daybreak.text.names import (
    carbon_paths,
    celsius,
    demand_of,
    draw_of,
    energy_of,
    everybodys,
    marked,
)
from companion.games.daybreak.text.short_words import POWERS, RESILIENCES, SINKS, STAGES
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
from companion.games.shared.odds import odds_wanted
from companion.i18n.message import Message, count, say, signed

BEFORE_CRISIS = ("global", "local", "emissions")
NEARLY = 3
"""Communities that are left until the game is lost, and people should know."""


def pages(state: State) -> tuple[Page, ...]:
    """The page to show unasked, then every other one that a knob leafs through."""
    others = [home, now] if state.round else [now]
    shown = [front(state), *(make(state) for make in others)]
    shown += [power(state, seat) for seat in state.powers]
    shown += [crisis(state, number) for number in state.crises.face_up]
    shown += [project(state, slot) for slot in state.globals]
    return tuple({page.name: page for page in shown}.values())


def page(state: State, name: str) -> Page | None:
    """One page by its name; None if there is nothing to show under it."""
    match name.split():
        case ["stack", seat, at] if seat in state.powers and at in ("1", "2", "3", "4", "5"):
            return stack(state, seat, int(at))
        case ["crisis", number] if number in state.cards:
            return crisis(state, number)
    return next((page for page in pages(state) if page.name == name), None)


def front(state: State) -> Page:
    """What people need to see when nobody has asked for anything."""
    if state.outcome:
        return end(state)
    if asked := prompt(state):
        return asked
    if not state.round or state.stage == "emissions":
        return now(state)
    return home(state)


def heading(state: State) -> Message:
    stage = STAGES[state.stage]
    return say("Round {n}/{last} {stage}", n=state.round, last=LAST_ROUND, stage=stage)


def home(state: State) -> Page:
    """The planet at a glance, and at the bottom what people look for: before the Crisis stage its
    odds, if they want to know them, else how far Drawdown is."""
    ahead, last = outlook(state), drawdown(state)
    carbon = say("Carbon {emitted} − {absorbed}", emitted=ahead.emitted, absorbed=ahead.absorbed)
    if state.stage in BEFORE_CRISIS and odds_wanted(state):
        carbon = say("Drawdown!") if isinstance(last, Prose) else carbon
        last = Chance(LOSING)
    balanced = Row(carbon, everybodys(state, signed(balance(state, ahead))))
    return Page("home", heading(state), (temperature(state.thermometer), balanced, last))


def headline(state: State) -> Headline:
    """The temperature; it alarms where one more band, or a few more communities, lose the game."""
    worst = max((board.communities for board in state.powers.values()), default=0)
    close = worst >= COMMUNITIES_TO_LOSE - NEARLY or state.thermometer.bands >= BANDS_TO_LOSE - 1
    alarm = close and state.outcome is None
    return Headline(float(state.thermometer.celsius), "°C", alarm, of=say("Temperature"))


def balance(state: State, ahead: Outlook) -> int:
    """Carbon that this round adds, or takes away."""
    return state.recent + ahead.emitted - ahead.absorbed


def degrees(thermometer: Thermometer) -> Message:
    return Message("{celsius}°", {"celsius": celsius(thermometer.bands)})


def temperature(thermometer: Thermometer) -> Figure:
    return Figure(
        degrees(thermometer),
        (
            Gauge(say("Bands"), thermometer.bands, BANDS_TO_LOSE),
            Gauge(say("Cubes"), thermometer.cubes, thermometer.row),
        ),
    )


def drawdown(state: State) -> Part:
    """Reached, or how many of the sinks are there that it takes: one more than there is carbon."""
    if state.drawdown:
        return Prose(say("Drawdown reached!"))
    carbon = state.recent + outlook(state).emitted
    if state.sinks > carbon:
        return Prose(say("Drawdown ahead!"))
    return Gauge(say("Drawdown"), state.sinks, carbon + 1)


def power(state: State, seat: str) -> Page:
    """One player board."""
    board, own = state.powers[seat], f"powers.{seat}"
    energy = f"{energy_of(state, seat)}/{demand_of(state, seat)}"
    emissions = marked(state, sum(board.emissions.values()), f"{own}.emissions")
    communities = Gauge(
        say("Communities"),
        board.communities,
        COMMUNITIES_TO_LOSE,
        marked(state, "", f"{own}.communities"),
        alarm=board.communities >= COMMUNITIES_TO_LOSE - NEARLY,
    )
    resilience = (
        Cell(marked(state, tokens, f"{own}.resilience.{kind}"), RESILIENCES[kind])
        for kind, tokens in board.resilience.items()
    )
    return Page(
        f"power {seat}",
        FULL_NAMES[seat],
        (
            Cells(
                (
                    Cell(energy, say("Energy/Demand"), alarm=board.shortage > 0),
                    Cell(emissions, say("Emissions")),
                )
            ),
            communities,
            Cells(tuple(resilience)),
        ),
        corner=say("draw {n}", n=board.draw),
    )


# --- what to do now ------------------------------------------------------------------------------


def now(state: State) -> Page:
    """What the people at the table do now, step by step."""
    step = NOW.get((state.stage, state.step))
    if step is None or state.outcome:
        return Page("now", heading(state), (Prose(guide(state)[0]),))
    return step(state)


def of_each(state: State, figure: Callable[[str], str]) -> Cells:
    """A number of every power."""
    return Cells(tuple(Cell(figure(seat), POWERS[seat]) for seat in state.powers))


def draw_cards(state: State) -> Page:
    cells = of_each(state, lambda seat: draw_of(state, seat))
    return Page("now", heading(state), (Prose(say("Draw Local cards:")), cells))


def play_cards(state: State) -> Page:
    """Everybody at once; and what is easily forgotten."""
    parts: list[Part] = [Prose(say("Play, tuck, act. NEXT when all are done."))]
    if unused := sum(1 for seat in state.seats for _ in unused_actions(state, seat)):
        parts.append(Prose(count("{n} action not used yet", "{n} actions not used yet", unused)))
    return Page("now", heading(state), tuple(parts))


def take_seats(state: State) -> Page:
    names = (Row(FULL_NAMES[seat], str(at)) for at, seat in enumerate(state.seats, start=1))
    parts = (Prose(guide(state)[0]), *((Rows(tuple(names)),) if state.seats else ()))
    return Page("now", say("Daybreak"), parts)


def count_demand(state: State) -> Page:
    """Emissions, step 1: does energy meet demand?"""
    rows = []
    for seat, board in state.powers.items():
        energy = f"{energy_of(state, seat)}/{demand_of(state, seat)}"
        short = f" {signed(-board.shortage)}" if board.shortage else ""
        rows.append(Row(POWERS[seat], energy + short, alarm=bool(short)))
    return Page("now", say("Energy/Demand"), (Rows(tuple(rows)),), corner="1/4")


def count_carbon(state: State) -> Page:
    """Emissions, step 2: what each power emits."""
    carbon = of_each(
        state, lambda seat: marked(state, state.powers[seat].carbon, *carbon_paths(seat))
    )
    waiting = [Row(say("waiting already"), f"+{state.recent}")] if state.recent else []
    total = Row(say("Carbon in all"), everybodys(state, state.recent + outlook(state).emitted))
    return Page("now", say("Carbon"), (carbon, *waiting, total), corner="2/4")


def count_sinks(state: State) -> Page:
    """Emissions, step 3: what the sinks take."""
    cells = (Cell(str(getattr(state, sink)), name) for sink, name in SINKS.items())
    left = state.recent - state.sinks
    result: Part = Row(say("Carbon left"), everybodys(state, left))
    if left < 0:
        result = Prose(say("Drawdown!"))
    carbon = Row(say("Recent Emissions"), everybodys(state, state.recent))
    return Page("now", say("Sinks"), (carbon, Cells(tuple(cells)), result), corner="3/4")


def count_warming(state: State) -> Page:
    """Emissions, step 4: what the Thermometer will show."""
    thermometer = state.thermometer
    cubes = min(state.recent, thermometer.room)
    after = thermometer.with_carbon(thermometer.carbon + cubes)
    moved = Row(say("Carbon to add"), everybodys(state, signed(cubes)))
    return Page("now", say("Thermometer"), (temperature(after), moved), corner="4/4")


def grow(state: State) -> Page:
    cells = of_each(state, lambda seat: demand_of(state, seat))
    return Page("now", heading(state), (Prose(say("Demand grows to:")), cells))


NOW: dict[tuple[str, str], Callable[[State], Page]] = {
    ("setup", "seats"): take_seats,
    ("local", "draw"): draw_cards,
    ("local", "play"): play_cards,
    ("emissions", "demand"): count_demand,
    ("emissions", "emit"): count_carbon,
    ("emissions", "sequester"): count_sinks,
    ("emissions", "temperature"): count_warming,
    ("growth", "demand"): grow,
}


def end(state: State) -> Page:
    """Won or lost, and why."""
    assert state.outcome is not None
    worst = max((board.communities for board in state.powers.values()), default=0)
    return Page(
        "end",
        say("Round {n}/{last}", n=state.round, last=LAST_ROUND),
        (
            Prose(say("You win together!") if state.outcome.won else say("The game is lost.")),
            Prose(why_it_ended(state, state.outcome.reason)),
            Cells(
                (
                    Cell(degrees(state.thermometer), say("Temperature")),
                    Cell(f"{worst}/{COMMUNITIES_TO_LOSE}", say("Communities")),
                )
            ),
        ),
    )


def why_it_ended(state: State, reason: str) -> Message:
    for seat, board in state.powers.items():
        if reason == "communities" and board.communities >= COMMUNITIES_TO_LOSE:
            return say(
                "{power}: {n} Communities in Crisis.", power=POWERS[seat], n=board.communities
            )
    return WHY[reason]


WHY: dict[str, Message] = {
    "drawdown": say("Drawdown reached!"),
    "temperature": say("2.0 °C is too hot."),
    "communities": say("12 Communities in Crisis."),
    "time": say("Six rounds, no Drawdown."),
}
