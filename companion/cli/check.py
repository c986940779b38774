"""``companion check``: examines a game that somebody writes, and names what is wrong with it."""

import sys

import click

from companion.cli.options import echo
from companion.i18n.catalogs import Language
from companion.i18n.message import count, say
from companion.testing import CHECKS, examine
from companion.testing.examination import Problem

FOUND = 1


@click.command()
@click.argument("package")
@click.option(
    "--games",
    type=click.IntRange(1, 1000),
    default=2,
    show_default=True,
    help="So many times two games are played at random.",
)
@click.pass_obj
def check(lang: str, package: str, games: int) -> None:
    """Examines the game in PACKAGE, and names what is wrong with file and line.

    It is played at random, restarted, undone and corrected; every page of phones and of the small
    screen is made in every language; secrets and translations are looked at.
    """
    sys.exit(FOUND if tell(Language(lang), package, games) else 0)


def tell(language: Language, package: str, games: int) -> int:
    """Says every problem once; how many there are."""
    found: dict[str, Problem] = {}
    for seed in range(games):
        for name, problems in examine(package, CHECKS, seed * 2).items():
            for each in problems:
                found.setdefault(f"{each} [{name}]", each)
    for line, each in found.items():
        place = f"{each.place}: " if each.place else ""
        click.echo(f"{place}{language.say(each.what)} {line[line.rindex('[') :]}")
    if not found:
        echo(language, say("{n} checks: nothing is wrong.", n=len(CHECKS)))
    else:
        told = count("{n} problem was found.", "{n} problems were found.", len(found))
        echo(language, told)
    return len(found)
