"""The help texts of the commands, and what is wrong with one that was mistyped, in the reader's
language.

Help is written where the commands are, as docstrings and ``help=``, and looked up in the catalogs
when somebody asks for it.
"""

import re
from collections.abc import Iterator, Sequence
from inspect import cleandoc

import click

from companion.i18n.catalogs import Language, preferred
from companion.i18n.message import Message, say

CLICKS_OWN = (
    say("Usage"),
    say("Options"),
    say("Commands"),
    say("Show this message and exit."),
    say("Show the version and exit."),
)


# What no version of click, or not every one, tells apart in another way than by its sentence.
NO_COMMAND = "No such command"
TOO_MANY = re.compile(r"unexpected extra arguments? \((.*)\)")


def chosen(ctx: click.Context) -> Language:
    """The language that was chosen for this call."""
    return Language(ctx.find_root().params.get("lang") or preferred())


class Formatter(click.HelpFormatter):
    def __init__(self, ctx: click.Context) -> None:
        super().__init__(width=ctx.terminal_width, max_width=ctx.max_content_width)
        self._language = chosen(ctx)

    def _spoken(self, text: str) -> str:
        sentence, gap, extra = text.partition("  [")  # click adds a default value there
        return self._language.phrase(sentence) + gap + extra

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{self._spoken('Usage')}: ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(self._spoken(heading))

    def write_text(self, text: str) -> None:
        super().write_text(self._spoken(text))

    def write_dl(  # type: ignore[override]  # click types its own rows more loosely
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        super().write_dl([(term, self._spoken(text)) for term, text in rows], col_max, col_spacing)


class Context(click.Context):
    def make_formatter(self) -> Formatter:
        return Formatter(self)


def explained(error: click.UsageError, ctx: click.Context) -> str:
    """What is wrong with what was typed, how it is typed, and where to read more."""
    asked = error.ctx or ctx
    more = say("“{command} --help” says more.", command=asked.command_path)
    lines = (chosen(ctx).say(line) for line in (mistake(error, asked), more))
    return "\n".join((asked.get_usage(), *lines))


def mistake(error: click.UsageError, ctx: click.Context) -> Message:
    match error:
        case click.NoSuchOption():
            return say("There is no option {name}.", name=error.option_name)
        case click.MissingParameter():
            name = error.param.get_error_hint(ctx) if error.param else error.param_hint
            return say("{name} is missing.", name=name)
        case click.BadParameter(param=click.Parameter() as parameter):
            name = parameter.get_error_hint(ctx)
            if right := wanted(parameter.type):
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


def wanted(kind: object) -> Message | None:
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
        for each in walk(command)
        for parameter in each.params
        if option in parameter.opts
    )


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
