"""A first installation, on a Pi that is made of a folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware_config.installer.boot import FILE as BOOT
from firmware_config.installer.command import BOARDS, may_install, profiles
from firmware_config.installer.plan import HOTSPOT
from firmware_config.installer.releases import INSTALLED_UNIT as UNIT
from firmware_config.installer.settings import SETTINGS
from firmware_config.installer.system import (
    COMMAND,
    Outcome,
    Stopped,
    System,
    run_for_real,
    run_in_scratch,
)
from tests.support.devices.scratch_pi import FACTORY, ScratchPi
from tests.support.programs import run_program

INSTALLER = Path(__file__).parents[2] / "firmware_config/install.py"


def test_a_fresh_pi_gets_the_program_the_settings_and_the_service(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    assert [pi.points_to("current")] == pi.releases()
    assert "COMPANION_PROFILE=single_reader\n" in pi.text(SETTINGS)
    assert "COMPANION_LANG=en\n" in pi.text(SETTINGS)
    assert "Type=notify" in pi.text(UNIT)
    assert pi.mode("/usr/local/bin/companion") == 0o755
    assert pi.ran("systemd-sysusers")
    assert pi.commands[-1] == ("systemctl", "restart", "table-companion.service")


def test_it_ends_with_the_report_of_the_doctor(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    assert pi.said[-3:] == [
        "2 things have to be repaired.",
        "Restart the Pi once, so that it finds its parts: sudo reboot",
        "Done.",
    ]


def test_the_doctor_looks_while_the_service_stands_still(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    pi.install()
    order = [command[1] for command in pi.commands if command[0] in ("systemctl", COMMAND)]
    assert order == ["stop", "doctor", "daemon-reload", "enable", "restart"]


def test_the_boot_configuration_gets_what_the_board_needs_for_every_model(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    ours = "# table-companion: begin\n[all]\ndtparam=spi=on\n# table-companion: end\n"
    assert pi.text(BOOT) == f"{FACTORY}\n{ours}"


def test_other_lines_of_the_boot_configuration_stay_to_the_byte(pi: ScratchPi) -> None:
    theirs = b"# \xe9crit sous Windows\r\narm_64bit=1\r\n"
    pi.at(BOOT).write_bytes(theirs)
    pi.install("--profile", "single_reader")
    assert pi.at(BOOT).read_bytes().startswith(theirs.rstrip())


def test_no_command_hands_the_network_to_a_shell(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    assert not {"sh", "bash", "curl", "wget"} & {Path(command[0]).name for command in pi.commands}


def test_the_reader_driver_comes_without_the_package_that_breaks_the_pins(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    [asked] = [command for command in pi.commands if command[-1].endswith("drivers.txt")]
    assert {"--no-deps", "--require-hashes"} <= set(asked)
    assert "mfrc522==0.0.7 --hash=sha256:" in Path(asked[-1]).read_text(encoding="utf-8")
    assert not any("RPi.GPIO" in word for command in pi.commands for word in command)


def test_the_board_is_asked_for_once(pi: ScratchPi) -> None:
    number = str(profiles().index("minimal") + 1)
    pi.install(answers=(number, ""))
    assert "COMPANION_PROFILE=minimal\n" in pi.text(SETTINGS)
    pi.install(answers=("",))
    assert "COMPANION_PROFILE=minimal\n" in pi.text(SETTINGS)


def test_whoever_chooses_a_board_reads_what_each_has(pi: ScratchPi) -> None:
    pi.install(answers=("single_reader", ""))

    assert set(BOARDS) == set(profiles())
    for name, has in BOARDS.items():
        assert any(name in line and str(has) in line for line in pi.said)


def test_where_nobody_can_answer_the_board_must_be_named(pi: ScratchPi) -> None:
    with pytest.raises(Stopped, match="Name the board with --profile: camera_table") as stopped:
        pi.install()
    assert stopped.value.code == "no_profile"
    assert pi.commands == []


def test_a_board_that_does_not_exist_is_refused_before_anything_is_done(pi: ScratchPi) -> None:
    with pytest.raises(Stopped, match="There is no board huge"):
        pi.install("--profile", "huge")
    assert pi.commands == []


def test_a_board_of_your_own_is_copied_to_where_the_service_can_read_it(
    pi: ScratchPi, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("simulated = true\n", encoding="utf-8")
    pi.install("--profile", str(mine))
    assert pi.text("/etc/table-companion/board.toml") == "simulated = true\n"
    assert "COMPANION_PROFILE=/etc/table-companion/board.toml\n" in pi.text(SETTINGS)
    mine.unlink()
    pi.install()
    assert pi.text("/etc/table-companion/board.toml") == "simulated = true\n"


def test_a_name_that_the_factory_gave_becomes_companion(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    assert pi.ran("raspi-config", "nonint", "do_hostname", "companion")


def test_a_name_that_somebody_chose_stays(pi: ScratchPi) -> None:
    pi.put("/etc/hostname", "playroom\n")
    pi.install("--profile", "single_reader")
    assert not pi.ran("raspi-config")


def test_the_hotspot_has_a_password_of_its_own_that_only_root_reads(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    password = pi.text(HOTSPOT).split("psk=")[1].split()[0]
    assert len(password) == 10
    assert pi.mode(HOTSPOT) == 0o600


def test_a_network_manager_that_is_missing_does_not_hinder(pi: ScratchPi) -> None:
    pi.broken = "nmcli"
    pi.install("--profile", "single_reader")
    assert pi.said[-1] == "Done."


def test_a_dry_run_tells_everything_and_changes_nothing(pi: ScratchPi) -> None:
    before = pi.files()
    pi.install("--dry-run", "--profile", "full_table")
    assert pi.files() == before
    assert pi.commands == []
    assert f"  + {UNIT}" in pi.said
    assert "  $ systemctl restart table-companion.service" in pi.said


def test_what_is_done_was_told_first(pi: ScratchPi) -> None:
    pi.install("--dry-run", "--profile", "single_reader")
    told = [line.split("/releases/")[0] for line in pi.said if line.startswith("  $")]
    pi.install("--profile", "single_reader")
    lines = [line.split("/releases/")[0] for line in pi.said if line.startswith("  $")]
    assert lines == told * 2


def test_without_root_it_says_so() -> None:
    with pytest.raises(Stopped, match="run it with sudo") as stopped:
        may_install(Path("/"), user=1000, machine="aarch64")
    assert stopped.value.code == "not_root"


def test_another_computer_is_left_alone() -> None:
    with pytest.raises(Stopped, match="not a 64-bit Raspberry Pi OS") as stopped:
        may_install(Path("/"), user=0, machine="x86_64")
    assert stopped.value.code == "not_a_pi"


def test_a_scratch_root_needs_neither_root_nor_a_pi(tmp_path: Path) -> None:
    may_install(tmp_path, user=1000, machine="x86_64")


def test_a_scratch_root_never_reaches_the_machine() -> None:
    assert run_in_scratch(("systemctl", "no-such-verb"), quiet=True) == Outcome(0, "")


def test_a_command_that_is_missing_is_told_in_one_sentence(tmp_path: Path) -> None:
    system = System(tmp_path, run_for_real, lambda _: None)
    with pytest.raises(Stopped, match="failed with 127: no-such-command") as stopped:
        system.run("no-such-command")
    assert stopped.value.code == "command_failed"


def run_bare(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """As on a fresh Pi: a Python with nothing but its standard library, and nobody to answer."""
    command = [sys.executable, "-S", "-B", str(INSTALLER), "--lang", "en", *arguments]
    return run_program(command, stdin=subprocess.DEVNULL)


def test_it_runs_on_the_python_of_a_fresh_pi(tmp_path: Path) -> None:
    done = run_bare("--dry-run", "--root", str(tmp_path), "--profile", "full_table")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Nothing was changed.\n")


def test_a_mistake_is_one_sentence_with_its_code(tmp_path: Path) -> None:
    done = run_bare("--root", str(tmp_path), "--profile", "huge")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith("[no_profile]\n")


def test_a_file_that_cannot_be_written_is_one_sentence_that_says_what_is_in_use(
    tmp_path: Path,
) -> None:
    (tmp_path / "etc").touch()
    done = run_bare("--root", str(tmp_path), "--profile", "minimal")
    assert done.returncode == 2
    assert done.stderr.startswith(str(tmp_path / "etc"))
    assert done.stderr.endswith("run the installer again to go on. [cannot_write]\n")
