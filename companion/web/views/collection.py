"""My box on the phone: what is known of it, and the walk through its cards, one after the other.

A phone that walks is led: a tap on a reader shows it the card, and saving shows it the next one.
Everything also works as a form, without JavaScript.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from flask import Blueprint, Response, g, jsonify, render_template, request

from companion.errors import BadPack, CompanionError
from companion.games import AnyGame, Document, playable
from companion.i18n.message import Message, say
from companion.i18n.negotiation import speak_of
from companion.match.collection.card_answers import rename_card, save_card
from companion.match.collection.my_box import MyBox
from companion.match.session import Session
from companion.storage.packs.card_search import name_of
from companion.storage.packs.load import NAMELESS, PROVISIONAL, NoSuchCard
from companion.web.live.form_to_line import whole_number
from companion.web.responses import rendered, see_other, wants_json
from companion.web.security.auth import paired
from companion.web.security.paired_phones import HOST
from companion.web.views.box_facts import named_game
from companion.web.views.card_editor import MARK, Sentence, reshaped, said_of, sentence_of
from companion.web.views.cards import called

MAX_LISTED = 40
MAX_NAME_LETTERS = 80
MAX_NUMBER_LETTERS = 12


def collection_routes(session: Session, *, readers: bool) -> Blueprint:
    """``readers`` says whether a card can have a tag here."""
    routes = Blueprint("box", __name__)
    walk = session.walk

    @routes.get("/box")
    def overview() -> str:
        return show_box(chosen_game(session))

    @routes.post("/box")
    @paired
    def begin_or_end() -> Response:
        game = chosen_game(session)
        if request.form.get("step") != "begin":
            walk.leave(g.phone.id)
            return see_other(f"/box?{asked(game)}")
        walk.come(g.phone.id, g.phone.role, game.id, "", wants_tag=False)
        return see_other(f"/box/next?{asked(game)}")

    @routes.get("/box/next")
    @paired
    def go_on() -> Response:
        game = chosen_game(session)
        after, saved = request.args.get("after", ""), request.args.get("saved", "")
        due = walk.box(game).due(after, walk.taken(g.phone.id), readers=readers)
        if due is None:
            return see_other(f"/box?{asked(game, done='1')}")
        return see_other(f"/box/{quote(due)}?{asked(game, saved=saved)}")

    @routes.get("/box/find")
    def find() -> Response | str:
        game = chosen_game(session)
        wanted = request.args.get("q", "")[:MAX_NAME_LETTERS]
        found = walk.box(game).find(wanted)
        if len(found) == 1:
            return see_other(f"/box/{quote(found[0])}?{asked(game)}")
        return show_box(game, wanted, found)

    @routes.get("/box/where")
    @paired
    def where() -> Response:
        """For a page that is led: the card that it should show, and what goes on around it."""
        game, number = chosen_game(session), request.args.get("number", "")[:MAX_NUMBER_LETTERS]
        walk.hear_from(g.phone.id)
        walker = walk.walkers().get(g.phone.id)
        live = render_template("templates/box_live.html", **around(game, walk.box(game), number))
        return jsonify(number=walker.number if walker else number, live=live)

    @routes.get("/box/<number>")
    def show(number: str) -> Response:
        return page(chosen_game(session), number)

    @routes.post("/box/<number>")
    @paired
    def keep(number: str) -> Response:
        game = chosen_game(session)
        if {"add", "drop"} & request.form.keys() or reshaped(request.form):
            return page(game, number)  # one touch more, on a phone without JavaScript
        try:
            return see_other(carried_out(game, number))
        except CompanionError as error:
            if wants_json() or isinstance(error, NoSuchCard):
                raise
            return page(game, number, error)

    def carried_out(game: AnyGame, number: str) -> str:
        """What was pressed at the end of the form; answers where it leads."""
        box, form = walk.box(game), request.form
        if "claim" in form:
            walk.claim(g.phone.id, number)
            return f"/box/{quote(number)}?{asked(game)}"
        if "absent" in form:
            absent = form["absent"] == "1"
            box.remember(number, absent=absent)
            onward = f"next?{asked(game, after=number)}"
            return f"/box/{onward}" if absent else f"/box/{quote(number)}?{asked(game)}"
        entry = box.entry(number)
        if printed := " ".join(form.get("number", "").split())[:MAX_NUMBER_LETTERS]:
            number = rename_card(session, number, printed, game)
        said = said_in_form(box, entry.card, entry.raw)
        if (sentence := sentence_in(box, entry.raw)) and MARK in form:
            said |= said_of(sentence)
        if said or number not in box.cards.entries:
            save_card(session, number, said, game)
        walk.box(game).remember(number, absent=False)
        return f"/box/next?{asked(game, after=number, saved=number)}"

    def show_box(game: AnyGame, wanted: str = "", found: Sequence[str] = ()) -> str:
        box = walk.box(game)
        due = box.due(readers=readers)
        return render_template(
            "templates/box.html",
            game=game,
            games={each.id: each for each in playable().values() if each.cards},
            box=box,
            bars=box.bars(),
            due=due and numbered(box.entry(due).card),
            wanted=wanted,
            found=[box.entry(number).card for number in found[:MAX_LISTED]],
            left=max(0, len(found) - MAX_LISTED),
            called=called,
            walkers=walk.walkers() if walk.game == game.id else {},
            role_of=partial(role_of, session),
        )

    def page(game: AnyGame, number: str, refused: CompanionError | None = None) -> Response:
        box = walk.box(game)
        entry = box.entry(number)
        card = entry.card
        if g.phone and g.phone.id in walk.walkers():
            wants = readers and card.number not in box.enrolled
            walk.come(g.phone.id, g.phone.role, game.id, card.number, wants_tag=wants)
        printed = tags_in_form(card)
        tags = offered_tags(session, game) if box.guide.tags_read(card) is not None else {}
        return rendered(
            "templates/box_card.html",
            refused,
            card=card,
            guide=box.guide,
            called=called,
            nameless=name_of(card, g.language.code) == NAMELESS,
            provisional=card.number.startswith(PROVISIONAL),
            tags=tags,
            letters=letters({tag: g.language.say(name) for tag, name in tags.items()}),
            printed=printed,
            sentence=sentence_in(box, entry.raw),
            unread=box.guide.rules_read(card) is False,
            given=request.form,
            phone=g.phone,
            refusal=why(refused) if refused else None,
            saved=request.args.get("saved", "")[:MAX_NUMBER_LETTERS],
            absent=card.number in box.kept.absent,
            **around(game, box, card.number),
        )

    def around(game: AnyGame, box: MyBox, number: str) -> Document:
        """What goes on around a card: its tag, the last tap, and who is where."""
        walkers = walk.walkers()
        me = g.phone.id if g.phone else ""
        return {
            "game": game,
            "number": number,
            "readers": readers,
            "enrolled": number in box.enrolled,
            "walking": me in walkers,
            "others": [
                (role_of(session, each.role), each.number)
                for id, each in walkers.items()
                if id != me and each.number
            ],
            "notice": walk.notice if me in walkers else None,
            "offered": walk.offered if me in walkers else None,
        }

    return routes


def why(refused: CompanionError) -> Message:
    """Whoever has one card before them need not know in which file it would be."""
    return refused.why if isinstance(refused, BadPack) else refused.message


def role_of(session: Session, role: str) -> Message | str:
    """What to call whoever walks: the host, or by their seat."""
    return say("Host") if role == HOST else session.writer.match.game.seats.get(role, role)


def chosen_game(session: Session) -> AnyGame:
    """The game that a page is about: the one it names, or that on the table; it has cards."""
    game = named_game(session)
    if not game.cards and (others := [each for each in playable().values() if each.cards]):
        game = others[0]
        speak_of(game.id)
    return game


def asked(game: AnyGame, **more: str) -> str:
    """The end of an address that leads to this game's box."""
    return urlencode({"game": game.id, **{name: value for name, value in more.items() if value}})


def numbered(card: Any) -> str:
    """A card by its number, if it has one of its own, and by its name, if anybody knows it."""
    number = "" if card.number.startswith(PROVISIONAL) else card.number
    known = called(card)
    return f"{number} {'' if known == NAMELESS else known}".strip() or card.number


def offered_tags(session: Session, game: AnyGame) -> Mapping[str, Message]:
    """What cards of a game may print."""
    table = session.writer.match.game
    return game.phone(session.writer.current.state if game is table else game.blank).tags


def tags_in_form(card: Any) -> list[str]:
    """The tags that a form says, with what was touched last; those that are known before that."""
    if request.method != "POST":
        return list(getattr(card, "tags", None) or ())
    tags, form = request.form.getlist("tags"), request.form
    if added := form.get("add"):
        return [*tags, added]
    if dropped := form.get("drop"):
        left_out = whole_number(dropped)
        return [tag for at, tag in enumerate(tags) if at != left_out]
    return tags


def said_in_form(box: MyBox, card: Any, raw: Mapping[str, Any]) -> Document:
    """What a form says of a card that was not known, as a pack would say it."""
    form, said = request.form, Document()
    tags = form.getlist("tags")
    if tags and (tags != list(getattr(card, "tags", None) or ()) or not box.guide.tags_read(card)):
        said |= box.guide.tagged(tags)
    if name := " ".join(form.get("name", "").split())[:MAX_NAME_LETTERS]:
        english = {} if raw["name"].get("en", NAMELESS) != NAMELESS else {"en": name}
        said["name"] = {**raw["name"], **english, g.language.code: name}
    return said


def sentence_in(box: MyBox, raw: Mapping[str, Any]) -> Sentence | None:
    """What the card does, as the form says it; None for a kind of card that does nothing."""
    return sentence_of(box.game, box.cards, dict(raw), request.form, g.language.code)


def letters(names: Mapping[str, str]) -> dict[str, str]:
    """A letter of its name for each tag, for whoever has a keyboard; no letter twice."""

    def free(name: str) -> Iterator[str]:
        for letter in (*name.casefold(), *"abcdefghijklmnopqrstuvwxyz"):
            if letter.isascii() and letter.isalpha() and letter not in taken.values():
                yield letter

    taken: dict[str, str] = {}
    for tag, name in names.items():
        taken[tag] = next(free(name), "")
    return taken
