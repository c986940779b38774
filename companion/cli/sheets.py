"""``companion sheets``: paper for the table, one SVG file a page."""

from pathlib import Path

import click

from companion.cli.options import game_option
from companion.devices.board import profile
from companion.devices.printouts.paper import PAPER_SIZES, Paper
from companion.devices.printouts.sheets import KINDS, PrintJob
from companion.games import game
from companion.i18n.catalogs import Language
from companion.i18n.message import say
from companion.storage.store.atomic_files import write


@click.command()
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(list(KINDS)),
    multiple=True,
    help="Only sheets of this kind; may be given several times.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("sheets"),
    help="The folder for the files.",
)
@click.option("--paper", type=click.Choice(list(PAPER_SIZES)), default="a4", help="a4 or letter.")
@click.option(
    "--profile",
    "board",
    default=profile.DEFAULT,
    envvar=profile.VARIABLE,
    help="The board whose buttons and readers get labels.",
)
@game_option("name")
@click.pass_obj
def sheets(lang: str, kinds: tuple[str, ...], out: Path, paper: str, board: str, name: str) -> None:
    """Draws sheets to print: command cards, markers of places, labels, where to stick tags."""
    language = Language(lang, name)
    job = PrintJob(profile.load(board), game(name), language, Paper(PAPER_SIZES[paper]))
    for kind in kinds or KINDS:
        pages = [*KINDS[kind](job)]
        for number, page in enumerate(pages, start=1):
            file = out / (f"{kind}-{number}.svg" if len(pages) > 1 else f"{kind}.svg")
            write(file, page)
            click.echo(file)
    click.echo(language.say(say("Print them at 100 %, not fitted to the page.")))
