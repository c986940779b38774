"""The help texts of the commands, in the reader's language.

They are written where the commands are, as docstrings and ``help=``, and looked up in the catalogs
when somebody asks for help.
"""

from collections.abc import Iterator, Sequence
from inspect import cleandoc

import click

from companion.language import Language, preferred
from companion.message import say

CLICKS_OWN = (
    say("Usage"),
    say("Options"),
    say("Commands"),
    say("Show this message and exit."),
    say("Show the version and exit."),
)


def spoken(text: str) -> str:
    """A help text in the language that was chosen for this call."""
    chosen = click.get_current_context().find_root().params.get("lang")
    sentence, gap, extra = text.partition("  [")  # click adds a default value there
    return Language(chosen or preferred()).phrase(sentence) + gap + extra


class Formatter(click.HelpFormatter):
    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{spoken('Usage')}: ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(spoken(heading))

    def write_text(self, text: str) -> None:
        super().write_text(spoken(text))

    def write_dl(  # type: ignore[override]  # click types its own rows more loosely
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        super().write_dl([(term, spoken(text)) for term, text in rows], col_max, col_spacing)


class Context(click.Context):
    formatter_class = Formatter


def walk(command: click.Command) -> Iterator[click.Command]:
    """A command and all that are below it."""
    yield command
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from walk(below)


def texts(command: click.Command) -> Iterator[str]:
    """Everything that the help of a command says."""
    for each in walk(command):
        if each.help:
            yield cleandoc(each.help)
        if each.short_help:
            yield each.short_help
        for parameter in each.params:
            if isinstance(parameter, click.Option) and parameter.help:
                yield parameter.help


def speak(command: click.Command) -> None:
    """Lets a command and all that are below it give their help in the reader's language."""
    for each in walk(command):
        each.context_class = Context
        # Click cuts the text for a list of commands to one short line; a sentence is better whole.
        each.short_help = each.short_help or cleandoc(each.help or "").split("\n\n")[0]
