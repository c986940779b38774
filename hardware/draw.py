"""Draws what this folder has of every board: its wiring, its case, and pictures of the case.

``make hardware`` runs it; look at the pictures before you commit them. The tests compare the files
with what the profiles say, so neither can change alone.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageChops

from companion.devices.board import profile
from companion.devices.board.parts import Profile, Rc522Reader
from companion.devices.printouts.sheets import LABEL, TAG_MM
from companion.devices.wiring.currents import currents
from companion.devices.wiring.drawing import draw
from companion.games import first, game
from companion.games.layout import Size, neutral_name

HERE = Path(__file__).parent
RIM = 40  # pixels that stay free around a picture
PARTS = ("base", "lid")
READER_PARTS = ("reader_base", "reader_lid")
PIS = ("zero", "full")
"""A Zero 2 W, for which the prices are; and a 3, 4 or 5."""
VIEWS = {
    "assembly": ("case", "0,0,0,48,0,24,600"),
    "open": ("open", "0,0,0,62,0,24,600"),
}


def boards() -> dict[str, Profile]:
    """Every profile that can be built."""
    found = {name: profile.load(name) for name in profile.names()}
    return {name: board for name, board in found.items() if not board.simulated}


def wiring(name: str, board: Profile) -> str:
    return draw(name, board, str)


def current_table() -> str:
    """hardware/currents.md: what flows where on each board, and what its part bears."""
    lines = [
        "# Currents",
        "",
        "Worked out from the netlist by `make hardware`, for the parts that take most: every light",
        "a red one and on, every button down, the buzzer sounding, one antenna on. Nothing was",
        "measured.",
    ]
    for name, board in boards().items():
        lines += ["", f"## {name}", "", "| where | mA | at most |", "|---|---|---|"]
        lines += [
            f"| {each.name} | {each.current_ma:.1f} | {each.limit_ma:g} |"
            for each in currents(board)
        ]
    return "\n".join(lines) + "\n"


def case(name: str, board: Profile) -> str:
    """What OpenSCAD has to know of a board; everything else is in case.scad."""
    values = {
        "buttons": [str(neutral_name(button.role)) for button in board.buttons],
        "knob": board.encoder is not None,
        "screen": board.oled is not None,
        "readers": len(board.readers_of(Rc522Reader)),
        "bar": len(board.bar.pins) if board.bar else 0,
        "buzzer": board.buzzer is not None,
        "sleeve": _pair(game(first()).layout.sleeve),
        "label": _pair(LABEL),
        "tag": TAG_MM,
    }
    lines = [f"{key} = {json.dumps(value)};" for key, value in values.items()]
    made = (
        f"// Made from firmware_config/{name}.toml by `make hardware`: change the profile instead."
    )
    return "\n".join([made, "", *lines, "", "include <case.scad>", ""])


def case_parts(board: Profile) -> tuple[str, ...]:
    """What has to be printed; a reader in front of a player has a small case of its own."""
    wired = board.readers_of(Rc522Reader)
    return (*PARTS, *READER_PARTS) if len(wired) > 1 else PARTS


ARM = "camera_arm"
ARM_PARTS = ("foot", "elbow", "head")
CAMERAS = ("pi", "usb")
"""A module on its ribbon, or one with a tripod thread: the arm over the table is the same."""


def compile_part(name: str, part: str, pi: str, out: Path, *settings: str) -> str:
    """One part of a case as a file for the printer; what OpenSCAD says about it."""
    given = [f'part="{part}"', f'pi="{pi}"', *settings]
    words = [word for setting in given for word in ("-D", setting)]
    source = str(HERE / "case" / f"{name}.scad")
    command = ["openscad", "--hardwarnings", "-o", str(out), *words, source]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stderr


def cases(folder: Path) -> None:
    """Every part of every case, for both kinds of Pi: what ``make cases`` writes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, board in boards().items():
        for pi in PIS:
            for part in case_parts(board):
                file = folder / f"{name}-{pi}-{part}.stl"
                compile_part(name, part, pi, file)
                print(file)
    for part in ARM_PARTS:
        for camera in CAMERAS if part == "head" else CAMERAS[:1]:
            file = folder / f"{ARM}-{camera}-{part}.stl"
            compile_part(ARM, part, PIS[0], file, f'camera="{camera}"')
            print(file)


def _pair(size: Size) -> list[float]:
    return [size.width, size.height]


def _picture(name: str, view: str) -> None:
    kind, camera = VIEWS[view]
    out, source = HERE / "case" / f"{name}-{kind}.png", HERE / "case" / f"{name}.scad"
    show = ["xvfb-run", "-a", "openscad", "--autocenter", "--viewall", f"--camera={camera}"]
    look = ["--imgsize=2400,1800", "--colorscheme=Tomorrow", "-D", f'part="{view}"']
    subprocess.run([*show, *look, "-o", str(out), str(source)], check=True, capture_output=True)
    _trim(out)


def _trim(picture: Path) -> None:
    """Without the empty rim; half as large, which makes the edges smooth."""
    with Image.open(picture) as drawn:
        whole = drawn.convert("RGB")
    empty = Image.new("RGB", whole.size, whole.getpixel((0, 0)))
    seen = ImageChops.difference(whole, empty).getbbox() or (0, 0, *whole.size)
    left, top, right, bottom = seen
    rim = max(0, left - RIM), max(0, top - RIM)
    far = min(whole.width, right + RIM), min(whole.height, bottom + RIM)
    whole.crop((*rim, *far)).reduce(2).save(picture, optimize=True)


def main() -> None:
    (HERE / "currents.md").write_text(current_table(), encoding="utf-8")
    for name, board in boards().items():
        (HERE / "wiring" / f"{name}.svg").write_text(wiring(name, board), encoding="utf-8")
        (HERE / "case" / f"{name}.scad").write_text(case(name, board), encoding="utf-8")
        if shutil.which("openscad") and shutil.which("xvfb-run"):
            for view in VIEWS:
                _picture(name, view)
            _picture(ARM, "assembly")
        else:
            print("No pictures of the case: please run: sudo apt install openscad xvfb xauth")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--cases"]:
        cases(Path(sys.argv[2]))
    else:
        main()
