"""What several commands ask: which data folder, and which game."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.games import first, names
from companion.storage.store.paths import data_folder

Command = TypeVar("Command", bound=Callable[..., Any])


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


def game_option(
    parameter: str = "game", default: str | Callable[[], str] = first
) -> Callable[[Command], Command]:
    """Which game a command speaks of; the first one where nobody says."""
    choices = click.Choice([*names(), ""] if default == "" else names())
    return click.option("--game", parameter, type=choices, default=default, help="Which game.")
