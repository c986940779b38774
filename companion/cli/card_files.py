"""``companion cards import``, ``export`` and ``sheet``: an owner's cards as files for others."""

from collections.abc import Callable, Iterable
from pathlib import Path

import click

from companion.cli.options import data_option, echo, game_option
from companion.errors import Malformed
from companion.games import game
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, count, say
from companion.storage.atomic_files import refuse_overwrite, write
from companion.storage.packs.card_search import name_of
from companion.storage.packs.load import guide_of, load_cards
from companion.storage.packs.own_packs import OwnPacks
from companion.storage.packs.sharing import (
    CardComparison,
    compare_pack,
    export_pack,
    own_edition,
    read_shared_pack,
)
from companion.storage.packs.spreadsheets import BadSheet, Sheet, as_sheet, cell_text

TAKE, KEEP, LOOK = "take", "keep", "look"


def card_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every command about cards."""
    return game_option("name")(data_option(command))


def check_choice(word: str | None, words: Iterable[str]) -> None:
    if word is not None and word not in words:
        there = " ".join(words)
        raise Malformed(say("{word} is not known here; there is {all}.", word=word, all=there))


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--take", "how", flag_value=TAKE, help="Where a card differs, take theirs.")
@click.option("--keep", "how", flag_value=KEEP, help="Where a card differs, keep yours.")
@click.option("--look", "how", flag_value=LOOK, help="Only show what differs.")
@card_options
@click.pass_obj
def import_cards(lang: str, file: Path, how: str | None, name: str, data: Path) -> None:
    """Takes the cards of the pack FILE into yours, and asks where they differ."""
    rules, language = game(name), Language(lang, name)
    packs = OwnPacks(rules, data)
    pack, edition = read_shared_pack(rules, file)
    yours = own_edition(rules, data)
    if edition and yours and edition != yours:
        words = {"theirs": edition, "yours": yours}
        echo(language, say("It is for the edition {theirs}; yours is {yours}.", **words))
    compared = list(compare_pack(rules, pack, load_cards(rules, data)))
    taken = {}
    for card in compared:
        for line in describe(card, lang):
            echo(language, line)
        merged = card.merged(theirs=bool(card.conflicts) and take_theirs(how, language))
        if merged != card.mine:
            taken[card.mine["number"]] = merged
    differ = sum(bool(card.conflicts) for card in compared)
    agree = sum(card.agrees for card in compared)
    if how != LOOK:
        packs.put_all(taken)
        changed = count("{n} card was changed.", "{n} cards were changed.", len(taken))
        echo(language, changed)
    echo(language, count("{n} card agrees.", "{n} cards agree.", agree))
    if differ:
        echo(language, count("{n} card differs.", "{n} cards differ.", differ))


def describe(compared: CardComparison, lang: str) -> list[Message]:
    """What is new in a card of somebody else's, and where it differs from one's own."""
    card = f"{compared.card.number} {name_of(compared.card, lang)}"
    new = [name for name, value in compared.additions.items() if value is not None]
    lines = [say("{card}: new: {fields}", card=card, fields=", ".join(new))] if new else []
    lines += [
        say(
            "{card}: {field}: yours {mine}, theirs {theirs}",
            card=card,
            field=each.field,
            mine=cell_text(each.mine) or "–",
            theirs=cell_text(each.theirs) or "–",
        )
        for each in compared.conflicts
    ]
    return lines


def take_theirs(how: str | None, language: Language) -> bool:
    if how is None:
        return click.confirm(language.say(say("Take theirs?")), default=False)
    return how == TAKE


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--edition", default="", help="Which printing of the game you have.")
@click.option("--replace", is_flag=True, help="Replace a file of that name.")
@card_options
@click.pass_obj
def export_cards(lang: str, file: Path, edition: str, replace: bool, name: str, data: Path) -> None:
    """Writes what you have read on your cards to FILE: facts, and no words of your own."""
    rules = game(name)
    given = export_pack(rules, data, load_cards(rules, data), file, edition, replace=replace)
    said = count("{n} card is in {file}.", "{n} cards are in {file}.", given, file=file)
    echo(Language(lang, name), said)


@click.command("sheet")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--read", is_flag=True, help="Read FILE back into your own packs.")
@click.option("--kind", help="Only cards of this kind.")
@click.option("--replace", is_flag=True, help="Replace a file of that name.")
@card_options
@click.pass_obj
def card_sheet(
    lang: str, file: Path, read: bool, kind: str | None, replace: bool, name: str, data: Path
) -> None:
    """Writes the cards to FILE as a sheet (CSV), a row a card; or reads it back."""
    rules, language = game(name), Language(lang, name)
    guide, packs = guide_of(rules), OwnPacks(rules, data)
    if read:
        sheet = Sheet(rules, file, load_cards(rules, data))
        for mistake in sheet.mistakes:
            echo(language, mistake.message, err=True)
        if wrong := len(sheet.mistakes):
            many = count("it has {n} mistake", "it has {n} mistakes", wrong)
            raise BadSheet(file, say("{many}, so nothing of it was taken", many=many))
        packs.put_all(sheet.changed)
        taken = count("{n} card was changed.", "{n} cards were changed.", len(sheet.changed))
        echo(language, taken)
        return
    check_choice(kind, guide.kinds)
    entries = [
        entry
        for entry in load_cards(rules, data).entries.values()
        if kind in (None, entry.card.kind)
    ]
    refuse_overwrite(file, replace)
    write(file, as_sheet(guide, entries))
    said = count("{n} card is in {file}.", "{n} cards are in {file}.", len(entries), file=file)
    echo(language, said)
