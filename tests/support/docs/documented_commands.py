"""The tree of the ``companion`` command, as the tests of the docs walk it."""

from collections.abc import Iterator

import click

from companion.cli.main import main

NAME = "companion"


def commands() -> dict[str, click.Command]:
    """Every command that does something by itself, by the words that call it."""
    return dict(_below(main, NAME))


def _below(command: click.Command, words: str) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield words, command
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            yield from _below(below, f"{words} {name}")


def options(command: click.Command) -> set[str]:
    """The long names of a command's options."""
    return {
        name
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for name in parameter.opts
        if name.startswith("--")
    }


def find(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that these words call, and the words behind it."""
    command: click.Command = main
    while isinstance(command, click.Group) and words and words[0] in command.commands:
        command, words = command.commands[words[0]], words[1:]
    return command, words
