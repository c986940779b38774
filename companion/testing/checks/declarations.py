"""What can be seen in the declarations alone: names that are not there, lines that clash."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import groupby
from typing import Any

from companion.games.declared import DeclaredGame
from companion.games.declared.actions import Action
from companion.games.declared.fields import Counter, States, TableState, declared_in
from companion.i18n.message import Message, say
from companion.testing.examination import Examination, Problem, Problems
from companion.testing.sources import FIELD

TABLES_OWN = ("seat", "start", "set", "undo", "redo", "game", "box", "cards", "card", "lost")
"""Lines that begin so are the table's, or every declared game's."""


def declarations(subject: Examination) -> Problems:
    """Names, limits and lines of a declared game fit together."""
    if game := subject.declared:
        for each in game.actions:
            yield from of_action(subject, game, each)
        yield from twice_the_same(subject, game)
        yield from of_fields(subject, game)
        yield from of_ids(subject, game)
    least, most = subject.game.players[0], subject.game.players[-1]
    if subject.game.seats and most > len(subject.game.seats):
        told = say("{n} can play, and there are {m} seats", n=most, m=len(subject.game.seats))
        yield Problem(told, subject.sources.name("players"))
    if least < 1:
        yield Problem(say("nobody has to sit down"), subject.sources.name("players"))


def of_action(subject: Examination, game: DeclaredGame[Any], each: Action) -> Problems:
    place = subject.sources.function(each.rule)
    if not each.label.text.strip():
        yield Problem(say("“{line}” has no label", line=each.line), place)
    if each.words[0] in TABLES_OWN:
        yield Problem(say("“{line}” begins with a word of the table itself", line=each.line), place)
    for what, name, known in (
        ("stages", each.stage, game.stages),
        ("modes", each.mode, game.modes),
        ("dice", each.die, game.dice),
    ):
        if name and name not in known:
            yield Problem(say("there is no “{name}” in {what}", name=name, what=what), place)


def twice_the_same(subject: Examination, game: DeclaredGame[Any]) -> Problems:
    """Of two actions with one line that are possible at once, the second is never carried out."""
    lines = sorted(game.actions, key=lambda each: each.line)
    for line, some in groupby(lines, lambda each: each.line):
        seen: list[Action] = []
        for each in some:
            if any(it.stage in (None, each.stage) and it.when is None for it in seen):
                told = say("“{line}” is never carried out: it is another action before", line=line)
                yield Problem(told, subject.sources.function(each.rule))
            seen.append(each)


def of_fields(subject: Examination, game: DeclaredGame[Any]) -> Problems:
    declared, own = declared_in(game.blank), {each.name for each in fields(TableState)}
    for each in fields(game.blank):
        if each.name not in declared and each.name not in own:
            told = say("{name} is in the state and not declared: nobody can set it", name=each.name)
            yield Problem(told, subject.sources.name(each.name, FIELD))
    for name, what in declared.items():
        if isinstance(what, Counter):
            first, alarm = what.first(), what.alarm
            if not what.least <= first <= what.most:
                told = say("{name} begins with {n}, which is out of its limits", name=name, n=first)
                yield Problem(told, subject.sources.name(name, FIELD))
            if alarm is not None and not what.least <= alarm <= what.most:
                told = say("{name} never alarms: {n} is out of its limits", name=name, n=alarm)
                yield Problem(told, subject.sources.name(name, FIELD))


def of_ids(subject: Examination, game: DeclaredGame[Any]) -> Problems:
    """One id has one name, wherever it is declared."""
    seen: dict[str, Message] = {}
    for names in named(game):
        for id, name in names.items():
            if id in seen and seen[id] != name:
                told = say("“{id}” has two names: {one}, {other}", id=id, one=seen[id], other=name)
                places = [subject.sources.text(it.text) for it in (name, seen[id])]
                yield Problem(told, places[0] or subject.sources.name(id))
            seen[id] = name


def named(game: DeclaredGame[Any]) -> Iterator[Mapping[str, Message]]:
    for what in declared_in(game.blank).values():
        yield what.each
        if isinstance(what, States):
            yield what.values
    yield from (game.tags, game.seats)
