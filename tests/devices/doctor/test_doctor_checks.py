"""What the doctor sees without touching a part, on machines made of files."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.devices.board import profile
from companion.devices.doctor import checks
from companion.devices.doctor.machine import Machine, installed
from tests.support.devices.doctors_table import BOOT, PACKAGES, STRANGER, one, states, write

FULL = profile.load("full_table")


# SPI and I2C


@pytest.mark.parametrize(
    ("node", "line"),
    [
        ("spidev0.0", "dtparam=spi=on"),
        ("spidev1.2", "dtoverlay=spi1-3cs"),
        ("i2c-1", "dtparam=i2c_arm=on"),
    ],
)
def test_a_bus_that_is_off_is_told_with_its_line(pi: Machine, node: str, line: str) -> None:
    write(pi.root / "boot/firmware/config.txt", "# " + BOOT.replace("\n", "\n# "))
    (pi.root / "dev" / node).unlink()
    missing = one(list(checks.nodes(FULL, pi)), "bad")
    assert str(missing.found) == f"There is no /dev/{node}."
    assert (
        str(missing.fix) == f"Add the line {line} to /boot/firmware/config.txt and restart the Pi."
    )


def test_a_bus_that_was_just_switched_on_needs_a_restart(pi: Machine) -> None:
    (pi.root / "dev/i2c-1").unlink()
    missing = one(list(checks.nodes(FULL, pi)), "bad")
    assert str(missing.fix).endswith("has the line dtparam=i2c_arm=on already: restart the Pi.")


def test_an_i2c_bus_that_is_on_but_has_no_node_needs_its_module(pi: Machine) -> None:
    (pi.root / "dev/i2c-1").unlink()
    write(pi.root / "sys/bus/i2c/devices/i2c-1/name", "bcm2835 (i2c@7e804000)")
    missing = one(list(checks.nodes(FULL, pi)), "bad")
    assert "modprobe i2c-dev" in str(missing.fix)


@pytest.mark.parametrize(
    ("node", "group"), [("spidev0.0", "spi"), ("i2c-1", "i2c"), ("gpiochip0", "gpio")]
)
def test_a_node_of_another_group_is_told_with_the_group(pi: Machine, node: str, group: str) -> None:
    (pi.root / "dev" / node).chmod(0o600)
    refused = one(list(checks.nodes(FULL, pi)), "bad")
    assert str(refused.found) == f"This user may not use /dev/{node}."
    assert f"usermod -aG {group} " in str(refused.fix)


@pytest.mark.parametrize(
    ("mode", "uid", "in_group", "may"),
    [
        (0o660, STRANGER, True, True),
        (0o660, STRANGER, False, False),
        (0o640, STRANGER, True, False),
        (0o666, STRANGER, False, True),
        (0o000, 0, False, True),
    ],
)
def test_permissions_are_those_of_the_node(
    pi: Machine, mode: int, uid: int, in_group: bool, may: bool
) -> None:
    (pi.root / "dev/i2c-1").chmod(mode)
    user = replace(pi, uid=uid, groups=pi.groups if in_group else frozenset())
    assert user.may_use("/dev/i2c-1") is may


def test_the_owner_of_a_node_may_use_it(pi: Machine) -> None:
    node = pi.root / "dev/i2c-1"
    assert replace(pi, uid=node.stat().st_uid).may_use("/dev/i2c-1")


# Packages


@pytest.mark.parametrize(
    ("installed", "state"),
    [
        ({"rpi.gpio", "rpi-lgpio"}, "bad"),
        ({"rpi.gpio"}, "warning"),
        ({"rpi-lgpio"}, "ok"),
        (set[str](), "bad"),
    ],
)
def test_of_the_two_packages_for_the_same_pins_only_one_may_be_there(
    pi: Machine, installed: set[str], state: str
) -> None:
    others = PACKAGES - {"rpi-lgpio"}
    machine = replace(pi, installed=frozenset(others | installed))
    assert states(list(checks.packages(FULL, machine)))["rpi_gpio"] == state


def a_folder(path: Path, *packages: str) -> str:
    for name in packages:
        write(path / f"{name}-1.0.dist-info" / "METADATA", f"Name: {name}\n")
    return str(path)


def test_a_package_that_an_earlier_folder_hides_does_not_count(tmp_path: Path) -> None:
    own = a_folder(tmp_path / "own", "rpi_lgpio", "mfrc522")
    system = a_folder(tmp_path / "system", "RPi.GPIO", "lgpio")
    assert installed([own, system]) == {"rpi-lgpio", "mfrc522", "lgpio"}
    assert installed([system, own]) == {"rpi.gpio", "mfrc522", "lgpio"}


def test_two_packages_in_one_folder_both_count(tmp_path: Path) -> None:
    assert installed([a_folder(tmp_path, "rpi_lgpio", "RPi.GPIO")]) == {"rpi-lgpio", "rpi.gpio"}


def test_the_rest_of_a_package_that_was_half_removed_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "broken-1.0.dist-info").mkdir()
    folder = a_folder(tmp_path, "smbus2")
    assert "smbus2" in installed([folder])


def test_missing_packages_are_named(pi: Machine) -> None:
    machine = replace(pi, installed=frozenset(PACKAGES - {"smbus2", "lgpio"}))
    missing = one(list(checks.packages(FULL, machine)), "bad")
    assert str(missing.found) == "Packages are missing: smbus2, lgpio."


def test_without_lgpio_one_sentence_says_where_it_is_to_be_had(pi: Machine) -> None:
    machine = replace(pi, installed=frozenset(PACKAGES - {"lgpio"}))
    missing = one(list(checks.packages(FULL, machine)), "bad")
    assert str(missing.found) == "Packages are missing: lgpio."
    assert "sudo apt install python3-lgpio" in str(missing.fix)
    assert "put Raspberry Pi OS on the card" in str(missing.fix)


def test_a_board_without_readers_does_not_want_their_packages(pi: Machine) -> None:
    machine = replace(pi, installed=frozenset({"luma.oled", "smbus2", "gpiozero", "lgpio"}))
    assert states(list(checks.packages(profile.load("minimal"), machine))) == {"packages": "ok"}


# Power, disk, folder


@pytest.mark.parametrize(
    ("bits", "sentence"),
    [
        ("0", "The power supply holds its voltage."),
        ("50005", "The voltage is too low right now."),
        ("50000", "The voltage was too low since the Pi was started."),
        ("80000", "The Pi was slowed down because it got hot."),
    ],
)
def test_the_power_supply_is_told(pi: Machine, bits: str, sentence: str) -> None:
    write(pi.root / "sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n")
    [finding] = checks.power(pi)
    assert str(finding.found) == sentence
    assert (finding.state == "ok") == (bits == "0")


def test_the_power_report_of_a_raspberry_pi_5_is_found(pi: Machine) -> None:
    old = pi.root / "sys/devices/platform/soc/soc:firmware/get_throttled"
    old.unlink()
    new = "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"
    write(pi.root / new, "1")
    assert [finding.state for finding in checks.power(pi)] == ["warning"]


@pytest.mark.parametrize("text", ["", "nonsense"])
def test_a_power_report_that_says_nothing_is_left_out(pi: Machine, text: str) -> None:
    write(pi.root / "sys/devices/platform/soc/soc:firmware/get_throttled", text)
    assert list(checks.power(pi)) == []


@pytest.mark.parametrize(
    ("free", "state"), [(20_000_000_000, "ok"), (200_000_000, "warning"), (9_000_000, "bad")]
)
def test_a_full_card_is_told(pi: Machine, free: int, state: str) -> None:
    assert states(list(checks.storage(replace(pi, free_bytes=free))))["disk"] == state


def test_a_data_folder_that_cannot_be_written_is_told(pi: Machine) -> None:
    folder = pi.root / "dev/i2c-1/games"
    found = one(list(checks.storage(replace(pi, data=folder))), "bad")
    assert str(found.found).startswith(f"The data folder {folder} cannot be written: ")


def test_looking_does_not_make_the_data_folder(pi: Machine) -> None:
    assert states(list(checks.storage(pi)))["data"] == "ok"
    assert not pi.data.exists()
