"""The service unit and its companions, as the programs that read them understand them."""

import configparser
import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.support.programs import run_program

FILES = Path(__file__).parents[2] / "firmware_config"
UNIT = FILES / "table-companion.service"
MOST_EXPOSURE = 2.0


@pytest.fixture
def unit() -> dict[str, list[str]]:
    """Each key of the unit with all its values."""
    values: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            values.setdefault(key, []).append(value)
    return values


def analyze(*arguments: str) -> str:
    if not shutil.which("systemd-analyze"):
        pytest.fail("systemd-analyze is missing. Please run: sudo apt install systemd")
    done = run_program(["systemd-analyze", *arguments])
    return done.stdout + done.stderr


@pytest.mark.usefixtures("other_programs")
def test_the_service_is_exposed_no_more_than_it_must_be() -> None:
    found = analyze("security", "--offline=true", "--no-pager", str(UNIT))
    overall = re.search(r"Overall exposure level for \S+: ([\d.]+)", found)
    assert overall, found
    assert float(overall[1]) <= MOST_EXPOSURE


@pytest.mark.usefixtures("other_programs")
def test_systemd_knows_every_word_of_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "companion"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    copy = tmp_path / UNIT.name
    text = UNIT.read_text(encoding="utf-8")
    copy.write_text(
        text.replace("/opt/table-companion/current/bin/companion", str(program)), encoding="utf-8"
    )
    found = analyze("verify", "--man=no", str(copy))
    assert [line for line in found.splitlines() if UNIT.name in line] == []


def test_the_table_does_not_wait_for_the_network(unit: dict[str, list[str]]) -> None:
    waits = [unit.get(key, []) for key in ("After", "Wants", "Requires", "BindsTo")]
    assert not any("network" in value for values in waits for value in values)


def test_a_loop_that_hangs_or_a_program_that_ends_is_started_anew(
    unit: dict[str, list[str]],
) -> None:
    assert unit["Type"] == ["notify"]
    assert int(unit["WatchdogSec"][0]) > 0
    assert unit["Restart"] == ["always"]
    assert unit["StartLimitIntervalSec"] == ["0"]


def test_it_may_open_the_buses_and_the_pins_and_no_other_device(
    unit: dict[str, list[str]],
) -> None:
    assert unit["DevicePolicy"] == ["closed"]
    parts, cameras = ("spi", "i2c", "gpiochip"), ("video4linux", "media", "dma_heap")
    sound_and_serial_lines = ("alsa", "ttyAMA", "ttyS")
    allowed = (*parts, *cameras, *sound_and_serial_lines)
    assert unit["DeviceAllow"] == [f"char-{kind} rw" for kind in allowed]


def test_its_user_is_made_with_the_groups_of_the_parts(unit: dict[str, list[str]]) -> None:
    lines = [line.split() for line in (FILES / "sysusers.conf").read_text().splitlines()]
    user = unit["User"][0]
    assert ["u", user] in [line[:2] for line in lines]
    assert [line[2] for line in lines if line[:2] == ["m", user]] == [
        *("gpio", "spi", "i2c", "video", "dialout", "audio")
    ]


def test_the_hotspot_has_the_address_that_the_screen_shows_and_waits_to_be_called() -> None:
    hotspot = configparser.ConfigParser()
    hotspot.read(FILES / "hotspot.nmconnection", encoding="utf-8")
    assert hotspot["wifi"]["mode"] == "ap"
    assert hotspot["ipv4"]["address1"] == "10.42.0.1/24"
    assert hotspot["connection"]["autoconnect"] == "false"


def test_the_hotspot_offers_what_phones_do_not_call_weak() -> None:
    hotspot = configparser.ConfigParser()
    hotspot.read(FILES / "hotspot.nmconnection", encoding="utf-8")
    security = hotspot["wifi-security"]
    assert (security["key-mgmt"], security["proto"]) == ("wpa-psk", "rsn;")
    assert (security["pairwise"], security["group"]) == ("ccmp;", "ccmp;")


def test_phones_find_the_page_by_name() -> None:
    group = ET.parse(FILES / "avahi.service").getroot()
    assert group.findtext("service/type") == "_http._tcp"
    assert group.findtext("service/port") == "8080"
