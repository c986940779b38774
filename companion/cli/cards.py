"""What is known of an owner's cards and components: ``companion cards`` and ``box``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from companion.cli.card_files import (
    card_options,
    card_sheet,
    check_choice,
    export_cards,
    import_cards,
)
from companion.cli.options import aligned, data_option, echo, game_option
from companion.errors import CompanionError
from companion.games import CardGuide, game
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, count, say
from companion.match.collection.my_box import MyBox
from companion.storage.packs.box_facts import BUILT_IN, load_box, open_box
from companion.storage.packs.card_search import COMPLETENESS, find_tag, matches, name_of
from companion.storage.packs.load import (
    NAMELESS,
    PROVISIONAL,
    Entry,
    guide_of,
    load_cards,
    read_pack,
)
from companion.storage.packs.own_packs import OwnPacks
from companion.storage.packs.toml_files import write_card


@click.group()
def cards() -> None:
    """Shows, checks and completes what the companion knows of the cards."""


for command in (import_cards, export_cards, card_sheet):
    cards.add_command(command)


@cards.command("list")
@click.option("--kind", help="Only cards of this kind.")
@click.option("--owner", help="Only cards that belong to this seat.")
@click.option("--search", default="", help="Only cards with this text in a name or the number.")
@card_options
@click.pass_obj
def list_cards(
    lang: str, kind: str | None, owner: str | None, search: str, name: str, data: Path
) -> None:
    """Lists the cards: number, name, kind, tags, and how much of each is known."""
    rules, language = game(name), Language(lang, name)
    guide = guide_of(rules)
    check_choice(kind, guide.kinds)
    check_choice(owner, guide.owners)
    found = [
        card
        for card in load_cards(rules, data).cards.values()
        if kind in (None, card.kind)
        and owner in (None, guide.owner_of(card))
        and matches(card, search)
    ]
    rows = [
        (
            card.number,
            name_of(card, lang),
            language.say(guide.kinds[card.kind]),
            language.say(guide.tags(card)),
            language.say(COMPLETENESS[card.known]),
        )
        for card in found
    ]
    for line in aligned(rows)[0]:
        click.echo(line)
    echo(language, count("{n} card.", "{n} cards.", len(found)))


@cards.command("show")
@click.argument("number")
@card_options
@click.pass_obj
def show_card(lang: str, number: str, name: str, data: Path) -> None:
    """Says what the card NUMBER does, and where that was read."""
    rules, language = game(name), Language(lang, name)
    guide, card = guide_of(rules), load_cards(rules, data).find(number).card
    click.secho(f"{card.number}  {name_of(card, lang)}", bold=True)
    kind, owner = guide.kinds[card.kind], guide.owners.get(guide.owner_of(card) or "")
    click.echo(", ".join(language.say(each) for each in (kind, owner) if each))
    for line in guide.describe(card):
        click.echo(f"  {language.say(line)}")
    if card.source:
        how = card.confidence or "?"
        echo(language, say("Read in: {source} ({how})", source=card.source, how=how))
    if card.link:
        click.echo(card.link)


@cards.command("check")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@card_options
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
        echo(language, line)


def summary(guide: CardGuide, cards: list[Any]) -> Iterator[Message]:
    """How many cards are complete, partly known and unknown, by kind."""
    for kind, title in guide.kinds.items():
        if of_kind := [card.known for card in cards if card.kind == kind]:
            yield tally(title, of_kind)
    yield tally(say("all cards"), [card.known for card in cards])
    if provisional := sum(card.number.startswith(PROVISIONAL) for card in cards):
        yield count(
            "{n} card has a provisional number.",
            "{n} cards have a provisional number.",
            provisional,
        )
    if nameless := sum(card.name.en == NAMELESS for card in cards):
        yield count("{n} card has no known name.", "{n} cards have no known name.", nameless)


def tally(title: Message, known: list[str]) -> Message:
    return say(
        "{what}: {complete} complete, {part} partly known, {none} unknown",
        what=title,
        complete=known.count("all"),
        part=known.count("part"),
        none=known.count("none"),
    )


@cards.command("edit")
@click.argument("number")
@click.option("--tags", help="Its tags, with commas between them.")
@click.option("--number", "printed", help="The printed number of a card with a provisional one.")
@click.option("--name", "called", help="Its name, in your language.")
@card_options
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
        entry = open_editor(packs, number, language)
    else:
        raw = packs.raw(number)
        if tags is not None:
            raw["tags"] = [find_tag(rules, tag) for tag in tags.split(",")]
            raw.pop("tags_known", None)  # whoever enters tags has the card in their hand
        if called is not None:
            raw["name"] = {**raw["name"], lang: called}
        if printed is not None:
            raw["number"] = printed
        entry = packs.put(number, write_card(raw))
    if entry is None:
        echo(language, say("Nothing was changed."))
    else:
        echo(language, say("Card {card} is in {file}.", card=entry.card.number, file=entry.file))


def open_editor(packs: OwnPacks, number: str, language: Language) -> Entry | None:
    """The card in an editor, until it is right or its owner gives up."""
    text = packs.text(number)
    while (edited := click.edit(text, extension=".toml")) is not None:
        try:
            return packs.put(number, edited)
        except CompanionError as error:
            echo(language, error.message, err=True)
            if not click.confirm(language.say(say("Edit it again?")), default=True):
                break
            text = edited
    return None


BAR_WIDTH = 30


@click.group(invoke_without_command=True)
@game_option("game_id")
@data_option
@click.pass_context
def box(ctx: click.Context, game_id: str, data: Path) -> None:
    """Shows how much of your box is known; shows and checks box facts."""
    if ctx.invoked_subcommand:
        return
    language, mine = Language(ctx.obj, game_id), MyBox(game(game_id), data)
    bars = {language.say(bar.label): bar for bar in mine.bars()}
    for label, bar in bars.items():
        filled = "█" * (BAR_WIDTH * bar.value // bar.most)
        number = f"{bar.value}/{bar.most}"
        click.echo(f"{label:{max(map(len, bars))}}  {filled:░<{BAR_WIDTH}}  {number}")
    due = mine.due(readers=False)
    onward = say("Next: {card}, under “My box” on a phone.", card=due) if due else None
    echo(language, onward or say("Every card is known."))


@box.command("show")
@click.argument("file", default=BUILT_IN)
@game_option("game_id")
@click.pass_obj
def show_box(lang: str, file: str, game_id: str) -> None:
    """Lists every fact of a box FILE with its source; a stand-in is marked."""
    rules = game(game_id)
    open_box(rules, file)
    name, facts = load_box(rules, file)
    click.echo(name)
    for path, fact in facts.items():
        value = json.dumps(fact.value)
        click.echo(f"{'*' if fact.stand_in else ' '} {path} = {value}  ({fact.source})")
    unverified = sum(fact.stand_in for fact in facts.values())
    total = say("{n} of {all} facts are stand-ins (*).", n=unverified, all=len(facts))
    echo(Language(lang), total)


@box.command("check")
@click.argument("file")
@game_option("game_id")
@click.pass_obj
def check_box(lang: str, file: str, game_id: str) -> None:
    """Checks a box FILE; says which fact is wrong, if one is."""
    open_box(game(game_id), file)
    echo(Language(lang), say("{file} is in order.", file=file))
