"""``companion tags``: which tag is which card, place, seat or command."""

from pathlib import Path

import click

from companion.cli.options import data_option, game_option
from companion.errors import Malformed
from companion.games import AnyGame
from companion.games import game as find_game
from companion.games.taps import Thing
from companion.i18n.catalogs import Language
from companion.i18n.message import count, say
from companion.match.match import Match
from companion.match.taps.enrolment import named, thing_called
from companion.match.taps.tags import FILE, HOLD, Tags, command_of, read_tags, tags_text
from companion.storage.store.atomic_files import keep, write
from companion.storage.store.journal import MemoryJournal


@click.group()
def tags() -> None:
    """Gives tags to cards, places, seats and commands."""


@tags.command("list")
@game_option()
@data_option
@click.pass_obj
def list_tags(lang: str, game: str, data: Path) -> None:
    """Lists the tags: number, and what each of them is."""
    language, state = Language(lang, game), blank(game, data)
    rules = find_game(game)
    bound = Tags(data / FILE, game).all()
    for each in bound:
        called = language.say(named(rules, state, each.thing))
        click.echo(f"{each.uid:<20}  {each.kind:<7}  {called}")
    click.echo(language.say(count("{n} tag.", "{n} tags.", len(bound))))


@tags.command("bind", context_settings={"ignore_unknown_options": True})  # turn -1
@click.argument("uid")
@click.argument("what", nargs=-1, required=True)
@game_option()
@data_option
@click.pass_obj
def bind_tag(lang: str, uid: str, what: tuple[str, ...], game: str, data: Path) -> None:
    """Says what the tag UID is: a card, a seat, a place such as “red 2”, undo, hold undo …"""
    rules, state = find_game(game), blank(game, data)
    thing = named_thing(rules, state, " ".join(what))
    Tags(data / FILE, game).bind(uid.lower(), thing)
    bound = say("{uid} is {thing} now.", uid=uid.lower(), thing=named(rules, state, thing))
    click.echo(Language(lang, game).say(bound))


@tags.command("forget")
@click.argument("uid")
@game_option()
@data_option
@click.pass_obj
def forget_tag(lang: str, uid: str, game: str, data: Path) -> None:
    """The tag UID is nothing any more."""
    was = Tags(data / FILE, game).forget(uid.lower())
    thing = named(find_game(game), blank(game, data), was)
    click.echo(Language(lang, game).say(say("{uid} was {thing}.", uid=uid.lower(), thing=thing)))


@tags.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@click.pass_obj
def import_tags(lang: str, file: Path, data: Path) -> None:
    """Adds the tags that somebody exported to FILE."""
    bindings = read_tags(file)
    Tags(data / FILE).add(bindings)
    click.echo(
        Language(lang).say(count("{n} tag was added.", "{n} tags were added.", len(bindings)))
    )


@tags.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--replace", is_flag=True, help="Even if FILE is there already.")
@game_option()
@data_option
@click.pass_obj
def export_tags(lang: str, file: Path, replace: bool, game: str, data: Path) -> None:
    """Writes the tags to FILE, for another table with the same cards."""
    keep(file, replace)
    bindings = Tags(data / FILE, game).all()
    write(file, tags_text(bindings))
    written = count("{n} tag is in {file}.", "{n} tags are in {file}.", len(bindings), file=file)
    click.echo(Language(lang).say(written))


def blank(game: str, data: Path) -> object:
    """The state of a new game: all that things are called by."""
    return Match(find_game(game), MemoryJournal(), packs=data).state


def named_thing(game: AnyGame, state: object, text: str) -> Thing:
    if thing := thing_called(game, state, text) or command(game, text):
        return thing
    raise Malformed(say("{text} is no card, place, seat or command of this game.", text=text))


def command(game: AnyGame, text: str) -> Thing | None:
    """A button by its name; ``hold`` before it where it is to be held, or a turn of the knob."""
    if text in ("turn +1", "turn -1"):
        return Thing("command", text)
    named = command_of(game.layout, text)
    return Thing("command", named) if game.layout.uses(named.removeprefix(HOLD)) else None
