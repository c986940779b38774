"""A card's blanks as a page shows them: what is a touch away, what is in a list, what is chosen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, g, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from companion.errors import BadPack, CompanionError, Malformed
from companion.games import AnyGame, Document
from companion.games.card_fields import Blank, Choice, Counts, Inner, Rows
from companion.i18n.message import Message, say
from companion.match.collection.card_answers import save_card
from companion.match.session import Session
from companion.storage.packs.card_forms import (
    Example,
    Reader,
    blank_from_draft,
    copyable,
    count_row,
    examples,
    from_draft,
    text_of,
    to_draft,
)
from companion.storage.packs.card_json import with_fields
from companion.storage.packs.load import Collection, NoSuchCard, guide_of, load_cards, parse_card
from companion.storage.packs.own_packs import OwnPacks
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import paired
from companion.web.views.box_facts import named_game


@dataclass(frozen=True, slots=True)
class Option:
    text: str
    words: Message
    chosen: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A blank in a form, with what stands in it."""

    blank: Blank
    path: str
    value: Any
    wrong: Message | None
    inside: tuple["Shown", ...] = ()
    rows: tuple[tuple["Shown", ...], ...] = ()

    @property
    def waits(self) -> bool:
        """Is a row there although nobody has asked for one?"""
        return isinstance(self.blank, Rows) and self.blank.shown > 0

    @property
    def usual(self) -> list[Option]:
        """The choices that are a touch away."""
        assert isinstance(self.blank, Choice)
        return [self._option(value) for value in self.blank.usual]

    @property
    def others(self) -> list[Option]:
        """The choices in a list."""
        assert isinstance(self.blank, Choice)
        rest = [value for value in self.blank.choices if value not in self.blank.usual]
        return [self._option(value) for value in rest]

    @property
    def typed(self) -> str:
        """What none of the usual choices says."""
        usual = any(option.chosen for option in self.usual)
        return "" if usual or self.value == self.blank.default else text_of(self.value)

    @property
    def filled(self) -> bool:
        """Does it say anything that would not be so anyway, or anything wrong?"""
        said = blank_from_draft(self.blank, self.value) != self.blank.default
        return said or any(each.wrong for each in every((self,)))

    def _option(self, value: object) -> Option:
        assert isinstance(self.blank, Choice)
        chosen = text_of(value) == text_of(self.value)
        return Option(text_of(value), self.blank.choices[value], chosen)


def show(
    blanks: Sequence[Blank], draft: Document, wrong: Mapping[str, Message], path: str = ""
) -> tuple[Shown, ...]:
    """Every blank that matters; a part that is to be filled in has a row that waits."""
    return tuple(
        shown(blank, draft[blank.name], wrong, f"{path}{blank.name}")
        for blank in blanks
        if blank.name in draft
    )


def shown(blank: Blank, value: Any, wrong: Mapping[str, Message], path: str) -> Shown:
    rows: tuple[tuple[Shown, ...], ...] = ()
    inside: tuple[Shown, ...] = ()
    if isinstance(blank, Rows | Counts):
        of = blank.of if isinstance(blank, Rows) else count_row(blank)
        rows = tuple(show(of, row, wrong, f"{path}.{at}.") for at, row in enumerate(value))
    elif isinstance(blank, Inner):
        inside = show(blank.of, value, wrong, f"{path}.")
    return Shown(blank, path, value, wrong.get(path), inside, rows)


def every(found: Sequence[Shown]) -> Iterator[Shown]:
    """All blanks of a form, the inner ones after what they are in."""
    for each in found:
        yield each
        yield from every(each.inside)
        for row in each.rows:
            yield from every(row)


def nearest(path: str, paths: Mapping[str, Any]) -> str:
    """The blank in which a pack's field stands: ``action.effects[0].by``, or what it is a part of.

    Empty for a field that no blank has.
    """
    here = path.replace("[", ".").replace("]", "")
    while here and here not in paths:
        here = here.rpartition(".")[0]
    return here


def reshape(blanks: Sequence[Blank], draft: Document, more: str, less: str, path: str = "") -> None:
    """One row more where somebody asks for it, or one less; and rows that wait to be filled in."""
    for blank in blanks:
        if blank.name not in draft:
            continue
        here, value = f"{path}{blank.name}", draft[blank.name]
        if isinstance(blank, Inner):
            reshape(blank.of, value, more, less, f"{here}.")
        elif isinstance(blank, Rows | Counts):
            of, shown = (
                (blank.of, blank.shown) if isinstance(blank, Rows) else (count_row(blank), 0)
            )
            value[:] = [row for at, row in enumerate(value) if f"{here}.{at}" != less]
            if more == here:
                value.append(to_draft(of, {}))
            value += [to_draft(of, {}) for _ in range(shown - len(value))]
            for at, row in enumerate(value):
                reshape(of, row, more, less, f"{here}.{at}.")


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
    starts: tuple[Example, ...]
    lines: tuple[Message, ...]
    """The whole in words, to be compared with the card; none while something is wrong."""
    fields: Document
    """What a pack would say otherwise than it does, by blank; None for what it would leave out."""
    wrong: tuple[tuple[Message, Message], ...]
    """Which words cannot stand where they are, and why."""


def sentence_of(
    rules: AnyGame, cards: Collection, raw: Document, form: Form, language: str
) -> Sentence | None:
    """A card's rules as a form or else a pack says them; None for a kind that has none."""
    blanks = guide_of(rules).rules.get(raw["kind"], ())
    if not blanks:
        return None
    reader = Reader(form.to_dict(flat=False), language)
    draft = reader.draft(blanks, raw) if MARK in form else to_draft(blanks, raw)
    wrong = dict(reader.wrong)
    if LIKE in form:
        try:
            like = cards.find(form[LIKE] or form.get(AS, "").strip())
            draft |= to_draft(blanks, {**from_draft(blanks, draft), **copyable(blanks, like.raw)})
        except NoSuchCard as error:
            wrong[AS] = error.message
    reshape(blanks, draft, form.get(MORE, ""), form.get(LESS, ""))
    said = from_draft(blanks, draft)
    before = from_draft(blanks, to_draft(blanks, raw))
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
            lines = described(rules, with_fields(raw, printed), fields)
        except BadPack as error:
            wrong[nearest(error.field, paths)] = error.flaw
    fresh = not said
    return Sentence(
        number=raw["number"],
        game=rules.id,
        shown=show(blanks, draft, wrong),
        starts=tuple(examples(guide_of(rules), cards, raw["number"], raw["kind"])) if fresh else (),
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
    card = parse_card(rules, with_fields(raw, fields), Path(MARK), 1).card
    return guide_of(rules).describe(card)


def reshaped(form: Form) -> bool:
    """Was a button pressed that changes the form itself, and saves nothing?"""
    return any(button in form for button in (LOOK, MORE, LESS, LIKE))


def said_of(sentence: Sentence) -> Document:
    """The fields to be saved; nothing where something of it is wrong."""
    for words, why in sentence.wrong:
        raise Malformed(Message("{words}: {why}", {"words": words, "why": why}))
    return sentence.fields


def card_editor_routes(session: Session) -> Blueprint:
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
        return rendered(
            "templates/sentence_page.html",
            refused,
            raw=raw,
            guide=guide_of(asked()),
            sentence=found,
        )

    @routes.get("/cards/<number>/sentence")
    @paired
    def ask(number: str) -> Response:
        return page(number)

    @routes.post("/cards/<number>/sentence")
    @paired
    def complete(number: str) -> Response:
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
        page_of = "cards" if asked() is session.writer.match.game else "box"
        return see_other(f"/{page_of}/{quote(raw['number'])}?game={asked().id}")

    return routes
