"""The ``companion`` command. Each command lives beside what it commands and is named here."""

import sys
from collections.abc import Iterator, MutableMapping
from importlib import import_module

import click

from companion.cli.help import explained, speak
from companion.errors import CompanionError
from companion.i18n.catalogs import LANGUAGES, Language, preferred

INTERRUPTED = 130
PLACES = {
    "run": "companion.cli.run:run",
    "play": "companion.cli.play:play",
    "demo": "companion.cli.demo:demo",
    "hall": "companion.cli.hall:hall",
    "box": "companion.cli.play:box",
    "cards": "companion.cli.cards:cards",
    "tags": "companion.cli.enrol_tags:tags",
    "outlook": "companion.cli.odds:outlook",
    "story": "companion.cli.odds:story",
    "games": "companion.cli.games:games",
    "export": "companion.cli.games:export",
    "import": "companion.cli.games:import_game",
    "backup": "companion.cli.games:backup",
    "restore": "companion.cli.games:restore",
    "wiring": "companion.cli.wiring:wiring",
    "sheets": "companion.cli.sheets:sheets",
    "doctor": "companion.devices.doctor.doctor:doctor",
    "drivers": "companion.devices.drivers:drivers",
    "card-setup": "companion.cli.card_setup:card_setup",
    "bench": "companion.cli.bench:bench",
}
"""Every command by its name: the module, and what it is called there."""


class Commands(MutableMapping[str, click.Command]):
    """A command is imported when somebody wants it: whoever starts a table waits for no other."""

    def __init__(self, places: dict[str, str]) -> None:
        self._places = places
        self._found: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._found:
            module, _, called = self._places[name].partition(":")
            self[name] = getattr(import_module(module), called)
        return self._found[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        speak(command)
        self._found[name] = command

    def __delitem__(self, name: str) -> None:
        del self._places[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


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
        except KeyboardInterrupt:  # also while the command is still imported
            sys.exit(INTERRUPTED)


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


speak(main)
main.commands = Commands(PLACES)
