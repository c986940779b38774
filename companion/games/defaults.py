"""What people see of a game that says nothing more than its document: its numbers, in words.

These are the defaults of the contract. A game that overrides one of them keeps the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.games.display import (
    Cell,
    Cells,
    Dice,
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
from companion.games.shared.replace import at
from companion.i18n.message import Message, say

if TYPE_CHECKING:
    from companion.games.contract import AnyGame

HOME = "home"
"""The page that says how things stand, and not what people are expected to do."""
ROWS = 4
"""As many lines as a small screen shows in letters that are read at a glance."""
TABLES_OWN = ("game", "revision", "box", "outcome", "prompt", "facts")


def leaves(document: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value of a document, with the path that leads to it."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from leaves(value, (*path, str(key)))
    elif isinstance(document, list):
        for at, value in enumerate(document):
            yield from leaves(value, (*path, str(at)))
    else:
        yield path, document


def numbers_of(game: "AnyGame", state: Any) -> dict[str, Message]:
    """Every number of the document, called by the way that leads to it."""
    return {
        ".".join(path): called(game, path)
        for path, value in leaves(game.view(state))
        if isinstance(value, int) and path[0] not in TABLES_OWN
    }


def called(game: "AnyGame", path: tuple[str, ...]) -> Message:
    """A path in words: a seat by its name, the rest as the document spells it."""
    named: list[Message | str] = [
        game.seats.get(step) or step.replace("_", " ") for step in path if step != game.group
    ]
    return Message(", ".join(f"{{{at}}}" for at in "abcdefgh"[: len(named)]), letters(named))


def letters(values: list[Any]) -> Mapping[str, Any]:
    return dict(zip("abcdefgh", values, strict=False))


def plain_result(game: "AnyGame", state: Any, events: Sequence[Any]) -> Message | None:
    """Every sentence that is told of the events, one after the other."""
    told = []
    for event in events:
        if not game.begins(state, event) and (message := game.tell(state, event)):
            told.append(message)
        state = game.evolve(state, event)
    named = {f"n{at}": sentence for at, sentence in enumerate(told)}
    return Message(" ".join(f"{{{name}}}" for name in named), named) if named else None


def plain_guide(game: "AnyGame", state: Any) -> tuple[Message, ...]:
    if game.over(state):
        return (say("The game has ended."),)
    if asked := game.tap_handler.question(state):
        return (asked.words,)
    due = game.tap_handler.due(state)
    if due.startswith("die:"):
        return (say("Roll: {die}.", die=game.layout.name(game.layout.part(due))),)
    return (say("NEXT goes on."),)


def plain_glance(game: "AnyGame", state: Any) -> tuple[Message, ...]:
    document = game.view(state)
    return tuple(
        Message("{name}: {value}", {"name": name, "value": at(document, path)})
        for path, name in game.numbers(state).items()
    )


def plain_pages(game: "AnyGame", state: Any) -> tuple[Page, ...]:
    """The numbers, a few at a time; the first page says what to do now as well."""
    document = game.view(state)
    rows = [Row(name, str(at(document, path))) for path, name in game.numbers(state).items()]
    groups = [tuple(rows[i : i + ROWS]) for i in range(0, len(rows), ROWS)] or [()]
    return tuple(
        Page(
            HOME if n == 0 else f"numbers {n}",
            game.name,
            (*([Rows(group)] if group else ()), *(guided(game, state) if n == 0 else ())),
            corner=f"{n + 1}/{len(groups)}" if len(groups) > 1 else "",
        )
        for n, group in enumerate(groups)
    )


def plain_headline(game: "AnyGame", state: Any) -> Headline:
    """The first number of the first page that has one, or else the round."""
    pages = sorted(game.pages(state), key=lambda page: page.name != HOME)
    found = (headed(part) for page in pages for part in page.parts)
    return next(filter(None, found), Headline(game.round_of(state), say("Round")))


def heading(game: "AnyGame", state: Any) -> Words:
    """Where in the game people are, as the small screen says it above how things stand."""
    pages = game.pages(state)
    found = next((page for page in pages if page.name == HOME), pages[0] if pages else None)
    if found is None or found.title == game.name:
        number = game.round_of(state)
        return say("Round {n}", n=number) if number else say("Set-up")
    return found.title


def headed(part: Part) -> Headline | None:
    """A part of a page as a figure; None for one without a number."""
    match part:
        case Figure(value=value, beside=beside):
            return Headline(str(value), alarm=any(gauge.alarm for gauge in beside))
        case Gauge(label=label, value=number, most=most, alarm=alarm):
            return Headline(f"{number}/{most}", label, alarm)
        case Cells(cells=(Cell(value=value, label=label, alarm=alarm), *_)):
            return Headline(str(value), label, alarm)
        case Row() | Rows(rows=(Row(), *_)):
            row = part if isinstance(part, Row) else part.rows[0]
            whole = row.value.removeprefix("-").isdecimal()
            return Headline(int(row.value) if whole else row.value, row.label, row.alarm)
    return None


def guided(game: "AnyGame", state: Any) -> tuple[Part, ...]:
    return tuple(Prose(line) for line in game.guide(state)[:1])


def plain_now(game: "AnyGame", state: Any) -> Page:
    return Page("now", game.name, guided(game, state))


def plain_dice(game: "AnyGame", die: str, faces: tuple[str, ...]) -> Page:
    return Page("die", game.layout.dice.get(die, game.name), (Dice(faces),))
