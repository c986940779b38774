"""``companion play`` and ``box``: a game without hardware, in the terminal."""

import json
import sys
from pathlib import Path

import click

from companion.cli.options import data_option, game_option
from companion.clock import Clock
from companion.games import Fact, game
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.match.collection.my_box import MyBox
from companion.match.match import Match, Revision
from companion.match.script import ScriptError, read_script
from companion.match.script_syntax import Line
from companion.storage.packs.box_facts import BUILT_IN, load_box, open_box


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the final state document.")
@click.pass_obj
def play(lang: str, file: Path, as_json: bool) -> None:
    """Plays the table script FILE; exits with 0 when everything it expects holds."""
    script = read_script(file)
    try:
        table = script.play()
    except ScriptError as error:
        click.echo(f"{Language(lang).say(error.message)} [{error.code}]", err=True)
        sys.exit(1 if error.code in ("expectation", "refused") else 2)
    if as_json:
        document = table.history[-1].with_odds()
        click.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        language = Language(lang, table.game.id)
        for line in (*table.game.glance(table.state), *table.game.guide(table.state)):
            click.echo(language.say(line))


class Story:
    """A game told as it is played: what people did, what followed, and how things stand."""

    def __init__(self, language: Language, clock: Clock, pace: float) -> None:
        self._language = language
        self._clock = clock
        self._pace = pace
        self._seen: tuple[Message, ...] = ()

    def tell(self, line: Line, match: Match, change: Revision | None) -> None:
        if change is None:
            return
        click.secho(f"▸ {self._language.say(change.label)}", bold=True)
        step = change.step
        for told in () if change.kind == "undo" else step.told:
            click.echo(f"    {self._language.say(told)}")
        if match.game.stage_of(step.before) != match.game.stage_of(step.after):
            self._glance(match.game.glance(match.state))
        self._clock.sleep(self._pace)

    def _glance(self, lines: tuple[Message, ...]) -> None:
        """How things stand, unless that was just said."""
        if lines != self._seen:
            for line in lines:
                click.secho(f"  │ {self._language.say(line)}", dim=True)
        click.echo()
        self._seen = lines


BAR = 30
"""Letters that a bar is wide."""


@click.group(invoke_without_command=True)
@game_option("game_id")
@data_option
@click.pass_context
def box(ctx: click.Context, game_id: str, data: Path) -> None:
    """Shows how much of your box is known; shows and checks box facts."""
    if ctx.invoked_subcommand:
        return
    language, mine = Language(ctx.obj, game_id), MyBox(game(game_id), data)
    bars = mine.bars()
    labels = [language.say(bar.label) for bar in bars]
    for label, bar in zip(labels, bars, strict=True):
        filled = "█" * (BAR * bar.value // bar.most)
        count = f"{bar.value}/{bar.most}"
        click.echo(f"{label:{max(map(len, labels))}}  {filled:░<{BAR}}  {count}")
    due = mine.due(readers=False)
    onward = say("Next: {card}, under “My box” on a phone.", card=due) if due else None
    click.echo(language.say(onward or say("Every card is known.")))


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
        click.echo(f"{'*' if fact.stand_in else ' '} {path} = {shown(fact)}  ({fact.source})")
    unverified = sum(fact.stand_in for fact in facts.values())
    summary = say("{n} of {all} facts are stand-ins (*).", n=unverified, all=len(facts))
    click.echo(Language(lang).say(summary))


def shown(fact: Fact) -> str:
    return json.dumps(fact.value)


@box.command("check")
@click.argument("file")
@game_option("game_id")
@click.pass_obj
def check_box(lang: str, file: str, game_id: str) -> None:
    """Checks a box FILE; says which fact is wrong, if one is."""
    open_box(game(game_id), file)
    click.echo(Language(lang).say(say("{file} is in order.", file=file)))
