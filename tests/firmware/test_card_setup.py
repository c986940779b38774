"""A card that installs the table by itself, as far as a folder can show it."""

import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from tests.support.programs import run_program

CMDLINE = "console=tty1 root=PARTUUID=1-02 rootwait\n"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    top = tmp_path / "table-companion-1"
    for name in ("firmware_config/install.py", "wheels/requirements-3.11.txt"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text("", encoding="utf-8")
    file = tmp_path / "bundle.tar.gz"
    with tarfile.open(file, "w:gz") as archive:
        archive.add(top, top.name)
    return file


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "config.txt").write_text("[all]\n", encoding="utf-8")
    (folder / "cmdline.txt").write_text(CMDLINE, encoding="utf-8")
    return folder


def prepare(boot: Path, bundle: Path, *options: str) -> str:
    words = ["--lang", "pt", "card-setup", str(boot), str(bundle), *options]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done.output


def refused(*words: str) -> str:
    done = CliRunner().invoke(main, ["--lang", "en", "card-setup", *words])
    assert done.exit_code == 2
    return done.output


def test_on_trixie_cloud_init_runs_the_script(boot: Path, bundle: Path) -> None:
    (boot / "user-data").write_text("#cloud-config\n# nothing yet\n", encoding="utf-8")
    prepare(boot, bundle)
    told = (boot / "user-data").read_text(encoding="utf-8")
    assert told.startswith("#cloud-config\n")
    assert told.endswith("runcmd:\n- [sh, /boot/firmware/table-companion/setup.sh]\n")
    assert (boot / "cmdline.txt").read_text(encoding="utf-8") == CMDLINE


def test_what_imager_told_cloud_init_stays(boot: Path, bundle: Path) -> None:
    theirs = "#cloud-config\nhostname: play\nruncmd:\n  - [rfkill, unblock, wifi]\nssh: true\n"
    (boot / "user-data").write_text(theirs, encoding="utf-8")
    for _ in range(2):
        prepare(boot, bundle)
    assert (boot / "user-data").read_text(encoding="utf-8") == theirs.replace(
        "  - [rfkill", "  - [sh, /boot/firmware/table-companion/setup.sh]\n  - [rfkill"
    )


def test_on_bookworm_the_first_start_leaves_a_service_for_the_second(
    boot: Path, bundle: Path
) -> None:
    for _ in range(2):
        prepare(boot, bundle)
    first = (boot / "firstrun.sh").read_text(encoding="utf-8")
    assert first.startswith("#!/bin/bash\n")
    assert first.count("systemctl enable table-companion-setup.service") == 1
    assert run_program(["sh", "-n", str(boot / "firstrun.sh")]).returncode == 0
    line = (boot / "cmdline.txt").read_text(encoding="utf-8")
    assert line.startswith(CMDLINE.strip())
    assert line.count("systemd.run=/boot/firmware/firstrun.sh") == 1
    assert line.count("\n") == 1


def test_what_imager_lets_the_first_start_do_stays(boot: Path, bundle: Path) -> None:
    (boot / "firstrun.sh").write_text("#!/bin/bash\nset +e\nimager\nexit 0\n", encoding="utf-8")
    (boot / "cmdline.txt").write_text(f"{CMDLINE.strip()} systemd.run=x\n", encoding="utf-8")
    prepare(boot, bundle)
    assert (boot / "firstrun.sh").read_text(encoding="utf-8").endswith("set +e\nimager\nexit 0\n")
    assert (boot / "cmdline.txt").read_text(encoding="utf-8").endswith("systemd.run=x\n")


def run_setup(boot: Path, tmp_path: Path, python: str = "exit 0") -> list[str]:
    """The script on the card, with programs that only write down how they were called."""
    programs = tmp_path / "bin"
    programs.mkdir(exist_ok=True)
    calls = tmp_path / "calls"
    calls.touch()
    for name in ("python3", "reboot", "raspi-config", "nmcli", "sync"):
        end = python if name == "python3" else "exit 0"
        (programs / name).write_text(f'#!/bin/sh\necho {name} "$@" >>{calls}\n{end}\n')
        (programs / name).chmod(0o755)
    run_program(
        ["sh", str(boot / "table-companion/setup.sh")],
        env={"PATH": f"{programs}:/usr/bin:/bin"},
    )
    return calls.read_text(encoding="utf-8").splitlines()


def test_the_script_installs_once_with_board_and_language_and_starts_anew(
    boot: Path, bundle: Path, tmp_path: Path
) -> None:
    prepare(boot, bundle, "--profile", "minimal")
    installed, *rest = run_setup(boot, tmp_path)
    assert installed.startswith("python3 -B /var/tmp/table-companion.")
    assert installed.endswith("firmware_config/install.py --profile minimal --lang pt")
    assert rest == ["sync", "reboot"]
    assert run_setup(boot, tmp_path) == [installed, *rest], "only once"


def test_an_installation_that_fails_is_tried_again_and_leaves_its_words_on_the_card(
    boot: Path, bundle: Path, tmp_path: Path
) -> None:
    prepare(boot, bundle)
    calls = run_setup(boot, tmp_path, python="echo no room left; exit 2")
    assert "reboot" not in calls
    assert "no room left" in (boot / "table-companion/setup.log").read_text(encoding="utf-8")
    assert len(run_setup(boot, tmp_path)) > len(calls)


def test_a_hotspot_and_a_board_of_ones_own(boot: Path, bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[oled]\n", encoding="utf-8")
    prepare(boot, bundle, "--hotspot", "PT", "--profile", str(tmp_path / "own.toml"))
    calls = run_setup(boot, tmp_path)
    assert "table-companion/board.toml" in calls[0]
    assert "raspi-config nonint do_wifi_country PT" in calls
    assert any("connection.autoconnect yes" in call for call in calls)


def test_another_folder_another_file_and_another_country_are_refused(
    boot: Path, bundle: Path, tmp_path: Path
) -> None:
    assert "[no_boot_partition]" in refused(str(tmp_path), str(bundle))
    assert "[bad_bundle]" in refused(str(boot), str(boot / "config.txt"))
    assert "[no_country]" in refused(str(boot), str(bundle), "--hotspot", "Portugal")
    assert not (boot / "table-companion").exists()
