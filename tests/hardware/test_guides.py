"""The guides of the builder agree with the boards."""

import pytest

from companion.devices.board.parts import CameraReader, Rc522Reader
from hardware.draw import HERE, boards


def bought(part: str) -> dict[str, int]:
    """How many of a part the list of parts wants for each board."""
    table = (HERE / "parts.md").read_text(encoding="utf-8").splitlines()
    titles = next(line for line in table if line.startswith("| part | minimal"))
    row = next(line for line in table if line.startswith(f"| {part}"))
    cells = zip(titles.split("|"), row.split("|"), strict=True)
    wanted = {title.strip(): cell.strip() for title, cell in cells}
    return {name: int(wanted[name]) for name in boards()}


def test_the_list_has_as_many_of_each_part_as_the_boards_have() -> None:
    for name, board in boards().items():
        bar = len(board.bar.pins) if board.bar else 0
        lights = bar + sum(button.light is not None for button in board.buttons)
        chips = board.shift.chips if board.shift else 0
        wired = len(board.readers_of(Rc522Reader))
        assert bought("reader RC522")[name] == wired
        assert bought("camera module")[name] == len(board.readers_of(CameraReader))
        assert bought("push button")[name] == len(board.buttons)
        assert bought("OLED screen")[name] == (board.oled is not None)
        assert bought("knob")[name] == (board.encoder is not None)
        ribbons = wired if wired > 1 else 0
        assert bought("shift register")[name] == chips
        assert bought("capacitor 100 nF")[name] == chips + ribbons
        assert bought("capacitor 10 µF")[name] == ribbons
        assert bought("transistor")[name] == (chips > 0)
        assert bought("resistor 10 kΩ")[name] == 2 * (chips > 0)
        buses = len({reader.bus for reader in board.readers_of(Rc522Reader)}) if ribbons else 0
        assert bought("resistor 47 Ω")[name] == ribbons + 2 * buses
        assert bought("LED 5 mm")[name] == bar
        assert bought("resistor 330 Ω")[name] == lights
        assert bought("active buzzer")[name] == (board.buzzer is not None)
        cases = 1 + max(0, wired - 1)
        assert bought("screws 3 × 10 mm")[name] == 4 * cases


@pytest.mark.parametrize("name", boards())
def test_every_board_is_shown(name: str) -> None:
    shown = (HERE / "README.md").read_text(encoding="utf-8")
    for file in (f"wiring/{name}.svg", f"case/{name}.scad", f"case/{name}-case.png"):
        assert file in shown
