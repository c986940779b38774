"""What a card does, entered as a sentence to complete: blanks, and below them the whole in words.

A form is read anew with every touch. Whoever has no script presses a button for that.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

from flask import Blueprint, Response, g, make_response, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from companion.errors import BadPack, CompanionError, Malformed
from companion.games import AnyGame, Document
from companion.message import Message, say
from companion.server.access import paired
from companion.server.named_game import named_game
from companion.server.sentence_form import Shown, every, nearest, reshape, show
from companion.server.trouble import REFUSED, STATUS, wants_json
from companion.table.own_cards import save_card
from companion.table.packs.inline import changed
from companion.table.packs.loading import Collection, NoSuchCard, guide_of, load_cards, parse_card
from companion.table.packs.own import OwnPacks
from companion.table.packs.sentences import (
    Reader,
    Start,
    copied,
    opened,
    settled,
    starts,
)
from companion.table.session import Session

MARK = "sentence"
"""The field that says that a form has a card's blanks in it."""
LOOK, MORE, LESS, LIKE, AS = "look", "more", "less", "like", "as"
"""Buttons that change a form and save nothing; and the number of a card to begin with."""
PART = "part"
"""What a script says that wants the blanks and nothing around them."""
TAGS = "tags"
"""The tags that a form around the blanks says: the sentence in words is about them, too."""
Form = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A card's rules as they stand in a form, and what they come to."""

    number: str
    game: str
    shown: tuple[Shown, ...]
    starts: tuple[Start, ...]
    lines: tuple[Message, ...]
    """The whole in words, to be compared with the card; none while something is wrong."""
    fields: Document
    """What a pack would say otherwise than it does, by blank; None for what it would leave out."""
    wrong: tuple[tuple[Message, Message], ...]
    """Which words cannot stand where they are, and why."""


def sentence_of(
    rules: AnyGame, cards: Collection, raw: Document, form: Form, language: str
) -> Sentence | None:
    """The rules of a card as a form says them, or a pack where there is none; None for a card of a
    kind that has none."""
    blanks = guide_of(rules).rules.get(raw["kind"], ())
    if not blanks:
        return None
    reader = Reader(form.to_dict(flat=False), language)
    draft = reader.draft(blanks, raw) if MARK in form else opened(blanks, raw)
    wrong = dict(reader.wrong)
    if LIKE in form:
        try:
            like = cards.find(form[LIKE] or form.get(AS, "").strip())
            draft |= opened(blanks, {**settled(blanks, draft), **copied(blanks, like.raw)})
        except NoSuchCard as error:
            wrong[AS] = error.message
    reshape(blanks, draft, form.get(MORE, ""), form.get(LESS, ""))
    said = settled(blanks, draft)
    before = settled(blanks, opened(blanks, raw))
    fields = {
        blank.name: said.get(blank.name)
        for blank in blanks
        if said.get(blank.name) != before.get(blank.name)
    }
    lines: tuple[Message, ...] = ()
    paths = {each.path: each for each in every(show(blanks, draft, {}))}
    if not wrong:
        try:
            tags = form.getlist(TAGS)
            printed = guide_of(rules).tagged(tags) if tags else {}
            lines = described(rules, changed(raw, printed), fields)
        except BadPack as error:
            wrong[nearest(error.field, paths)] = error.flaw
    fresh = not said
    return Sentence(
        number=raw["number"],
        game=rules.id,
        shown=show(blanks, draft, wrong),
        starts=tuple(starts(guide_of(rules), cards, raw["number"], raw["kind"])) if fresh else (),
        lines=lines,
        fields=fields,
        wrong=tuple((words_of(paths, path), why) for path, why in wrong.items()),
    )


def words_of(paths: dict[str, Shown], path: str) -> Message:
    """A blank as people would point at it; what no blank says is wrong with the card itself."""
    if path == AS:
        return say("As card")
    return paths[path].blank.words if path in paths else say("This card")


def described(rules: AnyGame, raw: Document, fields: Document) -> tuple[Message, ...]:
    card = parse_card(rules, changed(raw, fields), Path(MARK), 1).card
    return guide_of(rules).describe(card)


def reshaped(form: Form) -> bool:
    """Was a button pressed that changes the form itself, and saves nothing?"""
    return any(button in form for button in (LOOK, MORE, LESS, LIKE))


def said_of(sentence: Sentence) -> Document:
    """The fields to be saved; nothing where something of it is wrong."""
    for words, why in sentence.wrong:
        raise Malformed(Message("{words}: {why}", {"words": words, "why": why}))
    return sentence.fields


def sentence_pages(session: Session) -> Blueprint:
    routes = Blueprint("sentences", __name__)

    asked = partial(named_game, session)

    def sentence(number: str) -> tuple[Document, Sentence]:
        rules = asked()
        raw = OwnPacks(rules, session.folder, session.tell).raw(number)
        cards = load_cards(rules, session.folder, pass_over=lambda error: None)
        found = sentence_of(rules, cards, raw, request.form, g.language.code)
        if found is None:
            raise NoSuchCard(say("Nothing is to be entered of {number}.", number=number))
        return raw, found

    def page(number: str, refused: CompanionError | None = None) -> Response:
        raw, found = sentence(number)
        response = make_response(
            render_template(
                "templates/sentence_page.html",
                raw=raw,
                guide=guide_of(asked()),
                sentence=found,
                refusal=refused.message if refused else None,
            )
        )
        response.status_code = STATUS.get(refused.code, REFUSED) if refused else 200
        return response

    @routes.get("/cards/<number>/sentence")
    @paired
    def ask(number: str) -> Response:
        return page(number)

    @routes.post("/cards/<number>/sentence")
    @paired
    def complete(number: str) -> Answer:
        if PART in request.form:
            _, found = sentence(number)
            return make_response(render_template("templates/sentence.html", sentence=found))
        if reshaped(request.form):
            return page(number)
        try:
            raw, found = sentence(number)
            if fields := said_of(found):
                save_card(session, number, fields, asked())
        except CompanionError as error:
            if wants_json() or isinstance(error, NoSuchCard):
                raise
            return page(number, error)
        page_of = "cards" if asked() is session.clerk.table.game else "box"
        return redirect(f"/{page_of}/{quote(raw['number'])}?game={asked().id}", 303)

    return routes
