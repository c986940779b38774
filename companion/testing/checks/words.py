"""Words: every sentence can be said, in every language, and has the names of things."""

import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

from companion.games.declared.actions import legal
from companion.i18n.catalogs import LANGUAGES, Language, folders
from companion.i18n.message import Message, say
from companion.i18n.po_files import Catalog, Key, read_po
from companion.match.match import Revision
from companion.testing.catalogs import collect
from companion.testing.examination import Examination, Problem, Problems
from companion.testing.sources import Place

BLANK = re.compile(r"{(\w+)}")


def everything_can_be_said(subject: Examination) -> Problems:
    """Labels, what follows, what to do, how things stand: no sentence is empty or has a hole."""
    languages = [Language(code, subject.game.id) for code in LANGUAGES]
    for change in subject.revisions():
        for message in sentences(subject, change):
            hole = unfilled(message)
            if hole or not message.text.strip():
                told = (
                    say(
                        "nothing fills in {blank} in: {text}",
                        blank=f"{{{hole}}}",
                        text=message.text,
                    )
                    if hole
                    else say("a sentence is empty")
                )
                yield Problem(told, subject.sources.text(message.text))
                continue
            if change.revision % 3 == 1:
                for language in languages:
                    language.say(message)


def sentences(subject: Examination, change: Revision) -> Iterator[Message]:
    """All that is said of a change, and of how the game stands after it."""
    game, state = subject.game, change.step.before
    yield change.label
    for event in change.step.events:
        if told := game.tell(state, event):
            yield told
        state = game.evolve(state, event)
    state = change.state
    yield from game.guide(state)
    yield from game.glance(state)
    if asked := game.tap_handler.question(state):
        yield asked.words
    for choice in (*game.legal_actions(state), *game.proposals(state)):
        if isinstance(choice.text, Message):
            yield choice.text
    yield from game.numbers(state).values()


def unfilled(message: Message) -> str:
    """The name of a blank that nothing fills in, also in a sentence inside; or nothing."""
    if message.names is not None:
        return ""
    blanks = BLANK.findall(message.text)
    inside = (unfilled(each) for each in message.values.values() if isinstance(each, Message))
    return next((it for it in blanks if it not in message.values), "") or next(
        filter(None, inside), ""
    )


def everything_has_a_name(subject: Examination) -> Problems:
    """What people choose from has names, not ids."""
    game = subject.declared
    for change in subject.revisions(every=4) if game else ():
        if not game or not game.round_of(change.state) or game.over(change.state):
            continue
        for act in legal(game.actions, change.state):
            for value in act.values:
                if value not in game.names and not value.isdecimal():
                    told = say("“{id}” has no name that people can read", id=value)
                    yield Problem(told, subject.sources.name(value) or subject.here)


def catalogs_are_complete(subject: Examination) -> Problems:
    """Every sentence is in every catalog that the game has, with the same blanks, compiled."""
    for found in subject.sources.said:
        if found.key is None:
            told = say("a sentence that is put together here cannot be translated")
            yield Problem(told, Place(found.file, found.line))
    if not any(True for place in folders(subject.game.id, "en")):
        return  # a game whose author speaks no other language
    for each in collect(subject.package):
        for found in each.missing:
            text, _ = found.key or ("", "")
            told = say("not translated into {language}: {text}", language=each.language, text=text)
            yield Problem(told, Place(found.file, found.line))
        if not each.file.is_file():
            continue
        catalog = read_po(each.file.read_text(encoding="utf-8"))
        for key, forms in catalog.said.items():
            wrong = {it for form in forms for it in BLANK.findall(form)} - blanks_of(key)
            for blank in sorted(wrong):
                told = say("{blank} is no blank of: {text}", blank=f"{{{blank}}}", text=key[0])
                yield Problem(told, line_of(each.file, forms[0]))
        if not is_compiled(each.file.with_suffix(".mo"), catalog):
            told = say("this catalog is not compiled; “companion catalogs” does it")
            yield Problem(told, Place(each.file, 1))


def is_compiled(file: Path, catalog: Catalog) -> bool:
    """Does the program read what people have translated?"""
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        spoken = GNUTranslations(stream)
    return all(
        (spoken.ngettext(one, many, 1) if many else spoken.gettext(one)) == forms[0]
        for (one, many), forms in catalog.said.items()
        if all(forms)
    )


def blanks_of(key: Key) -> set[str]:
    return {blank for text in key for blank in BLANK.findall(text)}


def line_of(file: Path, text: str) -> Place:
    """Where a translation stands in its catalog."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return Place(file, next((n for n, line in enumerate(lines, 1) if text in line), 1))
