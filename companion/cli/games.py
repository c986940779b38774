"""Saved games: ``companion games``, ``export``, ``import``, ``backup`` and ``restore``."""

from contextlib import closing
from pathlib import Path

import click

from companion.cli.options import data_option, echo
from companion.clock import wall_clock
from companion.games import playable
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, count, say
from companion.storage import saved_games
from companion.storage.atomic_files import draft_of, write, write_errors
from companion.storage.data_folder import exclusive
from companion.storage.recovery.backups import Backups, copy
from companion.storage.recovery.recover import copy_backup, finish_swap, swap
from companion.storage.sqlite import SavedGame, connect, day
from companion.storage.transfer import export_as, read_game, replays


@click.group(invoke_without_command=True)
@data_option
@click.pass_context
def games(ctx: click.Context, data: Path) -> None:
    """Lists the games that are kept; resume and archive are commands of their own."""
    if ctx.invoked_subcommand:
        return
    language = Language(ctx.obj)
    kept = list_games(data)
    titles = saved_games.Titles(data, lambda told: None).by_number(kept)
    for each in kept:
        echo(language, described(each, titles[each.number]))
    if not kept:
        echo(language, say("No games are kept in {folder} yet.", folder=data))


@games.command("resume")
@click.argument("number", type=int)
@data_option
@click.pass_obj
def resume_game(lang: str, number: int, data: Path) -> None:
    """Puts the game NUMBER on the table: the next start goes on with it."""
    with saved_games.opened(data) as store:
        store.open(number)
    echo(Language(lang), say("The next start goes on with game {n}.", n=number))


@games.command("archive")
@click.argument("number", type=int)
@data_option
@click.pass_obj
def archive_game(lang: str, number: int, data: Path) -> None:
    """Puts the game NUMBER away: no start resumes it. Nothing of it is deleted."""
    with saved_games.opened(data) as store:
        store.archive(number)
    echo(Language(lang), say("Game {n} is archived.", n=number))


@click.command()
@click.argument("number", type=int, required=False)
@click.option("--as", "form", type=click.Choice(("script", "json", "csv")), default="script")
@click.option("--to", "file", type=click.Path(dir_okay=False, path_type=Path), help="A file.")
@data_option
@click.pass_obj
def export(lang: str, number: int | None, form: str, file: Path | None, data: Path) -> None:
    """Writes the game NUMBER (or the one that was played last) to take it elsewhere.

    A script can be read, changed and played again; JSON keeps the whole history; CSV has one row a
    round, for a spreadsheet.
    """
    with saved_games.opened(data) as store:
        kept = saved_games.latest(store) if number is None else store.game(number)
        table = saved_games.read_table(store, kept)
        speak = Language(lang, table.game.id).say
        text = export_as(form, table, kept.created, speak)
        if form == "script" and not replays(table, text):
            warning = say("Other rules were in force when this was played: the JSON form keeps it.")
            echo(Language(lang), warning, err=True)
    if file is None:
        click.echo(text, nl=False)
        return
    with write_errors(file):
        file.parent.resolve(strict=True)  # no new folder for a slip of the pen
    write(file, text)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@click.pass_obj
def import_game(lang: str, file: Path, data: Path) -> None:
    """Adds the game in FILE, a table script or a JSON export, to the games that are kept."""
    imported = read_game(file)
    with write_errors(data):
        data.mkdir(parents=True, exist_ok=True)
    with closing(saved_games.open_store(data / saved_games.FILE)) as store:
        number = store.add(imported.game, imported.created, imported.entries)
    echo(Language(lang), say("{file} is game {n} now.", file=file, n=number))


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@click.option("--list", "listed", is_flag=True, help="List the backups instead, newest first.")
@data_option
@click.pass_obj
def backup(lang: str, file: Path | None, listed: bool, data: Path) -> None:
    """Copies all games to FILE, or to a dated file among the backups; the last ten are kept."""
    backups = Backups(data, wall_clock)
    if listed:
        for path in backups.newest_first():
            click.echo(path.name)
        return
    saved_games.existing(data)
    with write_errors(file or data), closing(connect(data / saved_games.FILE)) as source:
        if file:
            copy(source, file)
        made = file or backups.make(source)
    echo(Language(lang), say("All games are in {file}.", file=made))


@click.command()
@click.argument("name", required=False)
@data_option
@click.pass_obj
def restore(lang: str, name: str | None, data: Path) -> None:
    """Goes back to the backup NAME (or a file), or to the newest good one.

    The games as they are now are put aside under a dated name.
    """
    journal = data / saved_games.FILE
    with write_errors(data), exclusive(data):
        finish_swap(journal)
        chosen = Backups(data, wall_clock).find(name)
        fresh = draft_of(journal)
        try:
            copy_backup(chosen, fresh)
            swap(journal, fresh, "replaced", wall_clock)
        finally:
            fresh.unlink(missing_ok=True)
    echo(Language(lang), say("{backup} is in force again.", backup=chosen.name))


def list_games(data: Path) -> list[SavedGame]:
    if not (data / saved_games.FILE).exists():
        return []
    with saved_games.opened(data) as store:
        return store.games()


def described(kept: SavedGame, title: str = "") -> Message:
    game = playable()[kept.name].name if kept.name in playable() else kept.name
    ended = say("finished") if kept.over else say("unfinished")
    return say(
        "{n}  {name}, begun {created}, played {played}: {steps}, {how}",
        n=f"{kept.number:>4}",
        name=Message("{title} ({game})", {"title": title, "game": game}) if title else game,
        created=day(kept.created),
        played=day(kept.played),
        steps=count("{n} entry", "{n} entries", kept.revision),
        how=say("archived") if kept.archived else ended,
    )
