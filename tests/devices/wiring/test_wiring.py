"""The wiring table as golden files, and what must be true of every drawing.

To make the golden files anew: ``companion wiring NAME`` into ``NAME.txt`` in
``tests/devices/wiring/golden``. The
drawings themselves are in ``hardware/wiring``.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.devices.board import pinout, profile
from companion.devices.wiring import drawing as svg
from companion.devices.wiring.netlist import devices, wires

GOLDEN = Path(__file__).parent / "golden"
REAL = ["full_table", "minimal", "single_reader"]
# Lights on pins and on chips, in an order that makes their wires cross.
MIXED = """
[shift]
data = 17
clock = 27
latch = 22
chips = 2
[bar]
pins = [{ shift = 9 }, { shift = 1 }, 24]
[[buttons]]
role = "next"
pin = 5
light = 6
[[buttons]]
role = "undo"
pin = 13
light = { shift = 2 }
[[buttons]]
role = "mode:1"
pin = 12
light = { shift = 0 }
[buzzer]
pin = { shift = 5 }
"""
PN532S = "".join(
    f'[[readers]]\nkind = "pn532"\nzone = "seat:{seat}"\nbus = "{bus}"\n'
    for seat, bus in enumerate(("spi", "i2c", "uart"), start=1)
)
DRAWN = {name: profile.load(name) for name in REAL} | {
    name: profile.parse(text, name) for name, text in (("mixed", MIXED), ("pn532s", PN532S))
}
Segment = tuple[float, float, float, float]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["--lang", "en", "wiring", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("name", [*REAL, "simulator"])
def test_the_wiring_table_is_the_golden_one(name: str) -> None:
    assert run(name) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_without_a_name_it_is_the_single_reader() -> None:
    assert run() == run("single_reader")


def test_a_drawing_of_ones_own_board_is_called_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text("[buzzer]\npin = 5")
    assert ">kitchen<" in run(str(tmp_path / "kitchen.toml"), "--svg", "-")


def test_a_simulated_board_is_not_drawn(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        main, ["--lang", "en", "wiring", "simulator", "--svg", str(tmp_path / "x.svg")]
    )
    assert result.exit_code == 2
    assert "nothing to wire. [nothing_to_wire]" in result.output


@pytest.mark.parametrize("name", DRAWN)
def test_every_pin_of_the_profile_is_wired_once(name: str) -> None:
    board = DRAWN[name]
    found = wires(devices(board))
    signals = [wire.signal for wire in found if wire.signal.startswith("GPIO")]
    named = {f"GPIO{pin}" for _, pin in board.pins()}
    assert {signal: signals.count(signal) for signal in named} == dict.fromkeys(named, 1)
    # Only the readers' reset line goes to both sides of the header, in one colour.
    twice = [wire for wire in found if signals.count(wire.signal) > 1]
    assert {wire.signal for wire in twice} <= {f"GPIO{pinout.RESET_GPIO}"}
    assert len({str(wire.colour) for wire in twice}) <= 1


@pytest.mark.parametrize("name", DRAWN)
def test_every_wire_is_on_the_pin_or_the_chip_that_has_its_signal(name: str) -> None:
    parts = devices(DRAWN[name])
    given = {signal for part in parts for _, signal in part.outputs}
    for wire in wires(parts):
        if wire.pin:
            assert pinout.HEADER[wire.pin - 1] == wire.signal
        else:
            assert wire.signal in given


@pytest.mark.parametrize("name", ["minimal", "single_reader"])
def test_on_a_small_board_no_two_wires_meet(name: str) -> None:
    for wire in wires(devices(DRAWN[name])):
        assert len(wire.ends) == 1
    assert "terminal strip" not in run(name)


def test_with_more_buttons_than_grounds_they_share_one() -> None:
    rows = "".join(
        f'[[buttons]]\nrole = "die:{name}"\npin = {4 + i}\n' for i, name in enumerate("1234567")
    )
    [buttons] = devices(profile.parse(rows, "many"))
    assert [label for label, _ in buttons.terminals].count("GND") == 1


def test_shift_registers_are_fed_one_by_the_other() -> None:
    parts = devices(DRAWN["full_table"])
    chips = [dict(part.terminals) for part in parts if "shift register" in part.title.text]
    assert [chip["SER (14)"] for chip in chips] == ["GPIO14", "U1 QH' (9)"]
    for chip in chips:
        assert chip | {"SER (14)": ""} == {
            "VCC (16)": "3V3",
            "SRCLR (10)": "3V3",
            "SER (14)": "",
            "SRCLK (11)": "GPIO15",
            "RCLK (12)": "GPIO12",
            "OE (13)": "Q1 C",
            "GND (8)": "GND",
        }


def test_every_light_and_the_buzzer_hang_on_the_output_that_the_profile_names() -> None:
    hung = {
        (wire.signal, part.title.text, label)
        for wire in wires(devices(DRAWN["mixed"]))
        for part, label in wire.ends
        if wire.pin is None
    }
    assert hung == {
        ("U1 QA (15)", "lights", "Mode 1"),
        ("U1 QB (1)", "light bar", "2"),
        ("U1 QC (2)", "lights", "UNDO"),
        ("U1 QF (5)", "buzzer", "I/O"),
        ("U1 QH' (9)", "shift register {name} (74HC595)", "SER (14)"),
        ("U2 QB (1)", "light bar", "1"),
    }


def test_the_header_is_as_gpiozero_knows_it() -> None:
    from gpiozero.pins.mock import MockFactory

    header = MockFactory("a02082").board_info.headers["J8"]
    assert [header.pins[pin].name for pin in range(1, 41)] == list(pinout.HEADER)


# What must be true of a drawing that people can follow with a finger.


def elements(name: str, tag: str) -> list[ElementTree.Element]:
    drawing = svg.draw(name, DRAWN[name], str)
    return list(ElementTree.fromstring(drawing).iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


def segments(path: str) -> Iterator[Segment]:
    x = y = 0.0
    for command, numbers in re.findall(r"([MLHV])([-\d. ]+)", path):
        values = [float(number) for number in numbers.split()]
        to = {"H": (values[0], y), "V": (x, values[0])}.get(command) or (values[0], values[-1])
        if command != "M":
            yield (x, y, *to)
        x, y = to


def share_a_stretch(one: Segment, other: Segment) -> bool:
    for across, along in ((0, 1), (1, 0)):
        if one[across] == one[across + 2] == other[across] == other[across + 2]:
            low = max(min(each[along], each[along + 2]) for each in (one, other))
            high = min(max(each[along], each[along + 2]) for each in (one, other))
            return low < high
    return False


@pytest.mark.parametrize("name", DRAWN)
def test_no_wire_lies_on_another(name: str) -> None:
    drawn = [path for path in elements(name, "path") if path.get("class") == "wire"]
    assert drawn
    for one, other in combinations(drawn, 2):
        for a in segments(one.get("d", "")):
            for b in segments(other.get("d", "")):
                assert not share_a_stretch(a, b), (a, b)


def test_the_full_table_has_straight_wires_from_its_chips_to_their_lights() -> None:
    straight = re.compile(r"M\S+ \S+H\S+")
    paths = [path for path in elements("full_table", "path") if path.get("class") == "wire"]
    lights_and_grounds = 8 + 7 + 2
    assert sum(bool(straight.fullmatch(path.get("d", ""))) for path in paths) == lights_and_grounds


def box(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """About where a text is: letters are at most this wide in the fonts that browsers take."""
    style = text.get("class", "")
    size = 18 if "big" in style else 10 if "small" in style or "pin" in style else 12
    width = len(text.text or "") * size * 0.56
    x, y = float(text.get("x", 0)), float(text.get("y", 0))
    left = {"start": x, "middle": x - width / 2, "end": x - width}[text.get("text-anchor", "")]
    return left, y - size * 0.75, left + width, y


@pytest.mark.parametrize("name", DRAWN)
def test_no_label_lies_on_another(name: str) -> None:
    boxes = [box(text) for text in elements(name, "text")]
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


@pytest.mark.parametrize("name", DRAWN)
def test_no_label_is_cut_off(name: str) -> None:
    [drawing] = elements(name, "svg")
    for text in elements(name, "text"):
        left, _, right, _ = box(text)
        assert 0 <= left < right <= float(drawing.get("width", 0)), text.text


@pytest.mark.parametrize("name", DRAWN)
def test_no_wire_runs_through_a_label(name: str) -> None:
    labels = [box(text) for text in elements(name, "text") if "pin" not in text.get("class", "")]
    for path in elements(name, "path"):
        for x1, y1, x2, y2 in segments(path.get("d", "")):
            if y1 != y2:
                continue
            for left, top, right, bottom in labels:
                passes = min(x1, x2) < right and left < max(x1, x2) and top < y1 < bottom
                assert not passes, (path.get("d"), y1)


def test_a_pn532_talks_into_the_other_s_ear_on_a_serial_line() -> None:
    wired = {part.title.values["place"]: dict(part.terminals) for part in devices(DRAWN["pn532s"])}
    assert wired["/dev/serial0"] == {"TXD": "GPIO15", "RXD": "GPIO14", "GND": "GND", "VCC": "3V3"}
    assert wired["SPI 0.0"]["SS"] == "GPIO8"
    assert wired["/dev/i2c-1"]["SDA"] == "GPIO2"
