"""Secrets: whoever may not know an input sees the same, whichever it was."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.errors import CompanionError
from companion.games import ANYBODY, AnyGame, Viewer, several
from companion.i18n.message import Message, say
from companion.match.match import Revision
from companion.testing.examination import Examination, Problem, Problems
from companion.testing.walks import offers

Looks = dict[str, object]


def no_secret_leaks(subject: Examination) -> Problems:
    """Two inputs that a viewer is told in the same words must look the same to them, wherever."""
    game = subject.game
    for change in subject.revisions() if game.secretive else ():
        if change.revision == 1 or change.kind != "input":
            continue
        lines = offers(game, change.step.before, subject.random)
        for viewer, others in lookalikes(subject, change, lines):
            seen = looks(game, change, viewer)
            for other in others:
                for what, told in looks(game, other, viewer).items():
                    if told != seen[what]:
                        yield leaked(subject, viewer, what, other.step.line, (told, seen[what]))


def lookalikes(
    subject: Examination, change: Revision, lines: list[str]
) -> Iterator[tuple[Viewer, list[Revision]]]:
    """For each viewer from whom an input is hidden: what it might have been as well."""
    hidden = {
        viewer: told
        for viewer in subject.viewers
        if (told := change.step.redact(change.state, viewer))
    }
    others = [it for line in dict.fromkeys(lines) if hidden and (it := instead(change, line))]
    for viewer, told in hidden.items():
        yield viewer, [it for it in others if it.step.redact(it.state, viewer) == told]


def instead(change: Revision, line: str) -> Revision | None:
    """The same change with another input in its place; None if that is not possible."""
    game, state = change.step.game, change.step.before
    try:
        events = several.decide(game, state, line)
    except CompanionError:
        return None
    for event in events:
        state = game.evolve(state, event)
    step = replace(change.step, line=line, after=state, events=events)
    return replace(change, step=step, state=state)


def looks(game: AnyGame, change: Revision, viewer: Viewer) -> Looks:
    """Everything that somebody sees of a change and of how the game stands after it."""
    state = change.state
    seen: Looks = {
        "view": game.view(state, viewer),
        "label": change.label_for(state, viewer),
        "result": change.result_for(viewer),
    }
    if viewer == ANYBODY:
        taps = game.tap_handler
        seen |= {
            "guide": game.guide(state),
            "glance": game.glance(state),
            "pages": game.pages(state),
            "now_page": game.now_page(state),
            "headline": game.headline(state),
            "question": taps.question(state),
            "due": taps.due(state),
            "level": taps.level(state),
        }
    return seen


def leaked(
    subject: Examination, viewer: Viewer, what: str, line: str, told: tuple[object, object]
) -> Problem:
    who = say("anybody") if viewer == ANYBODY else say("{who}", who=viewer.seat or viewer.role)
    sentence = next(different(*told), None)
    place = sentence and subject.sources.text(sentence.text)
    return Problem(
        say("{what} tells {who} that it was “{line}”", what=what, who=who, line=line),
        place or subject.sources.name(what) or subject.here,
    )


def different(one: Any, other: Any) -> Iterator[Message]:
    """The sentences of the first that the second has not."""
    if one == other:
        return
    if isinstance(one, Message):
        yield one
    elif isinstance(one, tuple) and isinstance(other, tuple):
        for each in one:
            if each not in other:
                yield from different(each, None)
