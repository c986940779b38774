"""The boards are electrically right: every current by the netlist is below what its part bears."""

import pytest

from companion.devices.wiring.currents import currents
from companion.devices.wiring.netlist import OUTPUTS_OFF, devices, wires
from hardware.draw import HERE, boards, current_table


@pytest.mark.parametrize("name", boards())
def test_no_branch_carries_more_than_its_part_bears(name: str) -> None:
    over = [each for each in currents(boards()[name]) if each.current_ma > each.limit_ma]
    assert over == []


def test_every_output_of_the_chips_and_both_chips_are_counted() -> None:
    named = [str(each.name) for each in currents(boards()["full_table"])]
    assert sum(name.startswith(("U1 Q", "U2 Q")) for name in named) == 16
    assert sum("all outputs" in name for name in named) == 2


def test_the_outputs_are_off_until_the_companion_raises_the_reset_line() -> None:
    parts = devices(boards()["full_table"])
    [transistor] = [part for part in parts if part.title.text.startswith("transistor")]
    assert ("B (10 kΩ)", "GPIO25") in transistor.terminals
    assert ("3V3 (10 kΩ)", "3V3") in transistor.terminals
    [switched] = [wire for wire in wires(parts) if wire.net == OUTPUTS_OFF]
    assert [label for _, label in switched.ends] == ["OE (13)", "OE (13)"]


def test_what_readers_on_cables_share_goes_through_resistors_at_the_pi() -> None:
    parts = devices(boards()["full_table"])
    shared = {wire.net for wire in wires(parts) if wire.net.startswith(("SCK", "MOSI"))}
    assert shared == {"SCK0", "MOSI0", "SCK1", "MOSI1"}


def test_a_single_reader_on_short_wires_needs_nothing_of_that() -> None:
    titles = [part.title.text for part in devices(boards()["single_reader"])]
    assert not any("resistor" in title or "transistor" in title for title in titles)


def test_the_guide_tells_the_currents() -> None:
    told = (HERE / "currents.md").read_text(encoding="utf-8")
    assert told == current_table(), "run: make hardware"
