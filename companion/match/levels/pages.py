"""What the small screen shows of the totals that moved, and of the level itself."""

from collections.abc import Callable, Container

from companion.games.display import Figure, Page, Part, Prose, Row, Rows
from companion.i18n.message import Message, say
from companion.match.levels.level import KINDS, MEANS, Level, after
from companion.match.levels.moved import Move
from companion.match.levels.show import Shown

ROWS = 4
"""Lines of a small screen in letters that are read at a glance."""
LEVELS = "levels"


def level_page(level: Level) -> Page:
    """Which level the table has; NEXT takes the next one."""
    following = say("NEXT: {what}", what=KINDS[after(level).kind])
    parts = (Prose(KINDS[level.kind]), Prose(MEANS[level.kind]))
    return Page(LEVELS, say("Who counts?"), parts, notice=following)


def moving_page(shown: Shown, at: int) -> Page:
    """The total that moves now, or what people count."""
    match shown.phase:
        case "counting":
            return Page(
                "counting",
                say("Move and count"),
                listed(shown.totals, lambda total: f"{total.before} → ?"),
                notice=say("NEXT: it is done"),
            )
        case "compared":
            differ = {each.total.path for each in shown.differences}
            return Page(
                "compared",
                say("So it must be now"),
                listed(shown.totals, lambda total: str(total.after), differ),
                notice=say("NEXT: go on"),
            )
    move = shown.moves[at]
    parts = (Prose(move.name), Figure(f"{move.before} → {move.after}"))
    corner = f"{at + 1}/{len(shown.moves)}"
    page = Page("moving", move.place, parts, corner=corner)
    return page.with_notice(say("NEXT: seen")) if shown.phase == "stepping" else page


def listed(
    totals: tuple[Move, ...], value: Callable[[Move], str], alarms: Container[str] = ()
) -> tuple[Part, ...]:
    """As rows while there is room, or else as a sentence."""
    if len(totals) <= ROWS:
        return (Rows(tuple(Row(it.label, value(it), it.path in alarms) for it in totals)),)
    named = {f"t{at}": total.label for at, total in enumerate(totals)}
    text = "; ".join(f"{{t{at}}} {value(total)}" for at, total in enumerate(totals))
    return (Prose(Message(text, named)),)


def words_of(shown: Shown) -> Message:
    """What people do now, for a page beside the small screen."""
    match shown.phase:
        case "counting":
            return say("Move these totals and count them; then NEXT, or enter them on a phone.")
        case "compared":
            return say("Compare with the table; NEXT goes on.")
        case "stepping":
            return say("One total after the other: NEXT shows the next one.")
    return say("The totals move one after the other; NEXT hurries them.")
