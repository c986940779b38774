"""What is printed on boards and reference cards: its fields in a form, and a page for each.

A number is written, the spaces of a track are touched. Whoever saves a page has the thing in their
hand, so all of it is the owner's word from then on.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.datastructures import MultiDict

from companion.errors import BadFact, CompanionError
from companion.games import AnyGame, Fact, playable
from companion.i18n.message import Message, say
from companion.i18n.negotiation import speak_of
from companion.match.script_syntax import json_in_a_line
from companion.match.session import Session
from companion.storage.packs.box_facts import OwnBox
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import paired

log = logging.getLogger(__name__)

Form = MultiDict[str, str]
NUMBER = re.compile("-?[0-9]{1,3}")
SPACES = re.compile("#([0-9]{1,2})")
"""So many spaces a track has; those that were touched are sent under its name and a point."""
MORE, LESS = "more", "less"
"""Buttons for one space more or one less, which change the form and keep nothing."""
MOST_SPACES = 30


@dataclass(frozen=True, slots=True)
class Field:
    path: str
    name: Message
    fact: Fact
    text: str
    """What stands in it: a number, numbers or words."""
    spaces: tuple[bool, ...]
    """Those of a track; none where it is something else."""
    many: bool
    """Is it more than one number?"""
    bad: bool


def field(path: str, name: Message, fact: Fact, form: Form, wrong: str) -> Field:
    """A fact in a form, as it is known or as somebody has just entered it."""
    spaces = tuple(touched(path, form) or fact.value) if is_track(fact.value) else ()
    if spaces and form.get(MORE) == path and len(spaces) < MOST_SPACES:
        spaces = (*spaces, False)
    if len(spaces) > 1 and form.get(LESS) == path:
        spaces = spaces[:-1]
    text = form.get(path, shown(fact.value))
    return Field(path, name, fact, text, spaces, isinstance(fact.value, list), path == wrong)


def fields(
    paths: Mapping[str, Message], facts: Mapping[str, Fact], form: Form, wrong: BadFact | None
) -> list[Field]:
    bad = wrong.path if wrong else ""
    return [
        field(path, name, facts[path], form, bad) for path, name in paths.items() if path in facts
    ]


def reshaped(form: Form) -> bool:
    return MORE in form or LESS in form


def is_track(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], bool)


def touched(path: str, form: Form) -> list[bool]:
    """The spaces of a track as a form says them; none where it does not say how many there are."""
    if not (found := SPACES.fullmatch(form.get(path, ""))):
        return []
    on = form.getlist(f"{path}.")
    return [str(at) in on for at in range(min(int(found[1]), MOST_SPACES))]


def shown(value: Any) -> str:
    """A fact as it is written: a number, numbers, words."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def entered(path: str, form: Form, known: Any) -> Any:
    """What a form says of a fact that is known to be of this kind."""
    text = form[path]
    words = text.lower().split()
    if is_track(known):
        if spaces := touched(path, form):
            return spaces
    elif isinstance(known, list) and known and isinstance(known[0], str):
        if words:
            return words
    elif words and all(NUMBER.fullmatch(word) for word in words):
        numbers = [int(word) for word in words]
        if isinstance(known, list):
            return numbers
        if len(numbers) == 1:
            return numbers[0]
    raise BadFact(path, repr(text), say("{text} is not what can stand here", text=text or "–"))


PRINTED = "facts."
"""How the paths of facts begin that hold all through a game; others say how it begins."""
Group = tuple[Message, dict[str, Message]]


def wrong_fact(refused: CompanionError | None) -> BadFact | None:
    """The fact that was refused: by itself, or as a part of a whole box."""
    for error in (refused, refused and refused.__cause__):
        if isinstance(error, BadFact):
            return error
    return None


def groups_of(game: AnyGame) -> list[Group]:
    """Everything that prints facts of a game, whoever plays it: each once, with its paths."""
    page, found = game.phone(game.blank), dict[tuple[str, ...], Group]()
    for players in reversed(game.players):
        for title, paths in page.fact_groups(list(game.seats)[:players]):
            if paths:
                found.setdefault(tuple(paths), (title, dict(paths)))
    return list(found.values())


def to_check(group: Group, facts: dict[str, Fact]) -> int:
    """How many numbers of a group nobody has verified."""
    return sum(facts[path].stand_in for path in group[1] if path in facts)


def fact_routes(session: Session) -> Blueprint:
    routes = Blueprint("facts", __name__)

    game = partial(named_game, session)

    def box() -> OwnBox:
        return OwnBox(game(), session.folder, session.tell)

    def groups() -> list[Group]:
        return groups_of(game())

    @routes.get("/facts")
    @paired
    def overview() -> str:
        facts = box().facts()
        listed = [(title, to_check((title, paths), facts)) for title, paths in groups()]
        return render_template("templates/facts.html", groups=listed, game=game())

    @routes.get("/facts/<int:at>")
    @paired
    def ask(at: int) -> Response:
        return page(at)

    @routes.post("/facts/<int:at>")
    @paired
    def keep(at: int) -> Response:
        group = found(at)
        if reshaped(request.form):
            return page(at)
        try:
            facts = box().facts()
            said = {
                path: entered(path, request.form, facts[path].value)
                for path in group[1]
                if path in facts and path in request.form
            }
            box().add(said)
            if game() is session.writer.match.game:
                tell_table(session, said, facts)
        except CompanionError as error:
            if wants_json():
                raise
            return page(at, error)
        return see_other(following(at))

    def found(at: int) -> Group:
        there = groups()
        if at >= len(there):
            abort(404)
        return there[at]

    def following(at: int) -> str:
        """The next page on which something is to be checked; the list once there is none."""
        facts, there = box().facts(), groups()
        for other in (*range(at + 1, len(there)), *range(at)):
            if to_check(there[other], facts):
                return f"/facts/{other}?game={game().id}"
        return f"/facts?game={game().id}"

    def page(at: int, refused: CompanionError | None = None) -> Response:
        title, paths = found(at)
        wrong = wrong_fact(refused)
        return rendered(
            "templates/facts_page.html",
            refused,
            title=title,
            at=at,
            facts=fields(paths, box().facts(), request.form, wrong),
            wrong=wrong,
            refusal=None if wrong else refused and refused.message,
            game=game(),
        )

    return routes


def tell_table(session: Session, said: dict[str, Any], before: dict[str, Fact]) -> None:
    """The game on the table hears it, too: how it begins, until it has begun, and then what holds
    all through it. What it does not take counts in the next one."""
    writer, game = session.writer, session.writer.match.game
    if not game.round_of(writer.current.state):
        lines = [OwnBox(game, session.folder, session.tell).line()]
    else:
        news = (path for path in said if before[path].stand_in or said[path] != before[path].value)
        lines = [
            f"set {path} {json_in_a_line(said[path])}" for path in news if path.startswith(PRINTED)
        ]
    for line in filter(None, lines):
        try:
            writer.ask(line)
        except CompanionError as error:
            log.info("%s: %s", line, error.message)


def named_game(session: Session) -> AnyGame:
    """The game of the address or form, or the one on the table; from then on in its words."""
    table = session.writer.match.game
    game = playable().get(request.values.get("game", ""), table)
    speak_of(game.id)
    return game
