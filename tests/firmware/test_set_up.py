"""How a checkout sets itself up: on a Pi as the installer does, and what is told meanwhile."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from companion import __main__
from companion.cli import run
from companion.cli.main import main
from companion.clock import VirtualClock
from companion.devices import drivers
from companion.devices.board import profile
from companion.devices.board.choice import Board
from companion.devices.board.parts import Rc522Reader
from companion.devices.doctor.machine import Machine
from companion.devices.readers.presence import ReaderBack, ReaderLost, Report
from companion.devices.readers.readers import Readers
from companion.devices.simulator.rfid.readers import SimulatedReaders
from companion.i18n.message import say
from tests.support.programs import run_program

ROOT = Path(__file__).parents[2]


def planned(*words: str) -> str:
    """What make would do in a checkout that has nothing yet."""
    command = ["make", "-n", "--no-print-directory", "VENV=/nowhere/.venv", *words]
    return run_program(command, cwd=ROOT, check=True).stdout


def test_on_a_pi_the_environment_sees_the_systems_drivers() -> None:
    plan = planned("run", "ON_A_PI=yes")
    assert "-m venv --system-site-packages" in plan
    assert "python3-lgpio python3-spidev" in plan
    assert "--no-deps --require-hashes -r firmware_config/drivers.txt" in plan


def test_a_pi_without_lgpio_is_told_what_to_do_and_set_up_all_the_same() -> None:
    plan = planned("run", "ON_A_PI=yes")
    assert '|| echo "The pins need lgpio: where apt does not offer python3-lgpio, put' in plan


def test_elsewhere_it_sees_nothing_of_the_system() -> None:
    plan = planned("run", "ON_A_PI=")
    assert "--system-site-packages" not in plan
    assert "--no-deps --require-hashes -r firmware_config/drivers.txt" in plan


def test_one_command_gets_the_new_version_and_installs_it_where_one_is_installed() -> None:
    plan = planned("update", "INSTALLED=/there", "SUDO=sudo")
    pulled, installed = plan.splitlines()
    assert pulled == "git pull --ff-only"
    assert installed.startswith("if [ -e /there ]; then sudo firmware_config/install.py; else make")


def test_the_tests_of_a_real_board_have_a_command() -> None:
    plan = planned("hardware-test", "ON_A_PI=yes")
    assert "pytest -n 0 -s -m hardware" in plan
    assert "chromium" not in plan


def test_who_may_not_install_packages_is_told_one_command_for_all_of_them() -> None:
    plan = planned("test", "SUDO=sudo")
    assert "sudo apt-get install -y -qq --no-install-recommends $missing" in plan


def test_on_a_pi_without_drivers_the_terminal_says_which_are_missing(tmp_path: Path) -> None:
    board = Board(profile.load("single_reader"), simulated=False, announcement=say("As on a Pi."))
    machine = Machine(tmp_path, 1, frozenset(), frozenset({"mfrc522"}), tmp_path, 0)
    told = [str(each) for each in run.missing_drivers(board, machine)]
    assert told[0] == "Packages are missing: spidev, luma.oled, smbus2, gpiozero, lgpio."


def test_a_simulated_board_misses_nothing(tmp_path: Path) -> None:
    board = Board(profile.load("simulator"), simulated=True, announcement=say("Simulated."))
    machine = Machine(tmp_path, 1, frozenset(), frozenset(), tmp_path, 0)
    assert [*run.missing_drivers(board, machine)] == []


def test_ctrl_c_while_it_starts_gives_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "companion.cli.main", SimpleNamespace(main=interrupted))
    with pytest.raises(SystemExit) as ended:
        __main__.main()
    assert ended.value.code == 130


def test_without_the_driver_five_readers_say_so_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reports: list[Report] = []
    clock = VirtualClock()
    board = profile.load("full_table")
    table = SimulatedReaders([reader.place for reader in board.readers_of(Rc522Reader)], clock)
    readers = Readers(board.readers, reports.append, clock=clock)
    with table.installed(), monkeypatch.context() as without:
        without.setitem(sys.modules, "mfrc522", None)
        for _ in range(60):
            readers.step()
    [lost] = reports
    assert isinstance(lost, ReaderLost)
    assert "run “companion drivers” once" in str(lost.why)
    with table.installed():
        for _ in range(60):
            readers.step()
    assert reports[1:] == [ReaderBack(lost.zone)]


def test_a_reader_that_fails_later_is_told_for_itself() -> None:
    reports: list[Report] = []
    clock = VirtualClock()
    readers = Readers(
        [Rc522Reader(0, 0, "centre"), Rc522Reader(0, 1, "seat:1")], reports.append, clock=clock
    )
    with SimulatedReaders([], clock).installed():
        for _ in range(60):
            readers.step()
    assert len(reports) == 2


def test_the_drivers_come_pinned_hashed_and_without_what_they_ask_for() -> None:
    command = drivers.command()
    assert {"--no-deps", "--require-hashes"} <= set(command)
    listed = Path(command[-1]).read_text(encoding="utf-8")
    wanted = [line for line in listed.splitlines() if line and not line.startswith("#")]
    assert all("--hash=sha256:" in line for line in wanted)
    assert {line.split("==")[0] for line in wanted} == {"mfrc522", "rpi-lgpio"}


def test_drivers_that_cannot_be_fetched_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drivers, "command", lambda: (sys.executable, "-c", "raise SystemExit(1)"))
    done = CliRunner().invoke(main, ["--lang", "en", "drivers"])
    assert done.exit_code == 2
    assert done.output.endswith("[no_drivers]\n")
