"""``companion bench``: runs the benchmarks of a checkout, in ``tests/benchmarks``."""

import json
import sys
from importlib import import_module
from pathlib import Path

import click

from companion.i18n.catalogs import Language
from companion.i18n.message import say

CHECKOUT = Path(__file__).parents[2]
FOLDER = "tests.benchmarks"
NAMES = (
    "air",
    "box",
    "camera",
    "effort",
    "hall",
    "oled",
    "outlook",
    "phones",
    "rfid",
    "rules",
    "start",
    "table",
    "tap",
)


@click.command()
@click.argument("name", type=click.Choice(NAMES), required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each benchmark.")
@click.pass_obj
def bench(lang: str, name: str | None, as_json: bool) -> None:
    """Measures speed: NAME, or everything."""
    if not (CHECKOUT / FOLDER.replace(".", "/")).is_dir():
        said = say("Benchmarks are a part of the sources: run this in a checkout.")
        raise click.UsageError(Language(lang).say(said))
    sys.path.insert(0, str(CHECKOUT))
    for each in [name] if name else NAMES:
        figures: dict[str, float] = import_module(f"{FOLDER}.{each}").figures()
        if as_json:
            click.echo(json.dumps({"name": each, "figures": figures}))
        else:
            click.echo(each)
            for key, value in figures.items():
                click.echo(f"  {key:<32} {value:>14,.3f}".rstrip("0").rstrip("."))
