"""What the doctor says of readers with a PN532, on simulated chips."""

from dataclasses import replace

import pytest

from companion.devices.board import profile
from companion.devices.board.parts import Pn532Reader, Profile
from companion.devices.doctor import pn532
from companion.devices.doctor.checks import Finding
from companion.devices.doctor.machine import Machine
from companion.devices.simulator.i2c import install
from tests.support.devices.doctors_table import Parts, one, states, write

NODES = {"spi": "spidev0.0", "i2c": "i2c-1", "uart": "serial0"}
each_bus = pytest.mark.parametrize("bus", NODES)


def board_on(bus: str) -> Profile:
    return profile.parse(
        f'[[readers]]\nkind = "pn532"\nzone = "centre"\nbus = "{bus}"\n', "board.toml"
    )


def asked(parts: Parts) -> list[Finding]:
    with parts.connected():
        return list(pn532.readers(parts.board.readers_of(Pn532Reader), parts.bench))


@pytest.fixture
def serial_pi(pi: Machine) -> Machine:
    write(pi.root / "dev/serial0")
    return pi


@each_bus
def test_a_sound_one_has_nothing_to_repair(serial_pi: Machine, bus: str) -> None:
    findings = Parts(board_on(bus)).examined_on(serial_pi)
    assert set(states(findings).values()) == {"ok"}
    told = [str(each.found) for each in findings if each.check in ("reader", "antenna")]
    assert told[0].startswith("The reader centre at")
    assert told[0].endswith("answers: PN532 1.6.")
    assert told[1] == "The reader centre, with its antenna on: 20 of 20 looks were clean."


@each_bus
def test_a_silent_one_is_told_with_its_wires_and_its_switches(bus: str) -> None:
    parts = Parts(board_on(bus))
    [reader] = parts.board.readers_of(Pn532Reader)
    parts.readers.unplug(reader.place)
    [answer] = asked(parts)
    assert answer.state == "bad"
    assert str(answer.found) == f"The reader centre at {reader.where} does not answer."
    sel0, sel1 = {"uart": ("OFF", "OFF"), "i2c": ("ON", "OFF"), "spi": ("OFF", "ON")}[bus]
    assert f"for {reader.bus_name} SEL0 is {sel0} and SEL1 is {sel1}" in str(answer.fix)


def test_answers_that_are_garbled_on_i2c_are_told_with_the_clock() -> None:
    parts = Parts(board_on("i2c"))
    [reader] = parts.board.readers_of(Pn532Reader)

    def late(said: bytes) -> bytes:
        return said if parts.clock.now() < 0.2 else bytes([*said[:-2], said[-2] ^ 1, 0])

    parts.readers.pn532s[reader.place].spoil = late
    answer = one(asked(parts), "bad")
    assert answer.check == "antenna"
    assert "i2c_arm_baudrate=50000" in str(answer.fix)


@each_bus
def test_a_node_that_is_not_there_is_told_with_its_line(pi: Machine, bus: str) -> None:
    (pi.root / "dev" / NODES[bus]).unlink(missing_ok=True)
    (pi.root / "boot/firmware/config.txt").write_text("")
    findings = Parts(board_on(bus)).examined_on(pi)
    answer = next(each for each in findings if each.check == bus)
    assert answer.state == "bad"
    line = {"spi": "dtparam=spi=on", "i2c": "dtparam=i2c_arm=on", "uart": "enable_uart=1"}[bus]
    assert line in str(answer.fix)
    assert "reader" not in states(findings)


@each_bus
def test_only_the_packages_of_its_bus_are_wanted(serial_pi: Machine, bus: str) -> None:
    wanted = {"spi": {"spidev"}, "i2c": {"smbus2"}, "uart": set[str]()}[bus]
    few = replace(serial_pi, installed=frozenset(wanted))
    assert "packages" not in [
        each.check for each in Parts(board_on(bus)).examined_on(few) if each.state != "ok"
    ]


def test_a_bus_that_fails_says_nothing_of_the_wires() -> None:
    parts = Parts(board_on("i2c"))
    with parts.connected(), install({}):
        [answer] = pn532.readers(parts.board.readers_of(Pn532Reader), parts.bench)
    assert "/dev/i2c-1 does not work" in str(answer.found)
    assert "wires" not in str(answer.fix)
