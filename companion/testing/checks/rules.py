"""Rules: what is offered is taken, nothing breaks, and a journal brings everything back."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.errors import CompanionError
from companion.games import AnyGame, several
from companion.games.declared.fields import Counter, declared_in, paths_of
from companion.games.shared.replace import at as value_at
from companion.games.shared.replace import look_up
from companion.i18n.message import say
from companion.match.match import Match
from companion.storage.journal import MemoryJournal, read_events
from companion.storage.transfer import as_csv, as_json, as_script, read_game, replays
from companion.testing.examination import Examination, Problem, Problems
from companion.testing.sources import FIELD
from companion.testing.walks import Walk, legal_lines, take

PROMISED = ("seats", "round", "outcome")
TRIED, REPEATED = 6, 4
"""Of so many lines in a state it is seen whether they give the same, so many times."""


def nothing_breaks(subject: Examination) -> Problems:
    """A rule carries out what it is asked for, or refuses it with a sentence."""
    for each in subject.walks:
        for line, error in each.crashes:
            yield subject.broke(error, line, subject.rule(each.match.state, line))


def there_is_a_way_on(subject: Examination) -> Problems:
    """Until the game has ended, a phone or a button goes on."""
    for each in subject.walks:
        if each.stuck:
            guide = subject.game.guide(each.match.state)
            told = say("nothing can be done here: {guide}", guide=guide[0] if guide else "")
            yield Problem(told, subject.stage(each.match.state))


def what_is_offered_is_taken(subject: Examination) -> Problems:
    """No phone offers what is then refused."""
    game = subject.game
    for change in subject.revisions(every=3):
        for line in legal_lines(game, change.state):
            try:
                several.decide(game, change.state, line)
            except CompanionError as error:
                told = say("“{line}” is offered, and refused: {why}", line=line, why=error.message)
                yield Problem(told, subject.rule(change.state, line))
            except Exception as error:  # whatever goes wrong in the game under examination
                yield subject.broke(error, line, subject.rule(change.state, line))


def what_is_proposed_is_taken(subject: Examination) -> Problems:
    """As it stands; and one UNDO takes all of it back."""
    table = Walk(Match(subject.game, MemoryJournal()))
    for step in list(subject.walks[0].match.steps)[1:]:
        state = table.match.state
        for choice in subject.game.proposals(state):
            before = without_revision(table.match.document)
            if not take(table, choice.answer):
                told = say("“{line}” is proposed, and refused", line=choice.answer)
                yield Problem(told, subject.rule(state, choice.answer))
            elif not take(table, "undo") or without_revision(table.match.document) != before:
                told = say("“{line}” is not taken back by one UNDO", line=choice.answer)
                yield Problem(told, subject.rule(state, choice.answer))
        take(table, step.line)


def rules_are_pure(subject: Examination) -> Problems:
    """The same line in the same state gives the same events, and leaves the state as it was."""
    game = subject.game
    for change in subject.revisions():
        state = change.state
        before = repr(game.view(state))
        for line in legal_lines(game, state)[:TRIED]:
            again: list[object] = []
            with suppress(Exception):  # the other checks tell it
                again += [several.decide(game, state, line) for _ in range(REPEATED)]
            if any(each != again[0] for each in again):
                told = say("“{line}” gives something else each time", line=line)
                yield Problem(told, subject.rule(state, line))
            if repr(game.view(state)) != before:
                told = say(
                    "“{line}” changes the state that it was given, which only events may", line=line
                )
                yield Problem(told, subject.rule(state, line))
                before = repr(game.view(state))


def promises_are_kept(subject: Examination) -> Problems:
    """The document has what every game's has, and all that is declared stays within its limits."""
    for change in subject.revisions():
        game, state, document = subject.game, change.state, change.document
        for key in PROMISED:
            if key not in document:
                yield Problem(say("the document has no {key}", key=key), subject.here)
                return
        said = (document["seats"], document["round"], document["outcome"] is not None)
        if said != (list(game.seated(state)), game.round_of(state), game.over(state)):
            told = say("seats, round and outcome of the document are not those of the game")
            yield Problem(told, subject.here)
        for path in game.numbers(state):
            try:
                value_at(document, path)
            except LookupError:
                told = say("{path} is no path of the document", path=path)
                yield Problem(told, subject.sources.name(path) or subject.here)
        place = subject.rule(change.step.before, change.step.line)
        for path, value in out_of_limits(state):
            told = say("{path} becomes {value}, which it cannot be", path=path, value=value)
            yield Problem(told, place)


def out_of_limits(state: Any) -> list[tuple[str, object]]:
    """Declared values that are none of those that were declared."""
    found: list[tuple[str, object]] = []
    for name, what in declared_in(state).items() if hasattr(state, "seats") else ():
        for path in paths_of(state, name):
            value = look_up(state, path)
            within = (
                type(value) is int and what.least <= value <= what.most
                if isinstance(what, Counter)
                else value in what.values
            )
            if not within:
                found.append((".".join(path), value))
    return found


def every_number_can_be_set(subject: Examination) -> Problems:
    """To what it is, to its limits, and to every state that it can have."""
    game = subject.declared
    for change in subject.revisions(every=25) if game else ():
        if not game or not game.round_of(change.state) or game.over(change.state):
            continue
        for name, what in declared_in(change.state).items():
            for path in map(".".join, paths_of(change.state, name)):
                values = (what.least, what.most) if isinstance(what, Counter) else [*what.values]
                for value in (value_at(change.document, path), *values):
                    try:
                        looked_at(game, change.state, f"set {path} {value}")
                    except CompanionError as error:
                        told = say("{path} cannot be set: {why}", path=path, why=error.message)
                        yield Problem(told, subject.sources.name(name, FIELD))
                    except Exception as error:  # whatever goes wrong in the game
                        yield subject.broke(error, f"set {path} {value}")


def looked_at(game: AnyGame, state: Any, line: str) -> None:
    """What a line leads to, and all that is said of it."""
    for event in several.decide(game, state, line):
        if told := game.tell(state, event):
            str(told)
        state = game.evolve(state, event)
    game.view(state)
    for message in (*game.guide(state), *game.glance(state)):
        str(message)


def events_can_be_kept(subject: Examination) -> Problems:
    """A journal that is read again says the same: after a restart, and from a file."""
    for each in subject.walks:
        match = each.match
        for entry in match.entries():
            try:
                read_events(subject.game, entry)
            except Exception as error:  # whatever goes wrong in the game under examination
                for name, _ in entry.events:
                    if name not in subject.game.events:
                        told = say("{name} is no event that the game knows: it is lost", name=name)
                        yield Problem(told, subject.sources.name(name))
                        return
                yield subject.broke(error, entry.line, subject.sources.name(entry.events[-1][0]))
                return
        again = Match(subject.game, MemoryJournal(match.entries()))
        if again.state != match.state or again.document != match.document:
            where = different(subject, match, again)
            yield Problem(say("after a restart the game is another one"), where)
            return
        yield from exports_come_back(subject, match)


def different(subject: Examination, one: Match, other: Match) -> Any:
    """The rule of the first input after which two tables are not the same."""
    for mine, theirs in zip(one.history, other.history, strict=False):
        if mine.state != theirs.state:
            return subject.rule(mine.step.before, mine.step.line)
    return subject.here


def exports_come_back(subject: Examination, match: Match) -> Problems:
    whole = match.open_part()
    if not replays(match, as_script(match)):
        yield Problem(say("as a script it leads to another game"), subject.here)
    as_csv(whole)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(as_json(match, "2026-01-01"), encoding="utf-8")
        imported = Match(match.game, MemoryJournal(read_game(file).entries))
    if imported.document != whole.document:
        yield Problem(say("its export leads to another game"), subject.here)


def undo_is_exact(subject: Examination) -> Problems:
    """UNDO leads back through every document, and REDO forth again."""
    for each in subject.walks:
        table = each.match
        documents = [without_revision(table.document)]
        lines = [step.line for step in table.steps]
        while take(each, "undo"):
            documents.append(without_revision(table.document))
        undone = list(reversed(documents))
        for line, document in zip(lines[1:], undone[1:], strict=False):
            if not take(each, "redo") or without_revision(table.document) != document:
                place = subject.rule(table.state, line)
                yield Problem(say("“{line}” is not the same once redone", line=line), place)
                return


def without_revision(document: Mapping[str, Any]) -> dict[str, Any]:
    return {**document, "revision": 0}
