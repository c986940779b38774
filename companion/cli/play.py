"""Games in words, in the terminal: ``companion play``, ``outlook`` and ``story``."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import click

from companion.cli.options import data_option, echo
from companion.clock import Clock
from companion.errors import NoOutlook
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.match import Match, Revision
from companion.match.script import ScriptError, read_script
from companion.match.script_syntax import Line
from companion.storage.saved_games import latest, opened, read_table

json_option = click.option("--json", "as_json", is_flag=True, help="As data.")
game_argument = click.argument("which", metavar="[GAME]", required=False)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the final state document.")
@click.pass_obj
def play(lang: str, file: Path, as_json: bool) -> None:
    """Plays the table script FILE; exits with 0 when everything it expects holds."""
    script = read_script(file)
    try:
        match = script.play()
    except ScriptError as error:
        click.echo(f"{Language(lang).say(error.message)} [{error.code}]", err=True)
        sys.exit(1 if error.code in ("expectation", "refused") else 2)
    if as_json:
        echo_json(match.history[-1].with_odds())
    else:
        echo_lines(lang, match, (*match.game.glance(match.state), *match.game.guide(match.state)))


class Narrator:
    """Tells a game as it is played: what people did, what followed, and how things stand."""

    def __init__(self, language: Language, clock: Clock, pace: float) -> None:
        self._language = language
        self._clock = clock
        self._pace = pace
        self._last_glance: tuple[Message, ...] = ()

    def tell(self, line: Line, match: Match, change: Revision | None) -> None:
        if change is None:
            return
        click.secho(f"▸ {self._language.say(change.label)}", bold=True)
        step = change.step
        for message in () if change.kind == "undo" else step.told:
            click.echo(f"    {self._language.say(message)}")
        if match.game.stage_of(step.before) != match.game.stage_of(step.after):
            self._glance(match.game.glance(match.state))
        self._clock.sleep(self._pace)

    def _glance(self, lines: tuple[Message, ...]) -> None:
        """How things stand, unless that was just said."""
        if lines != self._last_glance:
            for line in lines:
                click.secho(f"  │ {self._language.say(line)}", dim=True)
        click.echo()
        self._last_glance = lines


@click.command()
@data_option
@json_option
@game_argument
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
    match = find_match(which, data)
    odds, state = match.game.odds, match.state
    if odds is None:
        raise NoOutlook(say("{game} cannot look ahead.", game=match.game.name))
    if as_json:
        echo_json({"odds": odds.document(state), "more": odds.more(state, better)})
    else:
        echo_lines(lang, match, odds.describe(state, better))


@click.command()
@data_option
@json_option
@game_argument
@click.option("--svg", type=click.File("w", encoding="utf-8"), help="Draw it into this file.")
@click.pass_obj
def story(lang: str, which: str | None, svg: TextIO | None, data: Path, as_json: bool) -> None:
    """Tells how a game went: rounds, who changed what, the dice, the turning point.

    GAME is the number of a kept game or a table script; without it, the game played last.
    """
    match = find_match(which, data)
    recap = match.game.recap
    if recap is None:
        raise NoOutlook(say("{game} cannot be told afterwards.", game=match.game.name))
    told = recap.story(match.happened())
    if svg:
        svg.write(recap.draw(told, Language(lang, match.game.id).say))
    if as_json:
        echo_json(recap.document(told))
    elif not svg:
        echo_lines(lang, match, recap.describe(told))


def find_match(which: str | None, data: Path) -> Match:
    """A kept game by its number, a script by its path, or the game played last."""
    if which is not None and not which.isdecimal():
        return read_script(Path(which)).play()
    with opened(data) as store:
        return read_table(store, latest(store) if which is None else store.game(int(which)))


def echo_lines(lang: str, match: Match, lines: Iterable[Message]) -> None:
    language = Language(lang, match.game.id)
    for line in lines:
        echo(language, line)


def echo_json(document: object) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
