"""Default texts and pages of the contract, made of the numbers in a game's document."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.games.capabilities import LaidPiece, LaidPlace
from companion.games.display import (
    Cell,
    Cells,
    Choice,
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
from companion.games.layout import BUTTONS, DIE
from companion.games.shared.replace import at, replace
from companion.games.shared.text import joined, pair
from companion.games.taps import THEN, Do, Thing, Wait
from companion.i18n.message import Message, say

if TYPE_CHECKING:
    from companion.games.contract import AnyGame

HOME = "home"
"""The name of the page with the state of play, as opposed to instructions."""
ROWS = 4
"""Lines of a small screen in letters that are read at a glance."""
SKIPPED = ("game", "revision", "box", "outcome", "prompt", "facts")


def leaves(document: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value of a document with its path."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from leaves(value, (*path, str(key)))
    elif isinstance(document, list):
        for at, value in enumerate(document):
            yield from leaves(value, (*path, str(at)))
    else:
        yield path, document


def default_numbers(game: "AnyGame", state: Any) -> dict[str, Message]:
    """Every number of the document, named by its path."""
    return {
        ".".join(path): path_in_words(game, path)
        for path, value in leaves(game.view(state))
        if isinstance(value, int) and path[0] not in SKIPPED
    }


def path_in_words(game: "AnyGame", path: tuple[str, ...]) -> Message:
    """A path as a display name: a seat by its own, the rest as the document spells it."""
    steps = (step for step in path if step != game.group)
    return joined(game.seats.get(step) or step.replace("_", " ") for step in steps)


def default_result(game: "AnyGame", state: Any, events: Sequence[Any]) -> Message | None:
    """The texts of all events in one line."""
    told = []
    for event in events:
        if not game.begins(state, event) and (message := game.tell(state, event)):
            told.append(message)
        state = game.evolve(state, event)
    return joined(told, " ") if told else None


def default_legal_actions(game: "AnyGame", state: Any) -> tuple[Choice, ...]:
    """The answers to what is asked; where nothing is, what NEXT leads to, unless dice are due."""
    if game.over(state):
        return ()
    if asked := game.tap_handler.question(state):
        return tuple(whole_lines(game, state, asked))
    if game.tap_handler.due(state).startswith(DIE):
        return ()
    led = game.tap_handler.next(state)
    if isinstance(led, Do):
        return (Choice(led.line, BUTTONS["next"]),)
    return tuple(whole_lines(game, state, led))


def whole_lines(
    game: "AnyGame", state: Any, asked: Wait, before: tuple[Wait, ...] = ()
) -> Iterator[Choice]:
    """Every answer as a line; one that asks for more is followed to each line that it leads to.

    An answer that leads back to what was asked ``before`` leads to no line.
    """
    if asked in before:
        return
    for choice in asked.choices:
        if not choice.answer.startswith(THEN):
            yield choice
            continue
        word = Thing("answer", choice.answer.removeprefix(THEN))
        try:
            meaning = game.tap_handler.meaning(state, asked.gesture.then(word))
        except CompanionError:
            continue
        if isinstance(meaning, Do):
            yield replace(choice, answer=meaning.line)
        else:
            for more in whole_lines(game, state, meaning, (*before, asked)):
                text = pair(choice.text, more.text)
                yield replace(more, text=text)


def default_laid_out(game: "AnyGame", state: Any) -> tuple[LaidPlace, ...]:
    """Every number that is not 0: on the table, and before each seat."""
    document = game.view(state)
    found: dict[str, list[LaidPiece]] = {"": [], **{seat: [] for seat in game.seated(state)}}
    for path, name in game.numbers(state).items():
        if value := at(document, path):
            seat = next((step for step in path.split(".") if step in found), "")
            known = game.values_at(state, path)
            found[seat].append(LaidPiece(name, known.get(str(value), value), path, value))
    return tuple(
        LaidPlace(game.seats[seat] if seat else say("On the table"), tuple(pieces), seat)
        for seat, pieces in found.items()
        if pieces
    )


def default_guide(game: "AnyGame", state: Any) -> tuple[Message, ...]:
    if game.over(state):
        return (say("The game has ended."),)
    if asked := game.tap_handler.question(state):
        return (asked.words,)
    due = game.tap_handler.due(state)
    if due.startswith(DIE):
        return (say("Roll: {die}.", die=game.layout.name(game.layout.part(due))),)
    return (say("NEXT goes on."),)


def default_pages(game: "AnyGame", state: Any) -> tuple[Page, ...]:
    """The numbers, a few at a time; the first page says what to do now as well."""
    document = game.view(state)
    rows = [Row(name, str(at(document, path))) for path, name in game.numbers(state).items()]
    groups = [tuple(rows[i : i + ROWS]) for i in range(0, len(rows), ROWS)] or [()]
    return tuple(
        Page(
            HOME if n == 0 else f"numbers {n}",
            game.name,
            (
                *([Rows(group)] if group else ()),
                *(first_instruction(game, state) if n == 0 else ()),
            ),
            corner=f"{n + 1}/{len(groups)}" if len(groups) > 1 else "",
        )
        for n, group in enumerate(groups)
    )


def default_headline(game: "AnyGame", state: Any) -> Headline:
    """The first number of the first page that has one, or else the round."""
    pages = sorted(game.pages(state), key=lambda page: page.name != HOME)
    found = (headline_of(part) for page in pages for part in page.parts)
    return next(filter(None, found), Headline(game.round_of(state), say("Round")))


def heading(game: "AnyGame", state: Any) -> Words:
    """The title of the home page: where in the game people are."""
    pages = game.pages(state)
    found = next((page for page in pages if page.name == HOME), pages[0] if pages else None)
    if found is None or found.title == game.name:
        number = game.round_of(state)
        return say("Round {n}", n=number) if number else say("Set-up")
    return found.title


def headline_of(part: Part) -> Headline | None:
    """The headline from a part of a page; None if it has no number."""
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


def first_instruction(game: "AnyGame", state: Any) -> tuple[Part, ...]:
    return tuple(Prose(line) for line in game.guide(state)[:1])


def default_dice_page(game: "AnyGame", die: str, faces: tuple[str, ...]) -> Page:
    return Page("die", game.layout.dice.get(die, game.name), (Dice(faces),))
