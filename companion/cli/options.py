"""Options and output that several commands share."""

from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.devices.board import profile
from companion.games import first, names
from companion.i18n.catalogs import Language
from companion.i18n.message import Message
from companion.mqtt.broker import VARIABLE as BROKER
from companion.storage.data_folder import data_folder

Command = TypeVar("Command", bound=Callable[..., Any])


def echo(language: Language, message: Message, *, err: bool = False) -> None:
    click.echo(language.say(message), err=err)


def aligned(rows: Sequence[Sequence[str]]) -> tuple[list[str], list[int]]:
    """The lines of a table, and how wide its columns are."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return lines, widths


def chosen_folder() -> Path:
    """What ``--data`` says, also where it stands before the name of a command within a group."""
    outer = click.get_current_context().parent
    data: Path | None = outer.params.get("data") if outer else None
    return data or data_folder()


data_option = click.option(
    "--data",
    # Absolute: on a Pi, lgpio leaves the folder in which the companion was started.
    type=click.Path(file_okay=False, resolve_path=True, path_type=Path),
    default=chosen_folder,
    help="The data folder (or COMPANION_DATA).",
)
profile_option = click.option(
    "--profile",
    "name",
    envvar=profile.VARIABLE,
    help="The board: a name, or the path of a file.",
)
port_option = click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    envvar="COMPANION_PORT",
    help="Where phones find the page; 0 takes a free port.",
)
hosts_option = click.option(
    "--allow-host", "hosts", multiple=True, help="Another name of this machine."
)
broker_option = click.option(
    "--broker",
    "broker_address",
    envvar=BROKER,
    help="The MQTT broker of a hall: mqtt://user@host, or mqtts://user@host.",
)


def game_option(
    parameter: str = "game", default: str | Callable[[], str] = first
) -> Callable[[Command], Command]:
    """Which game a command speaks of; the first one where nobody says."""
    choices = click.Choice([*names(), ""] if default == "" else names())
    return click.option("--game", parameter, type=choices, default=default, help="Which game.")


class Seconds(click.FloatRange):
    """Refuses NaN, which click lets through: it compares as neither too small nor too large."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value} is no number.", param, ctx)
        return number
