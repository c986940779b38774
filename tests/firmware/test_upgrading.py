"""What comes after the first installation: upgrades, the way back, and the end."""

import pytest

from firmware_config.installer.boot import FILE as BOOT
from firmware_config.installer.plan import HOTSPOT
from firmware_config.installer.releases import INSTALLED_UNIT as UNIT
from firmware_config.installer.settings import SETTINGS
from firmware_config.installer.system import COMMAND, Outcome, Stopped
from tests.support.devices.scratch_pi import ScratchPi


def test_a_second_run_builds_anew_and_keeps_the_first(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    first = pi.points_to("current")
    pi.install()
    assert pi.points_to("previous") == first
    assert pi.points_to("current") != first


def test_a_second_run_that_finds_the_same_does_not_ask_for_a_restart(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    pi.put("/etc/hostname", "companion\n")
    pi.install()
    assert not any("sudo reboot" in line for line in pi.said)


def test_an_upgrade_leaves_settings_password_and_games_alone(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    pi.put(SETTINGS, 'COMPANION_LANG=pt\nCOMPANION_PROFILE="minimal"\nMINE=1\n')
    pi.put("/var/lib/table-companion/journal.sqlite3", "games")
    kept = (SETTINGS, HOTSPOT, "/var/lib/table-companion/journal.sqlite3")
    before = [pi.text(path) for path in kept]
    pi.install()
    assert [pi.text(path) for path in kept] == before
    assert "dtparam=i2c_arm=on" in pi.text(BOOT)
    assert "dtparam=spi=on" not in pi.text(BOOT)


def test_another_board_on_the_command_line_changes_only_that_setting(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    pi.put(SETTINGS, pi.text(SETTINGS) + "MINE=1\n")
    before = pi.text(SETTINGS)
    pi.install("--profile", "minimal")
    assert pi.text(SETTINGS) == before.replace("single_reader", "minimal")


def test_the_third_version_pushes_out_the_first(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    first = pi.points_to("current")
    pi.install()
    pi.install()
    assert first not in pi.releases()
    assert pi.releases() == [pi.points_to("previous"), pi.points_to("current")]


@pytest.mark.parametrize("broken", ["pip", "--version", "first_game.py"])
def test_a_version_that_is_not_healthy_is_removed_and_the_old_one_stays(
    pi: ScratchPi, broken: str
) -> None:
    pi.install("--profile", "single_reader")
    before = pi.files()
    pi.broken = broken
    with pytest.raises(Stopped, match="whatever was installed before is as it was") as stopped:
        pi.install()
    assert stopped.value.code == "unfit_release"
    assert pi.files() == before
    assert not pi.ran("systemctl")


def test_a_doctor_that_cannot_even_look_is_not_healthy(pi: ScratchPi) -> None:
    pi.broken = "doctor"
    with pytest.raises(Stopped, match="The doctor could not look at the board: it is broken"):
        pi.install("--profile", "single_reader")


def test_a_version_that_does_not_start_gives_way_to_the_old_one(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    pi.install()
    before = pi.files()
    started: list[str] = []

    def start(command: tuple[str, ...], quiet: bool) -> Outcome:
        if command[:2] == ("systemctl", "restart"):
            started.append(pi.points_to("current"))
            return Outcome(len(started) == 1, "")
        return pi.run(command, quiet)

    pi.runner = start
    with pytest.raises(Stopped, match="is in use again") as stopped:
        pi.install()
    assert stopped.value.code == "did_not_start"
    assert pi.files() == before
    assert started[1] == pi.points_to("current")


@pytest.mark.parametrize("stops", [KeyboardInterrupt, OSError])
def test_who_stops_it_half_way_through_the_switch_has_the_old_version_running(
    pi: ScratchPi, stops: type[BaseException]
) -> None:
    pi.install("--profile", "single_reader")
    before = pi.files()

    def interrupted(command: tuple[str, ...], quiet: bool) -> Outcome:
        if command == (COMMAND, "doctor"):
            raise stops
        return pi.run(command, quiet)

    pi.runner = interrupted
    with pytest.raises(stops):
        pi.install()
    assert pi.files() == before
    assert pi.commands[-1] == ("systemctl", "restart", "table-companion.service")


def test_a_first_version_that_does_not_start_says_where_to_look(pi: ScratchPi) -> None:
    pi.broken = "restart"
    with pytest.raises(Stopped, match="journalctl -u table-companion says why"):
        pi.install("--profile", "single_reader")


def test_rollback_goes_to_the_version_before_and_forward_again(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    first = pi.points_to("current")
    pi.put(f"/opt/table-companion/releases/{first}/table-companion.service", "the unit of old\n")
    pi.install()
    second = pi.points_to("current")
    pi.install("--rollback")
    assert (pi.points_to("current"), pi.points_to("previous")) == (first, second)
    assert pi.text(UNIT) == "the unit of old\n"
    assert pi.ran("systemctl", "restart")
    pi.install("--rollback")
    assert pi.points_to("current") == second


def test_there_is_no_rollback_after_one_version(pi: ScratchPi) -> None:
    pi.install("--profile", "single_reader")
    with pytest.raises(Stopped, match="no earlier version") as stopped:
        pi.install("--rollback")
    assert stopped.value.code == "no_previous"


def test_uninstall_leaves_the_games_the_settings_and_a_boot_configuration_as_it_was(
    pi: ScratchPi,
) -> None:
    before = pi.files()
    pi.install("--profile", "single_reader")
    settings = pi.text(SETTINGS)
    pi.put("/var/lib/table-companion/journal.sqlite3", "games")
    pi.install("--uninstall")
    assert pi.files() == {
        **before,
        SETTINGS.lstrip("/"): settings,
        "var/lib/table-companion/journal.sqlite3": "games",
    }
    assert pi.ran("systemctl", "disable", "--now", "table-companion.service")


def test_who_comes_back_after_an_uninstall_finds_the_old_settings(pi: ScratchPi) -> None:
    pi.install("--profile", "minimal")
    pi.install("--uninstall")
    pi.install()
    assert "COMPANION_PROFILE=minimal\n" in pi.text(SETTINGS)
