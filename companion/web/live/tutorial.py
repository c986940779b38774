"""For people in their first game: the step in two sentences, the game's words."""

import re
from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request
from markupsafe import Markup, escape

from companion.games import Term
from companion.i18n.message import Message
from companion.i18n.negotiation import said
from companion.match.session import Session
from companion.storage.mark import Mark


def tutorial_routes(session: Session, teaching: Mark) -> Blueprint:
    routes = Blueprint("teaching", __name__)

    def terms() -> Sequence[Term]:
        return session.writer.match.game.teaching.glossary

    @routes.get("/terms")
    def all_terms() -> str:
        game = session.writer.match.game
        return render_template("templates/terms.html", game=game, terms=terms(), on=teaching.on)

    @routes.get("/terms/<int:number>")
    def one_term(number: int) -> str:
        """As a sheet over the table; a page of its own is not worth it."""
        if number >= len(terms()):
            abort(404)
        if "part" not in request.args:
            return all_terms()
        return render_template("templates/term.html", term=terms()[number])

    return routes


def terms_in(message: Message, terms: Sequence[Term]) -> list[Term]:
    """The words of the game in a name, for whoever asks about it."""
    text = said(message).casefold()
    return [term for term in terms if said(term.name).casefold() in text]


def explained(message: Message, terms: Sequence[Term]) -> Markup:
    """A sentence in which every word of the game leads to what it means."""
    text = said(message)
    numbers = {said(term.name).casefold(): number for number, term in enumerate(terms)}
    if not numbers:
        return escape(text)
    longest_first = sorted(numbers, key=len, reverse=True)
    words = re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)
    seen: set[int] = set()
    made = []
    for at, piece in enumerate(words.split(text)):
        number = numbers.get(piece.casefold()) if at % 2 else None
        if number is None or number in seen:
            made.append(escape(piece))
            continue
        seen.add(number)
        link = Markup('<a class="term" data-sheet href="/terms/{}" title="{}">{}</a>')
        made.append(link.format(number, said(terms[number].means), piece))
    return Markup("").join(made)
