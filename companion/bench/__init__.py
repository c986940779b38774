"""Speed, measured as counts or as ratios to something else in the same run.

One module a benchmark; its ``figures()`` returns the named numbers. Nothing here is a test: the
machines are shared and noisy, so a time always stands beside what it is compared with.
"""

import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of a process."""

    busy: float
    waited: float
    """What its threads that are still there spent ready to work, while others had the processor."""

    def __sub__(self, before: "Spent") -> "Spent":
        return Spent(self.busy - before.busy, self.waited - before.waited)


def spent(pid: int) -> Spent:
    """So far; as Linux tells it, to the nanosecond."""
    waited = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):  # a thread that has just ended
            waited += int(task.read_text().split()[1])
    return Spent(time.clock_gettime(clock_of(pid)), waited / 1e9)


def clock_of(pid: int) -> int:
    """The clock that counts what a process has cost, also of threads that have ended: it is
    numbered so by Linux, of which Python knows the one of this process only."""
    return ~pid << 3 | 2


def resident_mib(pid: int) -> float:
    """The memory that a process has now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


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
