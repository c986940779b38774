"""The board of a game that brings no page of its own: made of its tap handler and its document.

Questions become buttons, dice can be rolled or entered, every number can be put right where it
stands, and the pages of the small screen are read out.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.errors import CompanionError
from companion.games import AnyGame, display, several
from companion.games.defaults import whole_lines
from companion.games.display import Choice, Page, Part, Words
from companion.games.layout import DIE
from companion.games.shared.replace import at
from companion.games.taps import NEXT, Do, Throw, Wait
from companion.i18n.message import Message, say
from companion.i18n.negotiation import said


@dataclass(frozen=True, slots=True)
class Number:
    """Something of the document that can be put right."""

    path: str
    name: Message
    value: int | bool | str
    seat: str
    """Whose it is; nothing for what all share."""
    values: Mapping[str, Message]
    """What can stand there, where it is a state; nothing for a number."""


@dataclass(frozen=True, slots=True)
class Asked:
    words: Words
    choices: Sequence[Choice] = ()
    """What can be answered; each answer is a line."""
    throw: Throw | None = None
    """The dice that are waited for."""
    question: Wait | None = None
    """As the game itself asks it."""


@dataclass(frozen=True, slots=True)
class PlainBoard:
    asked: Asked | None
    next: str
    """The line that NEXT sends; nothing where it leads to a choice."""
    choices: Sequence[Sequence[Choice]]
    """Answers, and what else can be done beside NEXT; those with the same first word together."""
    numbers: Sequence[Number]
    pages: Sequence[tuple[Words, Iterator[str]]]
    """What the small screen shows, in words: a title, and lines."""


def asked_of(game: AnyGame, state: Any) -> Asked | None:
    """What the game itself asks now: a question with its answers, or dice."""
    if game.over(state):
        return None
    taps = game.tap_handler
    if question := taps.question(state):
        return Asked(question.words, question.choices, question=question)
    due = taps.due(state)
    if due.startswith(DIE) and (throw := taps.throw(state, due.removeprefix(DIE))):
        return Asked(game.guide(state)[0], throw=throw)
    return None


def plain_board(game: AnyGame, state: Any, document: Any, led: Do | Wait) -> PlainBoard:
    """``led``: what NEXT leads to."""
    over, asked = game.over(state), asked_of(game, state)
    goes_on = None if over or asked else led
    led_to = goes_on if isinstance(goes_on, Wait) else None
    if wait := (asked.question if asked else None) or led_to:
        asked = Asked(wait.words, tuple(whole_lines(game, state, wait)))
    started = game.round_of(state) > 0
    next = line_of_next(game, state, goes_on) if goes_on else ""
    answers = list(asked.choices) if asked else []
    said = {"next", next, *(choice.answer for choice in answers)}
    answers += [each for each in game.legal_actions(state) if each.answer not in said]
    return PlainBoard(
        asked=asked,
        next=next,
        choices=[
            list(some) for _, some in groupby(answers, lambda each: each.answer.partition(" ")[0])
        ],
        numbers=list(correctable(game, state, document)) if started and not over else [],
        pages=[(page.title, in_words(page)) for page in game.pages(state)],
    )


def line_of_next(game: AnyGame, state: Any, led: Do | Wait) -> str:
    """Past what a panel would only show on the way; a phone shows that in words."""
    shown: list[Wait] = []
    while isinstance(led, Wait) and led.gesture.things and not led.choices and led not in shown:
        shown.append(led)
        try:
            led = game.tap_handler.meaning(state, led.gesture.then(NEXT))
        except CompanionError:
            break
    if isinstance(led, Do):
        return led.line
    return "next" if not led.choices and is_taken(game, state, "next") else ""


def is_taken(game: AnyGame, state: Any, line: str) -> bool:
    try:
        several.decide(game, state, line)
    except CompanionError:
        return False
    return True


def correctable(game: AnyGame, state: Any, document: Any) -> Iterator[Number]:
    """The numbers that the game lets a hand set: it is asked by setting each to what it is."""
    for path, name in game.numbers(state).items():
        value = at(document, path)
        if not is_taken(game, state, f"set {path} {json.dumps(value)}"):
            continue
        seat = next((step for step in path.split(".") if step in game.seats), "")
        yield Number(path, name, value, seat, game.values_at(state, path))


def in_words(page: Page) -> Iterator[str]:
    """What a page of the small screen says, line by line."""
    for part in page.parts:
        yield from spoken(part)


def spoken(part: Part) -> Iterator[str]:
    match part:
        case display.Prose(text):
            yield said(text)
        case display.Gauge(label, value, most, mark):
            yield f"{said(label)}: {value}{mark}/{most}"
        case display.Figure(value, beside):
            yield said(value)
            for gauge in beside:
                yield from spoken(gauge)
        case display.Row(label, value):
            yield f"{said(label)}: {value}"
        case display.Rows(rows):
            for row in rows:
                yield from spoken(row)
        case display.Cells(cells):
            for cell in cells:
                yield f"{said(cell.label)}: {said(cell.value)}"
        case display.Chance(label, text=text):
            yield f"{said(label)}: {text}"
        case display.Dice(faces):
            yield said(say("The dice show: {faces}", faces=" ".join(map(said, faces))))
