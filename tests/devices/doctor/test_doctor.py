"""The doctor's whole report, and the command that prints it."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.devices.board import profile
from companion.devices.doctor.doctor import as_text, examine
from companion.devices.doctor.machine import Machine
from companion.devices.doctor.probes import Bench
from companion.i18n.catalogs import Language
from tests.support.devices.doctors_table import Parts, one, states, write

FULL = profile.load("full_table")
SINGLE = profile.load("single_reader")


@pytest.mark.parametrize("name", ["full_table", "minimal", "single_reader"])
def test_a_sound_table_has_nothing_to_repair(pi: Machine, name: str) -> None:
    board = profile.load(name)
    findings = Parts(board).examined_on(pi)
    assert set(states(findings).values()) == {"ok"}
    assert as_text(findings, Language("en")).endswith("Everything on this board answers.")


def test_a_laptop_is_told_in_one_line(pi: Machine) -> None:
    write(pi.root / "proc/device-tree/model", "Some Laptop")
    findings = Parts(FULL).examined_on(pi)
    assert states(findings) == {"disk": "ok", "data": "ok", "board": "bad"}
    assert "This is not a Raspberry Pi" in str(one(findings, "bad").found)


def test_a_simulated_board_needs_no_pi(tmp_path: Path, pi: Machine) -> None:
    board = profile.load("simulator")
    laptop = replace(pi, root=tmp_path / "nothing")
    assert set(states(Parts(board).examined_on(laptop)).values()) == {"ok"}


def test_every_bad_finding_says_what_to_do(pi: Machine) -> None:
    broken = replace(pi, installed=frozenset(), free_bytes=0, data=pi.root / "dev/i2c-1/games")
    for node in (pi.root / "dev").iterdir():
        node.unlink()
    findings = Parts(FULL).examined_on(broken)
    assert all(finding.fix for finding in findings if finding.state != "ok")
    assert set(states(findings).values()) == {"ok", "bad"}


def test_the_pins_of_an_early_raspberry_pi_5_are_found(pi: Machine) -> None:
    (pi.root / "dev/gpiochip0").rename(pi.root / "dev/gpiochip4")
    assert states(Parts(FULL).examined_on(pi))["pins"] == "ok"


def test_a_part_whose_node_is_missing_is_not_asked(pi: Machine) -> None:
    (pi.root / "dev/spidev0.0").unlink()
    (pi.root / "dev/i2c-1").unlink()
    found = states(Parts(SINGLE).examined_on(pi))
    assert "reader" not in found
    assert "oled" not in found


def test_a_loudspeaker_needs_a_program_a_sound_device_and_leave_to_use_it(pi: Machine) -> None:
    board = Parts(profile.parse("[speaker]", "b.toml"))

    def found() -> list[str]:
        return [str(each.found) for each in board.examined_on(pi) if each.check == "speaker"]

    assert found() == [
        "espeak-ng is not installed, so nothing is read out.",
        "There is no sound device to play on.",
    ]
    write(pi.root / "usr/bin/espeak-ng")
    device = write(pi.root / "dev/snd/pcmC0D0p")
    assert found() == ["/dev/snd/pcmC0D0p is there and may be used."]
    device.chmod(0o600)
    assert found() == ["This user may not use /dev/snd/pcmC0D0p."]


@pytest.mark.hardware
def test_every_part_of_a_real_board_answers(tmp_path: Path) -> None:
    machine = Machine.this(tmp_path)
    if not machine.model():
        pytest.skip("this is not a Raspberry Pi")
    board = profile.load(os.environ.get(profile.VARIABLE, profile.DEFAULT))
    findings = list(examine(board, machine, Bench()))
    assert [str(finding.found) for finding in findings if finding.state == "bad"] == []


# The command


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["--lang", "en", "doctor", *arguments])
    return result.exit_code, result.output


def test_the_command_answers_with_0_when_all_parts_do(tmp_path: Path) -> None:
    code, output = run("--profile", "simulator", "--data", str(tmp_path))
    assert code == 0
    assert "✓ This board is simulated" in output


def test_the_command_answers_with_1_when_a_part_does_not(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code, output = run("--profile", "simulator", "--data", str(tmp_path / "file"))
    assert code == 1
    assert "1 thing has to be repaired." in output


def test_the_command_speaks_json(tmp_path: Path) -> None:
    code, output = run("--profile", "simulator", "--data", str(tmp_path), "--json")
    document = json.loads(output)
    assert (code, document["ok"], document["profile"]) == (0, True, "simulator")
    assert [finding["check"] for finding in document["findings"]] == ["disk", "data", "board"]


def test_a_bad_profile_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("[buzzer]\npin = 99")
    code, output = run("--profile", str(tmp_path / "mine.toml"))
    assert code == 2
    assert output == "mine.toml: buzzer.pin = 99: there are GPIO 0 to 27. [bad_profile]\n"
