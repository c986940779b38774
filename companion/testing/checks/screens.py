"""Screens and taps: every page is drawn in every language, every tap means something."""

from collections.abc import Iterator

from companion.devices.drawing.pages import draw
from companion.errors import CompanionError
from companion.games import AnyGame, several
from companion.games.display import Page
from companion.games.taps import THEN, Do, Gesture, Thing
from companion.i18n.catalogs import LANGUAGES, Language
from companion.i18n.message import say
from companion.match.match import Revision
from companion.match.taps.prompts import asked_by
from companion.match.taps.screen_page import page_of
from companion.match.taps.tap_grammar import TapGrammar
from companion.testing.examination import Examination, Problem, Problems
from companion.testing.walks import answers, offers
from companion.web.live.default_board import is_taken, plain_board

SIZE = (128, 64)


def every_page_is_drawn(subject: Examination) -> Problems:
    """On the small screen, in each language; a page is found by its name, which is its own."""
    game = subject.game
    for change in subject.revisions(every=5):
        state = change.state
        pages = game.pages(state)
        names = [page.name for page in pages]
        for name in names:
            if names.count(name) > 1:
                told = say("two pages are called “{name}”", name=name)
                yield Problem(told, subject.sources.name(name) or subject.here)
        if any(game.page(state, page.name) != page for page in pages):
            told = say("a page that is asked for by its name is another one")
            yield Problem(told, subject.sources.name("page") or subject.here)
        for page in [*pages, game.now_page(state)]:
            for code in LANGUAGES:
                yield from drawn(subject, page, Language(code, game.id))


def looking_changes_nothing(subject: Examination) -> Problems:
    """Somebody looks at the small screen for a while, and touches nothing."""
    for change in subject.revisions(every=3):
        before, taps = repr(change.document), TapGrammar(change)
        for now in (0.0, 60.0):
            taps.pass_time(now)
            taps.see(change, now)
            page_of(subject.game, change, taps, now)
            asked_by(change, taps)
        if repr(change.document) != before:
            told = say("who looks at the small screen changes the game")
            yield Problem(told, subject.stage(change.state))


def drawn(subject: Examination, page: Page, language: Language) -> Problems:
    try:
        if draw(page, language).size != SIZE:
            yield Problem(say("the page “{name}” is too large", name=page.name), subject.here)
    except Exception as error:  # whatever goes wrong in the game under examination
        doing = say("the page “{name}” in {language}", name=page.name, language=language.code)
        yield subject.broke(error, doing)


def every_tap_is_understood_or_refused(subject: Examination) -> Problems:
    """Alone, or after a button: a line, more to tap, or a sentence that says why not."""
    game = subject.game
    for change in subject.revisions(every=9):
        for mode in ("", *game.layout.modes):
            for thing in things(game, change.state):
                try:
                    meaning = game.tap_handler.means(change.state, Gesture(mode=mode).then(thing))
                    if isinstance(meaning, Do):
                        several.decide(game, change.state, meaning.line)
                except CompanionError as refused:
                    if not (refused.code and str(refused)):
                        yield Problem(say("{thing} is refused without a word", thing=str(thing)))
                except Exception as error:  # whatever goes wrong in the game
                    yield subject.broke(error, str(thing), subject.sources.name(thing.name))


def things(game: AnyGame, state: object) -> list[Thing]:
    """Everything that the game says can be tapped: seats, places, and the cards of its packs."""
    cards = game.cards.in_force(state) if game.cards else {}
    named = [*game.seats, *(tag for row in game.layout.rows for tag in row.tags), *cards]
    found = (
        game.tap_handler.thing(state, name) for name in (*named, *game.tap_handler.deck(state))
    )
    return [thing for thing in dict.fromkeys(found) if thing]


def a_phone_goes_on_as_the_panel_does(subject: Examination) -> Problems:
    """Also on the page that every game has: what NEXT leads to can be touched there."""
    for change in subject.revisions(every=4):
        for line in missing_on_a_phone(subject, change):
            told = say("a panel goes on with “{line}”, and a phone cannot", line=line)
            yield Problem(told, subject.rule(change.state, line))


def missing_on_a_phone(subject: Examination, change: Revision) -> Iterator[str]:
    game, state, random = subject.game, change.state, subject.random
    led = game.tap_handler.onward(state)
    board = plain_board(game, state, change.document, led)
    offered = {choice.answer for some in board.choices for choice in some} | {board.next}
    yield from (answer for answer in offered if answer.startswith(THEN))
    if change.over or (board.asked and board.asked.throw) or game.tap_handler.question(state):
        return
    lines = [line for line in answers(game, state, led, random) if is_taken(game, state, line)]
    yield from (line for line in lines if line not in offered)
    if offered == {""}:
        yield from (line for line in offers(game, state, random) if is_taken(game, state, line))
