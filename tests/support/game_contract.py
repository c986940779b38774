"""What every game must hold, whoever wrote it: ``tests/games/test_contract.py`` asks it of each.

A walk plays a game by what the game itself offers: answers to its questions, its dice, NEXT. Along
the way everything that people could see of it is looked at.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec.structs import replace

from companion.devices.drawing.pages import draw
from companion.errors import BadBox, BadPack, CompanionError, Malformed, Refusal
from companion.games import ANYBODY, HOST, AnyGame, Viewer
from companion.games.display import Page
from companion.games.shared.replace import at
from companion.games.taps import THEN, Do, Gesture, Thing, Wait
from companion.i18n.catalogs import LANGUAGES, Language
from companion.i18n.message import Message
from companion.match.match import Match, Revision
from companion.storage.journal import MemoryJournal
from companion.storage.transfer import as_csv, as_json, as_script, read_game, replays
from companion.web.live.default_board import is_taken, plain_board

PROMISED = ("seats", "round", "outcome")


def offers(game: AnyGame, state: object, random: Random) -> list[str]:
    """Every line that a phone or a panel would offer now."""
    hands = game.tap_handler
    question = hands.question(state)
    found = [choice.answer for choice in question.choices] if question else []
    for die in game.layout.dice:
        if throw := hands.throw(state, die):
            faces = [random.choice(throw.faces).answer for _ in range(throw.dice)]
            found += [throw.line(faces), *(entry.answer for entry in throw.entries)]
    if not question:
        led = hands.next(state)
        found += answers(game, state, led, random) or ["next"]
    return found


def answers(game: AnyGame, state: object, led: Do | Wait, random: Random) -> list[str]:
    """The lines that a gesture leads to; of answers that ask for more, one is followed."""
    if isinstance(led, Do):
        return [led.line]
    found = [each.answer for each in led.choices]
    more = [answer for answer in found if answer.startswith(THEN)]
    lines = [answer for answer in found if answer not in more]
    if more:
        word = Thing("answer", random.choice(more).removeprefix(THEN))
        then = game.tap_handler.meaning(state, led.gesture.then(word))
        lines += answers(game, state, then, random)
    return lines


def walk(game: AnyGame, random: Random, steps: int) -> Iterator[Revision]:
    """A game played by what it offers; each change as it is taken.

    Whatever is not taken must be refused with a code: anything else is a mistake of the game.
    """
    table = Match(game, MemoryJournal())
    yield table.history[-1]
    for _ in range(steps):
        lines = offers(game, table.state, random)
        random.shuffle(lines)
        taken = next((change for line in lines if (change := take(table, line))), None)
        if taken is None:
            return
        yield taken


def played(game: AnyGame, random: Random, steps: int) -> Match:
    """The table at the end of such a walk."""
    table = Match(game, MemoryJournal())
    for change in walk(game, random, steps):
        if change.revision > 1:
            table.take(change.step.line)
    return table


def take(table: Match, line: str) -> Revision | None:
    """What comes of a line; None where it is refused, with a sentence, and has changed nothing."""
    before = table.document
    try:
        return table.take(line)
    except (Refusal, Malformed, BadBox, BadPack) as error:
        refused = error
    assert table.document == before, f"{line} was refused, and changed something"
    assert (refused.code, str(refused)) != ("", "")
    return None


def promises_are_kept(game: AnyGame, change: Revision) -> None:
    document = change.document
    for key in PROMISED:
        assert key in document, key
    assert document["seats"] == list(game.seated(change.state))
    assert document["round"] == game.round_of(change.state)
    assert (document["outcome"] is not None) == game.over(change.state) == change.over
    assert set(document["seats"]) <= set(game.seats)
    for path in game.numbers(change.state):
        at(document, path)


def pages_of(game: AnyGame, change: Revision) -> list[Page]:
    state = change.state
    shown = [*game.pages(state), game.now_page(state)]
    assert len({page.name for page in game.pages(state)}) == len(game.pages(state))
    for page in game.pages(state):
        assert game.page(state, page.name) == page
    return shown


def everything_is_said(game: AnyGame, change: Revision) -> list[Message]:
    """All sentences about a change, and none of them is empty in any language."""
    state, told = change.step.before, []
    for event in change.step.events:
        told += [message] if (message := game.tell(state, event)) else []
        state = game.evolve(state, event)
    question = game.tap_handler.question(change.state)
    said = [*told, change.label, *game.guide(change.state), *game.glance(change.state)]
    said += [question.words] if question else []
    for code in LANGUAGES:
        language = Language(code, game.id)
        assert all(language.say(message).strip() for message in said)
    return said


def every_page_is_drawn(game: AnyGame, change: Revision) -> None:
    for page in pages_of(game, change):
        for code in LANGUAGES:
            assert draw(page, Language(code, game.id)).size == (128, 64)


def things(game: AnyGame, state: object) -> list[Thing]:
    """Everything that the game says can be tapped: seats, places, and the cards of its packs."""
    cards = game.cards.in_force(state) if game.cards else {}
    named = [*game.seats, *(tag for row in game.layout.rows for tag in row.tags), *cards]
    found = (
        game.tap_handler.thing(state, name) for name in (*named, *game.tap_handler.deck(state))
    )
    return [thing for thing in dict.fromkeys(found) if thing]


def every_tap_means_something_or_is_refused(game: AnyGame, change: Revision) -> None:
    """Alone, or after a button: a line, more to tap, or a sentence that says why not."""
    for mode in ("", *game.layout.modes):
        for thing in things(game, change.state):
            try:
                meaning = game.tap_handler.meaning(change.state, Gesture(mode=mode).then(thing))
                if isinstance(meaning, Do):
                    game.decide(change.state, game.read(meaning.line))
            except CompanionError as refused:
                assert refused.code  # noqa: PT017


def what_is_taken_away_comes_back(table: Match, folder: Path) -> None:
    """Exports give the same document; of a secret, they stop before it."""
    whole = table.open_part()
    script = as_script(table)
    assert replays(table, script)
    assert as_csv(whole).count("\n") >= 1
    file = folder / "game.json"
    file.write_text(as_json(table, "2026-01-01"), encoding="utf-8")
    imported = read_game(file)
    again = Match(table.game, MemoryJournal(imported.entries))
    assert again.document == whole.document


def a_phone_goes_on_as_the_panel_does(game: AnyGame, change: Revision, random: Random) -> None:
    """Also on the page that every game has: what NEXT leads to on a panel can be touched there."""
    state = change.state
    led = game.tap_handler.onward(state)
    board = plain_board(game, state, change.document, led)
    choices = board.asked.choices if board.asked else ()
    offered = {choice.answer for choice in choices} | {board.next}
    assert not any(answer.startswith(THEN) for answer in offered), "a phone sends whole lines"
    if change.over or (board.asked and board.asked.throw) or game.tap_handler.question(state):
        return
    lines = [line for line in answers(game, state, led, random) if is_taken(game, state, line)]
    assert offered.issuperset(lines)
    assert offered != {""} or not any(
        is_taken(game, state, line) for line in offers(game, state, random)
    )


def undo_and_redo_are_exact(table: Match) -> None:
    documents = [{**table.document, "revision": 0}]
    while take(table, "undo"):
        documents.append({**table.document, "revision": 0})
    for document in reversed(documents[:-1]):
        assert take(table, "redo")
        assert {**table.document, "revision": 0} == document


def a_crash_changes_nothing(table: Match) -> None:
    again = Match(table.game, MemoryJournal(table.entries()))
    assert again.document == table.document
    assert again.state == table.state


def looks(game: AnyGame, change: Revision, viewer: Viewer) -> object:
    """Everything that somebody sees of a change and of how the game stands after it."""
    state = change.state
    seen = (game.view(state, viewer), change.label_for(state, viewer))
    everybody = (game.guide(state), game.glance(state), game.pages(state), game.now_page(state))
    hands = (
        game.tap_handler.question(state),
        game.tap_handler.due(state),
        game.tap_handler.level(state),
    )
    return (*seen, *everybody, *hands) if viewer == ANYBODY else seen


def viewers(game: AnyGame) -> list[Viewer]:
    return [ANYBODY, HOST, *(Viewer.of(seat) for seat in game.seats)]


def a_secret_cannot_be_told_from_another(game: AnyGame, change: Revision, lines: list[str]) -> int:
    """Whoever may not know an input sees the same whichever secret it was; how many were tried."""
    veiled = {
        viewer: redact
        for viewer in viewers(game)
        if (redact := change.step.redact(change.state, viewer))
    }
    seen = {viewer: looks(game, change, viewer) for viewer in veiled}
    tried = 0
    for line in dict.fromkeys(lines) if veiled else ():
        try:
            other = instead(game, change, line)
        except CompanionError:
            continue
        for viewer, redact in veiled.items():
            if other.step.redact(other.state, viewer) == redact:
                assert looks(game, other, viewer) == seen[viewer], line
                tried += 1
    return tried


def instead(game: AnyGame, change: Revision, line: str) -> Revision:
    """The same change with another input in its place."""
    state = change.step.before
    events = game.decide(state, game.read(line))
    for event in events:
        state = game.evolve(state, event)
    step = replace(change.step, line=line, after=state, events=events)
    return replace(change, step=step, state=state)
