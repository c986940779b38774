"""``companion new-game``: the package of a new game, which runs and passes its checks."""

import sys
from pathlib import Path

import click

from companion.cli.check import FOUND, tell
from companion.cli.options import echo
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.testing.new_game import write_game
from companion.testing.packages import shown


@click.command("new-game")
@click.argument("name")
@click.option("--cards", is_flag=True, help="With cards that can be tapped.")
@click.option("--rounds", is_flag=True, help="With a last round.")
@click.option("--check", "checked", is_flag=True, help="Examines it at once.")
@click.pass_obj
def new_game(lang: str, name: str, cards: bool, rounds: bool, checked: bool) -> None:
    """Writes the package of a new game into the folder NAME.

    It has the game in one module, a script, a test, words in three languages and what an installer
    needs. It runs as it is: change it bit by bit, and ask companion check.
    """
    language = Language(lang)
    root = write_game(name, Path.cwd(), cards=cards, rounds=rounds)
    echo(
        language, say("{folder} is a game now. Next: companion check {folder}", folder=shown(root))
    )
    if checked and tell(language, str(root), 1):
        sys.exit(FOUND)
