"""The command line: words, options, variables, exit codes, and the keys of quick benchmarks."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import click
from click.testing import CliRunner

from companion.cli.main import main
from companion.mqtt.broker import READERS, broker_at
from companion.storage.data_folder import data_folder

QUICK = ("effort", "oled", "rfid")
"""Benchmarks that take a moment; nobody waits here for the others."""
CALLS = {
    "--version": "what was asked for",
    "nonsense": "no such command",
    "play": "an argument is missing",
    "play missing.table": "an error with a code",
    "doctor --profile nonsense": "an error with a code",
}


def command_lines(command: click.Command = main, name: str = "companion") -> Iterator[str]:
    if isinstance(command, click.Group):
        yield f"{name} …"
        for word, below in command.commands.items():
            yield from command_lines(below, f"{name} {word}")
    if not isinstance(command, click.Group) or command.invoke_without_command:
        yield name
    yield from (f"{name} {shown(parameter)}" for parameter in command.params)


def shown(parameter: click.Parameter) -> str:
    """``--port INTEGER_RANGE [COMPANION_PORT]``; ``NAME?`` may be left out."""
    kind = parameter.type
    value = "|".join(map(str, kind.choices)) if isinstance(kind, click.Choice) else kind.name
    many = " ..." if parameter.nargs == -1 or parameter.multiple else ""
    variable = f" [{parameter.envvar}]" if parameter.envvar else ""
    if isinstance(parameter, click.Option):
        called = " ".join((*parameter.opts, *parameter.secondary_opts))
        needed = " (needed)" if parameter.required else ""
        return f"{called}{'' if parameter.is_flag else f' {value}'}{many}{needed}{variable}"
    return f"{str(parameter.name).upper()}{'' if parameter.required else '?'}: {value}{many}"


def variables() -> Iterator[str]:
    """What is read of the environment beside what options name."""
    asked: list[str] = []

    class Asked(dict[str, str]):
        def get(self, name: str, other: str = "") -> str:  # type: ignore[override]
            asked.append(name)
            return other

    broker_at("mqtt://table@localhost", Asked())
    broker_at("mqtt://companion@localhost", Asked(), READERS)
    asked.append(READERS)
    yield from asked
    with patch.dict(os.environ, COMPANION_DATA="/elsewhere"):
        assert data_folder() == Path("/elsewhere")
        yield "COMPANION_DATA"
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        with patch.dict(os.environ, {"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}):
            os.environ[name] = "pt_BR.UTF-8"
            if run("--help").startswith("Uso"):
                yield name


def exit_codes() -> Iterator[str]:
    for line, why in CALLS.items():
        yield f"{CliRunner().invoke(main, line.split()).exit_code} {why}: companion {line}"


def run(*words: str) -> str:
    return CliRunner().invoke(main, words, catch_exceptions=False).output


def benchmark_keys() -> Iterator[str]:
    """Each round of a game and each number is ``*``."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, COMPANION_DATA=folder):
        for name in QUICK:
            told = json.loads(run("bench", name, "--json"))
            for key in told["figures"]:
                yield f"{told['name']} {re.sub(r'round_[0-9]+', 'round_*', key)}"
