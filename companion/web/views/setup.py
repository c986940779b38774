"""Set-up as a guided form: who plays, what their own components say, and the game starts.

What ships as a stand-in is marked until somebody has looked at their own box.
"""

from typing import Any

from flask import Blueprint, Response, request

from companion.errors import BadFact, CompanionError, Malformed
from companion.games import Fact, PhonePage
from companion.i18n.message import Message, say
from companion.match.script_syntax import json_in_a_line
from companion.match.session import Session
from companion.storage.mark import Mark
from companion.storage.packs.box_facts import OWNER, OwnBox, nested_facts
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import paired
from companion.web.security.pairing import Pairing
from companion.web.views.box_facts import LESS, MORE, Field, entered, fields, reshaped, wrong_fact

CHECKED = "checked"
CHOSEN = "chosen"
TEACH = "teach"
WITH, AT = "with", "at"
"""What a game's own set-up page may ask of each seat: with what it sits down, and where."""
Groups = list[tuple[Message, list[Field]]]


def setup_routes(session: Session, pairing: Pairing, teaching: Mark) -> Blueprint:
    routes = Blueprint("setup", __name__)

    def page() -> PhonePage:
        change = session.writer.current
        return change.step.game.phone(change.state)

    def chosen(given: list[str]) -> list[str]:
        """Who sits at the table already, and whoever was chosen besides."""
        known = session.writer.match.game.seats
        return list(dict.fromkeys((*seated(session), *(seat for seat in given if seat in known))))

    def invited() -> list[str]:
        """Whoever has a phone here for a seat is likely to play."""
        roles = [phone.role for phone in pairing.phones()]
        return [] if seated(session) else chosen(roles)

    def form(seats: list[str], refused: CompanionError | None = None) -> Response:
        game = session.writer.match.game
        facts = OwnBox(game, session.folder, session.tell).facts()
        wrong = wrong_fact(refused)
        groups: Groups = [
            (title, fields(paths, facts, request.form, wrong))
            for title, paths in (page().fact_groups(seats) if seats else ())
        ]
        return rendered(
            "templates/setup.html",
            refused,
            page=page(),
            seats=seats,
            invited=invited(),
            advice=[
                (n, told) for n in game.players if (told := game.teaching.advice(n)) is not None
            ],
            teaches=game.teaching.lesson(game.blank) is not None,
            teaching=teaching.on,
            seated=seated(session),
            groups=groups,
            wrong=wrong,
            opened=request.form.get(MORE) or request.form.get(LESS, ""),
            refusal=in_the_form(wrong, groups) if wrong else refused and refused.message,
            started=session.writer.match.game.round_of(session.writer.current.state) > 0,
            game=game,
        )

    @routes.get("/setup")
    @paired
    def ask() -> Response:
        seats = chosen(request.args.getlist("seat"))
        nobody = Malformed(say("Please choose who plays."))
        return form(seats, nobody if CHOSEN in request.args and not seats else None)

    @routes.post("/setup")
    @paired
    def start() -> Response:
        seats = chosen(request.form.getlist("seat"))
        if reshaped(request.form):
            return form(seats)
        game, writer = session.writer.match.game, session.writer
        box = OwnBox(game, session.folder, session.tell)
        try:
            own = said_by_owner(box.facts(), page(), seats)
            if own:
                writer.ask(f"box {json_in_a_line({'id': 'own', **nested_facts(own)})}")
                box.keep(own)
            for seat in sorted(seats, key=place_at_table):
                if seat not in seated(session):
                    writer.ask(f"seat {seat} {request.form.get(f'{WITH}.{seat}', '')}".strip())
            writer.ask("start")
            if TEACH in request.form:
                teaching.switch("1" in request.form.getlist(TEACH))
        except CompanionError as error:
            if wants_json():
                raise
            return form(seats, error)
        return see_other("/")

    return routes


def place_at_table(seat: str) -> str:
    """Who sits down first: everybody in the order of the game, unless its page asks for another."""
    return request.form.get(f"{AT}.{seat}", "")


def in_the_form(wrong: BadFact, groups: Groups) -> Message:
    """Why a fact was refused, by the names that the form has for it."""
    for title, shown in groups:
        for each in shown:
            if each.path == wrong.path:
                values = {"card": title, "name": each.name, "why": wrong.why}
                return Message("{card}, {name}: {why}", values)
    return wrong.message


def seated(session: Session) -> list[str]:
    current = session.writer.current
    return list(current.step.game.seated(current.state))


def said_by_owner(facts: dict[str, Fact], page: PhonePage, seats: list[str]) -> dict[str, Any]:
    """What the owner said before, and now: changed numbers, and all of a card they checked."""
    own = {path: fact.value for path, fact in facts.items() if fact.source == OWNER}
    for at, (_, paths) in enumerate(page.fact_groups(seats)):
        checked = str(at) in request.form.getlist(CHECKED)
        for path in paths:
            if path not in facts or path not in request.form:
                continue
            value = entered(path, request.form, facts[path].value)
            if checked or value != facts[path].value:
                own[path] = value
    return own
