"""``companion outlook`` and ``companion story``: what may come, and how it went, in words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

import click

from companion.cli.options import data_option
from companion.errors import NoOutlook
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.match import Match
from companion.match.script import read_script
from companion.storage.saved_games import latest, opened, read_table

Command = Callable[..., None]


def of_a_game(command: Command) -> Command:
    """Takes GAME: the number of a kept game, or a table script; without it, the last one played."""
    for option in (data_option, click.option("--json", "as_json", is_flag=True, help="As data.")):
        command = option(command)
    return click.argument("which", metavar="[GAME]", required=False)(command)


@click.command()
@of_a_game
@click.option(
    "--better",
    type=click.IntRange(0, 999),
    default=0,
    help="Assume that things get better by so much each round.",
)
@click.pass_obj
def outlook(lang: str, which: str | None, better: int, data: Path, as_json: bool) -> None:
    """Says how dangerous the next stage is, exactly, what would change it, and what lies ahead.

    GAME is the number of a kept game or a table script; without it, the game played last.
    """
    table = found(which, data)
    odds = table.game.odds
    if odds is None:
        raise NoOutlook(say("{game} cannot look ahead.", game=table.game.name))
    if as_json:
        show_json({"odds": odds.document(table.state), "more": odds.more(table.state, better)})
        return
    show(lang, table, odds.describe(table.state, better))


@click.command()
@of_a_game
@click.option("--svg", type=click.File("w", encoding="utf-8"), help="Draw it into this file.")
@click.pass_obj
def story(lang: str, which: str | None, svg: TextIO | None, data: Path, as_json: bool) -> None:
    """Tells how a game went: rounds, who changed what, the dice, the turning point.

    GAME is the number of a kept game or a table script; without it, the game played last.
    """
    table = found(which, data)
    recap = table.game.recap
    if recap is None:
        raise NoOutlook(say("{game} cannot be told afterwards.", game=table.game.name))
    told = recap.story(table.happened())
    if svg:
        svg.write(recap.draw(told, Language(lang, table.game.id).say))
    if as_json:
        show_json(recap.document(told))
    elif not svg:
        show(lang, table, recap.describe(told))


def found(which: str | None, data: Path) -> Match:
    if which is not None and not which.isdecimal():
        return read_script(Path(which)).play()
    with opened(data) as store:
        return read_table(store, latest(store) if which is None else store.game(int(which)))


def show(lang: str, match: Match, lines: tuple[Message, ...]) -> None:
    language = Language(lang, match.game.id)
    for line in lines:
        click.echo(language.say(line))


def show_json(document: object) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
