"""The ``companion`` command. Each command lives beside what it commands and is added here."""

import sys

import click

from companion.bench import bench
from companion.demo import demo
from companion.devices.card import card_setup
from companion.devices.doctor.doctor import doctor
from companion.devices.drivers import drivers
from companion.devices.paper.command import sheets
from companion.devices.paper.wiring import wiring
from companion.enrol import enrol
from companion.errors import CompanionError
from companion.hall.command import hall
from companion.help import explained, speak
from companion.language import LANGUAGES, Language, preferred
from companion.run import run
from companion.table.commands.cards import cards
from companion.table.commands.games import backup, export, games, import_game, restore
from companion.table.commands.outlook import outlook, story
from companion.table.commands.play import box, play
from companion.table.commands.tags import tags


class Companion(click.Group):
    """Turns every error of ours into its sentence, in the reader's language, and an exit code."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except CompanionError as error:
            click.echo(f"{Language(ctx.obj).say(error.message)} [{error.code}]", err=True)
            sys.exit(2)
        except click.UsageError as error:
            click.echo(explained(error, ctx), err=True)
            sys.exit(2)


@click.group(cls=Companion)
@click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=preferred,
    is_eager=True,  # the help that may follow is already in this language
    help="en, es or pt.",
)
@click.version_option(package_name="table-companion")
@click.pass_context
def main(ctx: click.Context, lang: str) -> None:
    """Counts a board game for the people at the table."""
    ctx.obj = lang


COMMANDS = (
    run,
    *(play, demo, hall, box, cards, tags),
    *(outlook, story),
    *(games, export, import_game, backup, restore),
    *(wiring, sheets, doctor, drivers, card_setup, bench),
)

tags.add_command(enrol)
for command in COMMANDS:
    main.add_command(command)
speak(main)
