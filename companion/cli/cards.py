"""``companion cards``: what the companion knows of the cards, and how an owner completes it."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from companion.cli.card_files import card_sheet, export_cards, import_cards, of_cards, one_of
from companion.errors import CompanionError
from companion.games import CardGuide, game
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, count, say
from companion.storage.packs.load import (
    NAMELESS,
    PROVISIONAL,
    Entry,
    guide_of,
    load_cards,
    read_pack,
)
from companion.storage.packs.numbers import KNOWN, is_like, name_of, tag_called
from companion.storage.packs.own_packs import OwnPacks
from companion.storage.packs.toml_writer import write_card


@click.group()
def cards() -> None:
    """Shows, checks and completes what the companion knows of the cards."""


for command in (import_cards, export_cards, card_sheet):
    cards.add_command(command)


@cards.command("list")
@click.option("--kind", help="Only cards of this kind.")
@click.option("--owner", help="Only cards that belong to this seat.")
@click.option("--search", default="", help="Only cards with this text in a name or the number.")
@of_cards
@click.pass_obj
def list_cards(
    lang: str, kind: str | None, owner: str | None, search: str, name: str, data: Path
) -> None:
    """Lists the cards: number, name, kind, tags, and how much of each is known."""
    rules, language = game(name), Language(lang, name)
    guide = guide_of(rules)
    one_of(kind, guide.kinds)
    one_of(owner, guide.owners)
    found = [
        card
        for card in load_cards(rules, data).cards.values()
        if kind in (None, card.kind)
        and owner in (None, guide.owner_of(card))
        and is_like(card, search)
    ]
    columns = [
        (
            card.number,
            name_of(card, lang),
            language.say(guide.kinds[card.kind]),
            language.say(guide.tags(card)),
            language.say(KNOWN[card.known]),
        )
        for card in found
    ]
    widths = [max(map(len, column)) for column in zip(*columns, strict=True)]
    for row in columns:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
    click.echo(language.say(count("{n} card.", "{n} cards.", len(found))))


@cards.command("show")
@click.argument("number")
@of_cards
@click.pass_obj
def show_card(lang: str, number: str, name: str, data: Path) -> None:
    """Says what the card NUMBER does, and where that was read."""
    rules, language = game(name), Language(lang, name)
    guide, entry = guide_of(rules), load_cards(rules, data).find(number)
    card = entry.card
    click.secho(f"{card.number}  {name_of(card, lang)}", bold=True)
    kind, owner = guide.kinds[card.kind], guide.owners.get(guide.owner_of(card) or "")
    click.echo(language.say(kind) + (f", {language.say(owner)}" if owner else ""))
    for line in guide.describe(card):
        click.echo(f"  {language.say(line)}")
    if card.source:
        source = say("Read in: {source} ({how})", source=card.source, how=card.confidence or "?")
        click.echo(language.say(source))
    if card.link:
        click.echo(card.link)


@cards.command("check")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@of_cards
@click.pass_obj
def check_cards(lang: str, file: Path | None, name: str, data: Path) -> None:
    """Checks the pack FILE, or all packs, and says how much of the cards is known."""
    rules, language = game(name), Language(lang, name)
    found = (
        [entry.card for entry in read_pack(rules, file)]
        if file
        else [*load_cards(rules, data).cards.values()]
    )
    for line in summary(guide_of(rules), found):
        click.echo(language.say(line))


def summary(guide: CardGuide, found: list[Any]) -> Iterable[Message]:
    """How many cards are complete, partly known and unknown, by kind."""
    by_kind = Counter((card.kind, card.known) for card in found)
    for kind, named in guide.kinds.items():
        if any(kind == each for each, _ in by_kind):
            yield tally(named, {known: by_kind[kind, known] for known in KNOWN})
    yield tally(say("all cards"), Counter(card.known for card in found))
    if provisional := sum(card.number.startswith(PROVISIONAL) for card in found):
        yield count(
            "{n} card has a provisional number.",
            "{n} cards have a provisional number.",
            provisional,
        )
    if nameless := sum(card.name.en == NAMELESS for card in found):
        yield count("{n} card has no known name.", "{n} cards have no known name.", nameless)


def tally(what: Message, known: Any) -> Message:
    return say(
        "{what}: {complete} complete, {part} partly known, {none} unknown",
        what=what,
        complete=known["all"],
        part=known["part"],
        none=known["none"],
    )


@cards.command("edit")
@click.argument("number")
@click.option("--tags", help="Its tags, with commas between them.")
@click.option("--number", "printed", help="The printed number of a card with a provisional one.")
@click.option("--name", "called", help="Its name, in your language.")
@of_cards
@click.pass_obj
def edit_card(
    lang: str,
    number: str,
    tags: str | None,
    printed: str | None,
    called: str | None,
    name: str,
    data: Path,
) -> None:
    """Completes the card NUMBER in your own packs: with the options, or else in your editor."""
    rules = game(name)
    packs, language = OwnPacks(rules, data), Language(lang, name)
    if tags is None and printed is None and called is None:
        entry = edit_by_hand(packs, number, language)
    else:
        raw = packs.raw(number)
        if tags is not None:
            raw["tags"] = [tag_called(rules, tag) for tag in tags.split(",")]
            raw.pop("tags_known", None)  # whoever enters tags has the card in their hand
        if called is not None:
            raw["name"] = {**raw["name"], lang: called}
        if printed is not None:
            raw["number"] = printed
        entry = packs.put(number, write_card(raw))
    if entry is None:
        click.echo(language.say(say("Nothing was changed.")))
    else:
        saved = say("Card {card} is in {file}.", card=entry.card.number, file=entry.file)
        click.echo(language.say(saved))


def edit_by_hand(packs: OwnPacks, number: str, language: Language) -> Entry | None:
    """The card in an editor, until it is right or its owner gives up."""
    text = packs.text(number)
    while (edited := click.edit(text, extension=".toml")) is not None:
        try:
            return packs.put(number, edited)
        except CompanionError as error:
            click.echo(language.say(error.message), err=True)
            if not click.confirm(language.say(say("Edit it again?")), default=True):
                break
            text = edited
    return None
