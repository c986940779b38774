"""What came of an input, where people want to read more than a line: Emissions, growth, a crisis.

It stands there until they go on, so what they do next is said below it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.daybreak.model.stacks import card_of
from companion.games.daybreak.model.state import Power, State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, CENTRAL, COMMUNITIES_TO_LOSE
from companion.games.daybreak.oled.cards import name_of
from companion.games.daybreak.oled.pages import NEARLY, degrees, grow, temperature
from companion.games.daybreak.text.cards import ONGOING
from companion.games.daybreak.text.instructions import crises_left
from companion.games.daybreak.text.names import everybodys
from companion.games.daybreak.text.short_words import DICE, EFFECTS, POWERS, STAGES, TOKENS, printed
from companion.games.display import Cell, Cells, Page, Part, Prose, Row, Rows, Words
from companion.games.shared.document import members
from companion.games.shared.text import pair
from companion.i18n.message import Message, count, say, signed

MOST_ROWS = 4
"""As many lines as a small screen has room for above what people do next."""


def came(before: State, after: State) -> Page | None:
    if sum(moved_on(before, after).values()) > 1:
        return planet(before, after)
    if after.outcome or after.tasks or after.dice.tie:
        return None
    match before.stage, after.stage:
        case "local", "crisis":
            return emissions(before, after)
        case "emissions", "crisis" if before.step == "demand":
            return emissions(before, after)
        case "crisis", "global":
            return growth(after)
        case "crisis", "crisis" if len(after.crises.resolved) > len(before.crises.resolved):
            return resolved(before, after)
    return None


def next_to_do(state: State) -> Message:
    """What people do now, in one short line."""
    if due := state.dice.rolls_due:
        return count("Now roll the die.", "Now roll the die {n} times.", due)
    if crises_left(state):
        return say("Tap the next Crisis card.")
    return say("NEXT goes on.")


def emissions(before: State, after: State) -> Page:
    """The whole stage, as nobody had to do anything in it."""
    absorbed, net = after.absorbed, after.thermometer.carbon - before.thermometer.carbon
    carbon = say("Carbon {emitted} − {absorbed}", emitted=net + absorbed, absorbed=absorbed)
    if after.drawdown and not before.drawdown:
        carbon = say("Drawdown!")
    rows = [Row(carbon, everybodys(after, signed(net)))]
    for seat, board in after.powers.items():
        if more := board.communities - before.powers[seat].communities:
            label = pair(POWERS[seat], TOKENS["communities"])
            rows.append(Row(label, signed(more), alarm=True))
    if cards := after.crises.due - before.crises.due:
        rows.append(Row(say("More Crisis cards"), signed(cards), alarm=True))
    parts: tuple[Part, ...] = (temperature(after.thermometer), *rows)
    if len(rows) > 1:  # then the temperature is a line like the others
        bands = f"{after.thermometer.bands}/{BANDS_TO_LOSE}"
        parts = fitting([Row(say("Bands"), bands), *rows])
    corner = degrees(after.thermometer) if len(rows) > 1 else ""
    return Page("came", STAGES["emissions"], parts, corner, next_to_do(after))


def moved_on(before: State, after: State) -> dict[str, int]:
    """How far each planetary effect has moved."""
    return {effect: after.planetary[effect] - at for effect, at in before.planetary.items()}


def planet(before: State, after: State) -> Page:
    """Where each effect stands now, after several rolls by one press; a Tipping Point alarms."""
    rows = []
    for effect, moves in moved_on(before, after).items():
        track, at = after.box.tracks[effect], after.planetary[effect]
        if moves:
            tipped = any(track[at - moves : at])
            rows.append(Row(EFFECTS[effect], f"{at}/{len(track)}", alarm=tipped))
    corner = degrees(after.thermometer)
    return Page("came", DICE["planetary"], fitting(rows), corner, next_to_do(after))


def growth(after: State) -> Page:
    due = after.crises.due
    cards = count("Draw {n} Crisis card.", "Draw {n} Crisis cards.", due)
    return grow(after).with_notice(cards if due else say("No Crisis cards this round."))


def fitting(rows: list[Row]) -> tuple[Part, ...]:
    if len(rows) > MOST_ROWS:
        rows = [*rows[: MOST_ROWS - 1], Row(say("and others"), f"+{len(rows) - MOST_ROWS + 1}")]
    return (Rows(tuple(rows)),)


# --- a crisis ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """What changed for somebody, or on the central board."""

    who: Words
    what: Words
    by: int
    alarm: bool = False


def resolved(before: State, after: State) -> Page | None:
    """Whom the crisis hit, and how hard; of one that goes on, what it forbids."""
    card = after.crises.resolved[-1]
    parts = [*shown(list(changes(before, after)))]
    rules = card_of(after, card).crisis
    if rules and rules.ongoing and card in after.crises.ongoing:
        parts.append(Prose(ONGOING[rules.ongoing]))
    if not parts and before.crises.resolving:
        return None  # it has been answered step by step, and each was told
    return Page(
        "came",
        say("Crisis {card}", card=printed(card)),
        tuple(parts) or (Prose(say("No effect")), *name_of(after, card)),
        corner=f"{len(after.crises.resolved)}/{after.crises.due}",
        notice=next_to_do(after),
    )


def shown(found: list[Change]) -> Iterator[Part]:
    """Everybody side by side, where it was the same for all; or one of them with all of it."""
    whom, what = ({str(getattr(each, name)) for each in found} for name in ("who", "what"))
    if len(what) == 1 and len(whom) > 1:
        yield Prose(found[0].what)
        yield Cells(tuple(Cell(signed(each.by), each.who, each.alarm) for each in found))
    elif len(whom) == 1:
        yield Prose(found[0].who)
        yield Cells(tuple(Cell(signed(each.by), each.what, each.alarm) for each in found))
    elif found:
        rows = [Row(pair(each.who, each.what), signed(each.by), each.alarm) for each in found]
        yield from fitting(rows)


def changes(before: State, after: State) -> Iterator[Change]:
    for seat, board in after.powers.items():
        was = counted(before.powers[seat])
        near = board.communities >= COMMUNITIES_TO_LOSE - NEARLY
        for token, now in counted(board).items():
            if by := now - was[token]:
                communities = token == "communities"
                yield Change(POWERS[seat], NAMES[token], by, alarm=communities and near)
    for token, now in central(after).items():
        if by := now - central(before)[token]:
            yield Change(say("Everybody"), NAMES[token], by)


def counted(board: Power) -> dict[str, int]:
    """Whatever a crisis can change before one power."""
    return {
        **members(board, "communities", "demand", "dirty", "clean"),
        "emissions": sum(board.emissions.values()),
        **{f"resilience.{kind}": tokens for kind, tokens in board.resilience.items()},
        "cards": sum(map(len, board.stacks)),
        "draw": board.draw_next,
    }


def central(state: State) -> dict[str, int]:
    return {
        **members(state, *CENTRAL),
        "thermometer": state.thermometer.carbon,
        "projects": len(state.globals),
        "due": state.crises.due,
    }


NAMES: dict[str, Words] = {
    **TOKENS,
    "emissions": say("Emissions"),
    "cards": say("Cards"),
    "draw": say("Next draw"),
    "thermometer": say("Thermometer"),
    "projects": say("Projects"),
    "due": say("More Crisis cards"),
}
