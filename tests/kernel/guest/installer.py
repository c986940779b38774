"""The installer in a running Debian 13, and its service under systemd with these device files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from companion.devices.board import profile
from tests.kernel.guest.checks import Checks, wait_until
from tests.kernel.guest.companion_program import BOARD, DATA, companion
from tests.kernel.guest.kernel_parts import KernelBuses
from tests.kernel.guest.play import RUN, Hands

BUNDLE, UNPACKED = Path("/srv/checkout/bundle.tar.gz"), Path("/srv/bundle")
UNIT, GAMES = "table-companion.service", Path("/var/lib/table-companion")
PROGRAM = Path("/opt/table-companion")
CGROUP = Path("/sys/fs/cgroup/system.slice") / UNIT / "cgroup.procs"
INSTALL_LIMIT_S = 400.0
BEGUN = 8
"""Movements of a game with which the service goes on."""
MORE = 5
"""Movements after each thing that happens to it, at least."""
ALLOWED = ("/dev/gpiochip0", "/dev/i2c-1", "/dev/spidev0.0", "/dev/spidev1.2")
DENIED = ("/dev/table-wires", "/dev/vda", "/dev/kmsg")
INSIDE = """
import os, sys
os.write(os.open(sys.argv[1], os.O_WRONLY), str(os.getpid()).encode())
for node in sys.argv[2:]:
    try:
        os.close(os.open(node, os.O_RDWR))
        print(node, 0)
    except OSError as error:
        print(node, error.errno)
"""


def run(checks: Checks, buses: KernelBuses) -> None:
    hands = Hands(buses.plug_in(profile.load(BOARD)))
    with companion(BOARD, *RUN):
        hands.see()
        hands.play_to(hands.rest_after(BEGUN))
    with checks.check("installer: the bundle installs without a network, the service is ready"):
        UNPACKED.mkdir()
        command("tar", "-xzf", str(BUNDLE), "-C", str(UNPACKED), "--strip-components=1")
        told = install("--profile", BOARD)
        assert "✗" not in told, told
        assert command("systemctl", "is-active", UNIT) == "active"
        wait_until("a picture", lambda: hands.parts.picture().getbbox() is not None)
    with checks.check("service: goes on with a game, as its own user, at these device files"):
        command("systemctl", "stop", UNIT)
        shutil.copytree(DATA, GAMES, dirs_exist_ok=True)
        command("chown", "-R", "companion:companion", str(GAMES))
        command("systemctl", "start", UNIT)
        hands.see()
        hands.play_to(hands.rest_after(hands.made + MORE))
        assert Path(f"/proc/{main_process()}").owner() == "companion"
    with checks.check("service: its device rules allow pins and buses, and nothing else"):
        told = command(sys.executable, "-c", INSIDE, str(CGROUP), *ALLOWED, *DENIED)
        answers = dict(line.split() for line in told.splitlines())
        wanted = {**dict.fromkeys(ALLOWED, "0"), **dict.fromkeys(DENIED, "1")}
        assert answers == wanted, answers
    with checks.check("service: kill -9, and systemd starts it again with the same page"):
        killed = main_process()
        os.kill(killed, 9)
        hands.parts.black_out()
        wait_until("another process", lambda: main_process() not in (0, killed))
        hands.see()
    with checks.check("installer: a second run upgrades, and the game goes on"):
        first = (PROGRAM / "current").readlink()
        install()
        upgraded = (PROGRAM / "current").readlink()
        assert (PROGRAM / "previous").readlink() == first != upgraded
        hands.see()
        hands.play_to(hands.rest_after(hands.made + MORE))
    with checks.check("installer: --rollback takes the version before, and the game goes on"):
        install("--rollback")
        assert (PROGRAM / "current").readlink() == first
        hands.see()
        hands.play_to(hands.rest_after(hands.made + MORE))
    with checks.check("installer: --uninstall frees every line and leaves games and settings"):
        install("--uninstall")
        assert not PROGRAM.exists()
        assert not Path("/etc/systemd/system", UNIT).exists()
        assert (GAMES / "tags.json").exists()
        assert Path("/etc/table-companion/companion.env").exists()
        assert not hands.parts.lines.taken(), hands.parts.lines.taken()


def install(*options: str) -> str:
    return command(str(UNPACKED / "firmware_config/install.py"), *options, "--lang", "en")


def main_process() -> int:
    return int(command("systemctl", "show", "-P", "MainPID", UNIT))


def command(*words: str) -> str:
    """What it says; an error, with that, if it fails."""
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=INSTALL_LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, f"{words[0]} ended with {done.returncode}: {done.stdout[-1500:]}"
    return done.stdout.strip()
