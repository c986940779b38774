"""Speed, measured as counts or as ratios to something else in the same run.

One module a benchmark; its ``figures()`` returns the named numbers. Nothing here is a test: the
machines are shared and noisy, so a time always stands beside what it is compared with.
"""

import json
from importlib import import_module
from pkgutil import iter_modules

import click

Figures = dict[str, float]


def names() -> list[str]:
    return sorted(module.name for module in iter_modules(__path__))


@click.command()
@click.argument("name", type=click.Choice(names()), required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each benchmark.")
def bench(name: str | None, as_json: bool) -> None:
    """Measures speed: NAME, or everything."""
    for each in [name] if name else names():
        figures: Figures = import_module(f"{__name__}.{each}").figures()
        if as_json:
            click.echo(json.dumps({"name": each, "figures": figures}))
        else:
            click.echo(each)
            for key, value in figures.items():
                click.echo(f"  {key:<32} {value:>14,.3f}".rstrip("0").rstrip("."))
