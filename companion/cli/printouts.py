"""Paper for whoever builds a table: ``companion wiring`` and ``sheets``.

Wiring is a table pin by pin, with notes below it on what a table cannot say, or a drawing; sheets
are one SVG file a page.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import click

from companion.cli.options import aligned, echo, game_option
from companion.devices.board import profile
from companion.devices.board.parts import Profile, Rc522Reader
from companion.devices.printouts.paper import PAPER_SIZES, Paper
from companion.devices.printouts.sheets import KINDS, MORE_KINDS, PrintJob
from companion.devices.wiring import drawing as wiring_svg
from companion.devices.wiring import netlist
from companion.errors import NothingToWire
from companion.games import game
from companion.games.layout import neutral_name
from companion.i18n.catalogs import Language
from companion.i18n.message import Message, say
from companion.storage.atomic_files import write

NOTHING_TO_WIRE = say("This board is simulated: there is nothing to wire.")


@click.command()
@click.argument("name", metavar="[PROFILE]", default=profile.DEFAULT, envvar=profile.VARIABLE)
@click.option("--svg", type=click.File("w", encoding="utf-8"), help="Draw it into this file.")
@game_option("game_id", default="")
@click.pass_context
def wiring(ctx: click.Context, name: str, svg: TextIO | None, game_id: str) -> None:
    """Says what to wire where, pin by pin, for a board PROFILE."""
    language = Language(ctx.obj, game_id or None)
    board = profile.load(name)

    def name_part(part: str) -> str:
        """As the game calls it, or as any game may."""
        return language.say(game(game_id).layout.name(part) if game_id else neutral_name(part))

    if svg is None:
        click.echo(table(board, language, name_part))
    elif board.simulated:
        raise NothingToWire(NOTHING_TO_WIRE)
    else:
        svg.write(wiring_svg.draw(Path(name).stem, board, language.say, name_part))


def table(board: Profile, language: Language, name_part: netlist.PartNamer) -> str:
    """One line for each end of a wire, in the order of the header's pins."""
    titles = (say("Pin"), say("Signal"), say("Goes to"), say("Terminal"), say("Wire"))
    rows = [tuple(language.say(title) for title in titles)]
    for wire in netlist.wires(netlist.devices(board, name_part)):
        start = (str(wire.pin or "–"), wire.signal)
        for part, label in wire.ends:
            goes_to = (language.say(part.title), label, language.say(wire.colour))
            rows.append((*start, *goes_to))
            start = ("", "")
    lines, widths = aligned(rows)
    lines.insert(1, "  ".join("─" * width for width in widths))
    return "\n".join([*lines, "", *(f"• {language.say(note)}" for note in notes(board, name_part))])


def notes(
    board: Profile, name_part: netlist.PartNamer = netlist.neutral_part_name
) -> Iterator[Message]:
    """What a table of pins cannot say."""
    if board.simulated:
        yield NOTHING_TO_WIRE
        return
    if board.readers_of(Rc522Reader):
        yield say("Readers take 3.3 V; 5 V destroys them. Their pin IRQ stays free.")
    if len(board.readers_of(Rc522Reader)) > 1:
        yield say(
            "Keep about 12 cm between readers. Some cheap readers do not let go of MISO: "
            "companion doctor tries each one alone and all together."
        )
    if netlist.has_ribbons(board):
        yield netlist.AT_EACH_READER
        yield say(
            "R1 to R4 sit at the Pi, one in each line that many readers share; the resistor of "
            "MISO sits at its reader. They keep long cables from ringing."
        )
    if any(len(wire.ends) > 1 for wire in netlist.wires(netlist.devices(board))):
        yield say("Where several parts meet at one pin, join them on a terminal strip.")
    if board.buttons:
        yield say("A button connects its wire to GND while it is pressed; no resistor.")
    if board.lights_by_output() or board.bar:
        yield say(
            "A light goes from its wire through a resistor of its own to GND: 330 Ω for red, "
            "orange, yellow and green, 100 Ω for blue and white. A button whose light has a "
            "resistor inside needs none."
        )
    if board.shift:
        yield say(
            "Shift registers take 3.3 V, each with a capacitor of 100 nF between VCC and GND. "
            "A number in brackets is a pin of the chip; QH' of the last one stays free."
        )
        yield (
            say(
                "The transistor keeps all outputs of the chips off until the companion runs: they "
                "wake up with whatever chance gives them."
            )
            if netlist.is_switched(board)
            else say(
                "What hangs on shift registers may light up or sound from power-on until the "
                "companion starts: the chips wake up with whatever chance gives them."
            )
        )
    if board.encoder and (role := board.encoder.press):
        yield say(
            "The knob's switch SW shares the wire of the button {role}.", role=name_part(role)
        )
    if board.buzzer:
        yield say(
            "The buzzer is an active one on a board with its own transistor: a bare buzzer "
            "takes more current than a pin can give."
        )
    if lines := board.boot_lines():
        listed = " · ".join(lines)
        yield say("/boot/firmware/config.txt needs these lines: {lines}", lines=listed)


@click.command()
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(list(MORE_KINDS)),
    multiple=True,
    help="Only sheets of this kind; may be given several times.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("sheets"),
    help="The folder for the files.",
)
@click.option("--paper", type=click.Choice(list(PAPER_SIZES)), default="a4", help="a4 or letter.")
@click.option(
    "--profile",
    "board",
    default=profile.DEFAULT,
    envvar=profile.VARIABLE,
    help="The board whose buttons and readers get labels.",
)
@game_option("name")
@click.pass_obj
def sheets(lang: str, kinds: tuple[str, ...], out: Path, paper: str, board: str, name: str) -> None:
    """Draws sheets to print: command cards, markers of places, labels, where to stick tags."""
    language = Language(lang, name)
    job = PrintJob(profile.load(board), game(name), language, Paper(PAPER_SIZES[paper]))
    for kind in kinds or KINDS:
        pages = [*MORE_KINDS[kind](job)]
        for number, page in enumerate(pages, start=1):
            file = out / (f"{kind}-{number}.svg" if len(pages) > 1 else f"{kind}.svg")
            write(file, page)
            click.echo(file)
    echo(language, say("Print them at 100 %, not fitted to the page."))
