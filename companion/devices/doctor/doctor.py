"""``companion doctor``: why a part does not answer, and what to do about it.

Each line says what was found, and each bad one its fix in one sentence. On a computer that is no
Raspberry Pi it says that, instead of a page of failures.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import click

from companion.clock import SystemClock
from companion.devices.board import parts, profile
from companion.devices.board.lines import open_pins
from companion.devices.doctor import checks, probes
from companion.devices.doctor.checks import Finding, bad, ok
from companion.devices.doctor.machine import Machine
from companion.devices.doctor.probes import Bench
from companion.errors import NothingToWire
from companion.games import names
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, count, say
from companion.match.taps.tags import FILE, Tags
from companion.storage.data_folder import data_folder

REDRAW_S = 0.25
"""Seconds from one look at the live lines to the next."""
SYMBOLS = {"ok": "✓", "warning": "!", "bad": "✗"}


def examine(board: parts.Profile, machine: Machine, bench: Bench) -> Iterator[Finding]:
    """Everything that can be said of this board on this machine, in the order to repair it."""
    yield from checks.storage(machine)
    if board.simulated:
        yield ok("board", say("This board is simulated: its parts are in software."))
    elif model := machine.model():
        yield ok("board", say("This is a {model}.", model=model))
        yield from _parts(board, machine, bench)
    else:
        yield bad(
            "board",
            say("This is not a Raspberry Pi: no part of the board can be asked here."),
            say("Ask the doctor on the Pi; to play here, take the profile simulator."),
        )
    yield from _air(board, machine)
    yield from checks.speaker(board, machine)


def _air(board: parts.Profile, machine: Machine) -> Iterator[Finding]:
    """Readers on the air are real ones also where the rest of the board is simulated."""
    if board.readers_of(parts.MqttReader):
        from companion.devices.doctor import air  # slow to import

        yield from air.readers(board, machine.data)


def _cameras(board: parts.Profile, bench: Bench) -> Iterator[Finding]:
    for place in board.readers_of(parts.CameraReader):
        from companion.devices.doctor import camera  # slow to import

        yield from camera.looks(place, bench.clock)


def _parts(board: parts.Profile, machine: Machine, bench: Bench) -> Iterator[Finding]:
    yield from checks.power(machine)
    yield from _cameras(board, bench)
    yield from checks.packages(board, machine)
    yield from checks.nodes(board, machine)
    reachable = [each for each in board.readers_of(parts.Rc522Reader) if machine.usable(each.node)]
    if reachable:
        yield from _readers(reachable, bench)
    pn532s = [each for each in board.readers_of(parts.Pn532Reader) if machine.usable(each.node)]
    if pn532s:
        from companion.devices.doctor import pn532

        yield from pn532.readers(pn532s, bench)
    if board.oled and machine.usable(board.oled.node):
        answers = list(probes.screen(board.oled))
        yield from answers
        if all(each.state == "ok" for each in answers):
            from companion.devices.doctor import screen  # slow to import

            yield from screen.identify_chip(board.oled, bench)
    if [*board.pins()] and any(map(machine.usable, checks.GPIO_CHIPS)):
        yield from probes.pins(board, bench)


def _readers(reachable: list[parts.Rc522Reader], bench: Bench) -> Iterator[Finding]:
    with probes.out_of_reset(bench) as trouble:
        if trouble:
            yield trouble
        answers = list(probes.readers(reachable, trouble))
        yield from answers
        for reader, answer in zip(reachable, answers, strict=False):
            if not (trouble or answer.fix):
                yield from probes.antenna(reader, bench)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--taps", is_flag=True, help="Show live what is tapped, pressed and turned.")
@click.option(
    "--profile",
    "name",
    default=profile.DEFAULT,
    envvar=profile.VARIABLE,
    show_default=True,
    help="The board: a name, or the path of a file.",
)
@click.option(
    "--data",
    type=click.Path(resolve_path=True, path_type=Path),
    default=data_folder,
    help="The data folder (or COMPANION_DATA).",
)
@click.pass_context
def doctor(ctx: click.Context, as_json: bool, taps: bool, name: str, data: Path) -> None:
    """Says which parts answer, and how to repair those that do not."""
    language = Language(ctx.obj)
    if taps:
        watch_taps(profile.load(name), data, language)
        return

    def ask(question: Message) -> str:
        return input(f"{language.say(question)} ")

    bench = Bench(ask=ask if sys.stdin.isatty() and not as_json else None)
    findings = list(examine(profile.load(name), Machine.this(data), bench))
    click.echo(as_document(name, findings, language) if as_json else as_text(findings, language))
    sys.exit(any(finding.state == "bad" for finding in findings))


def watch_taps(board: parts.Profile, data: Path, language: Language) -> None:
    """Until Ctrl-C; drawn over itself in a terminal, and line by line in a pipe."""
    if board.simulated:
        raise NothingToWire(say("This board is simulated: its parts are in software."))
    from companion.devices.doctor.taps import TapWatch  # slow to import

    def known(uid: str) -> str:
        found = (Tags(data / FILE, game).find(uid) for game in names())
        return next((str(thing) for thing in found if thing), "")

    watch = TapWatch(board, SystemClock(), open_pins, known)
    watch.start()
    shown: list[str] = []
    try:
        while True:
            watch.update(language)
            lines = watch.lines(language)
            if sys.stdout.isatty():
                # Up to the first of them, and each cleared to its end before it is written anew.
                click.echo(f"\033[{len(shown)}A" * bool(shown), nl=False)
                click.echo("\n".join(f"\033[2K{line}" for line in lines))
            elif lines != shown:
                click.echo("\n".join(lines))
            shown = lines
            sleep(REDRAW_S)
    except KeyboardInterrupt:
        pass
    finally:
        watch.stop()


def as_text(findings: list[Finding], language: Language) -> str:
    lines = []
    for finding in findings:
        lines.append(f"{SYMBOLS[finding.state]} {language.say(finding.found)}")
        if finding.fix:
            lines.append(f"  → {language.say(finding.fix)}")
    wrong = sum(finding.state == "bad" for finding in findings)
    if wrong:
        end = count("{n} thing has to be repaired.", "{n} things have to be repaired.", n=wrong)
    else:
        end = say("Everything on this board answers.")
    return "\n".join([*lines, "", language.say(end)])


def as_document(name: str, findings: list[Finding], language: Language) -> str:
    document = {
        "profile": name,
        "ok": all(finding.state != "bad" for finding in findings),
        "findings": [
            {
                "check": finding.check,
                "state": finding.state,
                "found": language.say(finding.found),
                "fix": language.say(finding.fix) if finding.fix else None,
            }
            for finding in findings
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
