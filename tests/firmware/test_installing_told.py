"""What the installer tells: before it does anything, and when something goes wrong."""

import sys
from pathlib import Path

import pytest

from firmware_config.installer.command import not_usable, not_written
from firmware_config.installer.plan import LAST_WORDS
from firmware_config.installer.releases import INSTALLED_UNIT as UNIT
from firmware_config.installer.system import Outcome, Stopped
from tests.support.devices.scratch_pi import ScratchPi
from tests.support.programs import run_program

INSTALLER = Path(__file__).parents[2] / "firmware_config/install.py"
DPKG = "/var/lib/dpkg/status"
ALL_THERE = "\n".join(
    f"Package: {name}\nStatus: install ok installed\n"
    for name in ("python3-venv", "python3-lgpio", "python3-spidev", "avahi-daemon", "dnsmasq-base")
)


def answering(pi: ScratchPi, **outcomes: Outcome) -> None:
    """Programs that answer something else than a sound Pi does."""

    def run(command: tuple[str, ...], quiet: bool) -> Outcome:
        name = Path(command[0]).name.replace("-", "_")
        words = "_".join((name, *command[1:2]))
        for key in (words, name):
            if key in outcomes:
                pi.commands.append(command)
                return outcomes[key]
        return pi.run(command, quiet)

    pi.runner = run


def test_the_plan_shows_the_very_lines_for_the_boot_configuration(pi: ScratchPi) -> None:
    pi.install("--dry-run", "--profile", "full_table")
    at = pi.said.index("  + /boot/firmware/config.txt")
    assert pi.said[at + 1 : at + 4] == [
        "      dtparam=spi=on",
        "      dtoverlay=spi1-3cs",
        "      dtparam=i2c_arm=on,i2c_arm_baudrate=400000",
    ]


def test_the_plan_of_a_board_of_your_own_shows_its_lines_too(pi: ScratchPi, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[oled]\n", encoding="utf-8")
    pi.install("--dry-run", "--profile", str(tmp_path / "own.toml"))
    assert "      dtparam=i2c_arm=on,i2c_arm_baudrate=400000" in pi.said


def test_packages_that_are_there_are_not_asked_for_again(pi: ScratchPi) -> None:
    pi.put(DPKG, ALL_THERE)
    pi.install("--profile", "single_reader")
    assert not pi.ran("apt-get")


def test_only_the_packages_that_are_missing_are_fetched(pi: ScratchPi) -> None:
    pi.put(DPKG, ALL_THERE.replace("Package: python3-lgpio", "Package: python3-lgpio-doc"))
    pi.install("--profile", "single_reader")
    [fetched] = [command for command in pi.commands if command[:2] == ("apt-get", "install")]
    assert fetched[-1] == "python3-lgpio"
    assert fetched[-2] == "--no-install-recommends"


def test_a_system_that_does_not_offer_lgpio_is_told_what_does(pi: ScratchPi) -> None:
    answering(pi, apt_cache=Outcome(100, ""))
    with pytest.raises(Stopped, match="put Raspberry Pi OS on the card") as stopped:
        pi.install("--profile", "single_reader")
    assert stopped.value.code == "no_lgpio"
    assert not pi.ran("apt-get", "install")


def test_a_missing_network_is_told_as_one(pi: ScratchPi) -> None:
    answering(pi, apt_get=Outcome(100, ""), ip=Outcome(0, ""))
    with pytest.raises(Stopped, match="is in no network") as stopped:
        pi.install("--profile", "single_reader")
    assert stopped.value.code == "no_network"


def test_with_a_network_it_is_the_command_that_failed(pi: ScratchPi) -> None:
    answering(pi, apt_get=Outcome(100, ""), ip=Outcome(0, "default via 10.0.0.1"))
    with pytest.raises(Stopped) as stopped:
        pi.install("--profile", "single_reader")
    assert stopped.value.code == "command_failed"


def test_a_first_version_that_does_not_start_says_what_the_service_said(pi: ScratchPi) -> None:
    answering(
        pi,
        systemctl_restart=Outcome(1, ""),
        journalctl=Outcome(0, "The port 8080 is in use. [port_taken]\n"),
    )
    with pytest.raises(Stopped, match="Nothing was installed before"):
        pi.install("--profile", "single_reader")
    assert LAST_WORDS in pi.commands
    assert "2 things have to be repaired." in pi.said
    assert "  | The port 8080 is in use. [port_taken]" in pi.said


def test_a_rollback_to_a_version_that_cannot_start_takes_the_newer_one_again(
    pi: ScratchPi,
) -> None:
    pi.install("--profile", "single_reader")
    pi.install()
    before, started = pi.files(), list[str]()

    def start(command: tuple[str, ...], quiet: bool) -> Outcome:
        if command[:2] == ("systemctl", "restart"):
            started.append(pi.points_to("current"))
            return Outcome(len(started) == 1, "")
        if command[0] == "journalctl":
            return Outcome(0, "These games come from a newer version. [newer_journal]")
        return pi.run(command, quiet)

    pi.runner = start
    with pytest.raises(Stopped, match="is in use again") as stopped:
        pi.install("--rollback")
    assert stopped.value.code == "did_not_start"
    assert "  | These games come from a newer version. [newer_journal]" in pi.said
    assert pi.files() == before
    assert started[1] == pi.points_to("current")
    assert pi.text(UNIT)


def test_uninstall_says_what_it_leaves(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    pi.install("--uninstall")
    assert "your games in /var/lib/table-companion" in pi.said[-3]
    assert "sudo rm -r /var/lib/table-companion /etc/table-companion" in pi.said[-2]


def test_only_what_is_written_is_told_as_not_written() -> None:
    assert not_written(OSError(28, "No space left on device", "/x")).code == "cannot_write"
    assert not_usable(FileNotFoundError(2, "No such file", "/x")).code == "system_error"


def test_in_a_pipe_each_line_comes_when_it_is_told(tmp_path: Path) -> None:
    """Beside it stands what commands of the system write themselves, at once."""
    source = f"import sys; sys.path.insert(0, {str(INSTALLER.parents[1])!r})\n" + (
        "from firmware_config.installer.command import tell\n"
        "import os; tell('first'); os.write(1, b'second\\n')"
    )
    done = run_program([sys.executable, "-c", source], check=True)
    assert done.stdout.split() == ["first", "second"]
