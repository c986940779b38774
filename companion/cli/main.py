"""The ``companion`` command: subcommands, their help, and usage errors in the reader's language.

Help is written where the commands are, as docstrings and ``help=``, and translated when shown.
"""

import re
import sys
from collections import UserDict
from collections.abc import Iterator, Sequence
from importlib import import_module
from inspect import cleandoc
from typing import Any

import click

from companion.errors import CompanionError
from companion.i18n.catalogs import LANGUAGES, Language, preferred
from companion.i18n.message import Message, say

CLICK_TEXTS = (
    say("Usage"),
    say("Options"),
    say("Commands"),
    say("Show this message and exit."),
    say("Show the version and exit."),
)


# Not every version of click has classes for these mistakes: only its sentences tell them apart.
NO_COMMAND = "No such command"
TOO_MANY = re.compile(r"unexpected extra arguments? \((.*)\)")


def language_of(ctx: click.Context) -> Language:
    return Language(ctx.find_root().params.get("lang") or preferred())


class TranslatedFormatter(click.HelpFormatter):
    def __init__(self, ctx: click.Context) -> None:
        super().__init__(width=ctx.terminal_width, max_width=ctx.max_content_width)
        self._language = language_of(ctx)

    def _translate(self, text: str) -> str:
        sentence, gap, extra = text.partition("  [")  # click adds a default value there
        return self._language.phrase(sentence) + gap + extra

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{self._translate('Usage')}: ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(self._translate(heading))

    def write_text(self, text: str) -> None:
        super().write_text(self._translate(text))

    def write_dl(  # type: ignore[override]  # click types its own rows more loosely
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        super().write_dl(
            [(term, self._translate(text)) for term, text in rows], col_max, col_spacing
        )


class TranslatedContext(click.Context):
    def make_formatter(self) -> TranslatedFormatter:
        return TranslatedFormatter(self)


def usage_error_text(error: click.UsageError, ctx: click.Context) -> str:
    """What is wrong with what was typed, how it is typed, and where to read more."""
    ctx = error.ctx or ctx
    more = say("“{command} --help” says more.", command=ctx.command_path)
    lines = (language_of(ctx).say(line) for line in (describe_error(error, ctx), more))
    return "\n".join((ctx.get_usage(), *lines))


def describe_error(error: click.UsageError, ctx: click.Context) -> Message:
    match error:
        case click.NoSuchOption():
            return say("There is no option {name}.", name=error.option_name)
        case click.MissingParameter():
            name = error.param.get_error_hint(ctx) if error.param else error.param_hint
            return say("{name} is missing.", name=name)
        case click.BadParameter(param=click.Parameter() as parameter):
            name = parameter.get_error_hint(ctx)
            if right := expected(parameter.type):
                return say("{name} must be {wanted}.", name=name, wanted=right)
            return say("{name} cannot be this: {why}", name=name, why=error.message)
        case click.BadOptionUsage() if takes_value(ctx.command, error.option_name):
            return say("{name} needs a value.", name=error.option_name)
        case click.BadOptionUsage():
            return say("{name} takes no value.", name=error.option_name)
    if error.message.startswith(NO_COMMAND):
        return say("There is no such command.")
    if too_many := TOO_MANY.search(error.message):
        return say("This is too much: {words}", words=too_many[1])
    return Message("{why}", {"why": error.message})


def expected(kind: object) -> Message | None:
    """What a parameter of this type may be, as far as that can be said."""
    match kind:
        case click.Choice(choices=choices):
            return say("one of {names}", names=", ".join(map(str, choices)))
        case click.IntRange(min=least, max=most) | click.FloatRange(min=least, max=most):
            return say("a number from {least} to {most}", least=least, most=most)
        case click.types.IntParamType():
            return say("a whole number")
        case click.Path(file_okay=False):
            return say("a folder")
        case click.Path(dir_okay=False):
            return say("a file")
    return None


def takes_value(command: click.Command, option: str) -> bool:
    return any(
        isinstance(parameter, click.Option) and not parameter.is_flag
        for each in all_commands(command)
        for parameter in each.params
        if option in parameter.opts
    )


def all_commands(command: click.Command) -> Iterator[click.Command]:
    """A command and all that are below it."""
    yield command
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from all_commands(below)


def help_texts(command: click.Command) -> Iterator[str]:
    """Everything that the help of a command says."""
    for each in all_commands(command):
        if each.help:
            yield cleandoc(each.help)
        if each.short_help:
            yield each.short_help
        for parameter in each.params:
            if isinstance(parameter, click.Option) and parameter.help:
                yield parameter.help


def translate_help(command: click.Command) -> None:
    """Lets a command and all that are below it give their help in the reader's language."""
    for each in all_commands(command):
        each.context_class = TranslatedContext
        # Click cuts the text for a list of commands to one short line; a sentence is better whole.
        each.short_help = each.short_help or cleandoc(each.help or "").split("\n\n")[0]


INTERRUPTED = 130
COMMANDS = {
    "run": "companion.cli.run:run",
    "play": "companion.cli.play:play",
    "demo": "companion.cli.demo:demo",
    "hall": "companion.cli.hall:hall",
    "box": "companion.cli.cards:box",
    "cards": "companion.cli.cards:cards",
    "tags": "companion.cli.tags:tags",
    "outlook": "companion.cli.play:outlook",
    "story": "companion.cli.play:story",
    "games": "companion.cli.games:games",
    "export": "companion.cli.games:export",
    "import": "companion.cli.games:import_game",
    "backup": "companion.cli.games:backup",
    "restore": "companion.cli.games:restore",
    "readers": "companion.cli.readers:readers",
    "wiring": "companion.cli.printouts:wiring",
    "sheets": "companion.cli.printouts:sheets",
    "doctor": "companion.devices.doctor.doctor:doctor",
    "drivers": "companion.devices.drivers:drivers",
    "card-setup": "companion.cli.card_setup:card_setup",
    "bench": "companion.cli.bench:bench",
    "new-game": "companion.cli.new_game:new_game",
    "catalogs": "companion.cli.catalogs:catalogs",
    "check": "companion.cli.check:check",
}
"""The module of every command, and its name there."""


class LazyCommands(UserDict[str, Any]):
    """Imports a command when it is looked up, so that starting a table waits for no other."""

    def __getitem__(self, name: str) -> click.Command:
        if isinstance(place := super().__getitem__(name), str):
            module, _, attribute = place.partition(":")
            self[name] = getattr(import_module(module), attribute)
            translate_help(self[name])
        command: click.Command = super().__getitem__(name)
        return command


class Companion(click.Group):
    """Reports our errors and mistyped commands in the reader's language, with an exit code."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except CompanionError as error:
            click.echo(f"{Language(ctx.obj).say(error.message)} [{error.code}]", err=True)
            sys.exit(2)
        except click.UsageError as error:
            click.echo(usage_error_text(error, ctx), err=True)
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


translate_help(main)
main.commands = LazyCommands(COMMANDS)
