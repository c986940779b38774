"""Runs the companion on a real kernel's devices, in a virtual machine: ``make kernel-test``.

The machine writes a line for each check, and a last one; what it says besides is kept beside it.
"""

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from threading import Timer

from firmware_config import release
from tests.kernel.drawn_game import draw_game
from tests.kernel.guest.checks import END, FAILED
from tests.kernel.image import CACHE, PYTHON, Image, Missing, image

LIMIT_S = 5400
WHERE_POSSIBLE = "--where-possible"
"""Elsewhere it is said why not, and nothing has failed: one of many long runs."""
MACHINE = (
    *("qemu-system-x86_64", "-accel", "tcg,tb-size=512", "-cpu", "max", "-m", "1024"),
    *("-nodefaults", "-no-reboot", "-display", "none", "-snapshot"),
    *("-icount", "shift=1,sleep=off", "-rtc", "clock=vm"),
)
"""Its clock goes by what it has carried out, 500 instructions a microsecond, and skips waits:
however busy this machine is, a contact bounces and a hand rests as long as it should."""
COMMAND_LINE = (
    "root=/dev/vda rw quiet console=ttyS0 panic=1 systemd.journald.forward_to_console=1"
    " modprobe.blacklist=i2c_piix4,ata_piix,floppy"
)


def main() -> int:
    wanted = [each for each in sys.argv[1:] if each != WHERE_POSSIBLE]
    try:
        machine = image()
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 0 if WHERE_POSSIBLE in sys.argv else 2
    with tempfile.TemporaryDirectory(prefix="kernel-test-") as folder:
        return boot(machine, pack(Path(folder), machine), *wanted)


def pack(folder: Path, machine: Image) -> Path:
    """The companion as its wheel brings it, the checks, the game that is played, and the bundle:
    as a disk without a file system."""
    drawn = [folder / name for name in ("board.toml", "tags.json", "game.json")]
    draw_game(*drawn)
    wheels = folder / "wheels"
    shutil.copytree(machine.wheels, wheels)
    build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels))
    subprocess.run(build, cwd=release.ROOT, check=True, capture_output=True, timeout=300)
    [wheel] = wheels.glob("table_companion-*.whl")
    with (wheels / f"requirements-{PYTHON}.txt").open("a") as listed:
        listed.write(release.pinned([wheel]))
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    with tarfile.open(disk := folder / "disk.tar", "w") as archive:
        for each in (*(folder / "installed").iterdir(), *drawn):
            archive.add(each, each.name, filter=release.wanted)
        archive.add(release.ROOT / "tests/kernel", "tests/kernel", filter=release.wanted)
        archive.add(release.bundle(folder, wheels), "bundle.tar.gz")
    return disk


def boot(machine: Image, checkout: Path, *parts: str) -> int:
    """Runs these parts of the checks, or all of them."""
    console = CACHE / "console.log"
    command = (
        *MACHINE,
        *("-kernel", str(machine.kernel), "-initrd", str(machine.initrd)),
        *("-append", " ".join((COMMAND_LINE, *parts))),
        *("-drive", f"file={machine.disk},format=raw,if=virtio"),
        *("-drive", f"file={checkout},format=raw,if=virtio"),
        *("-serial", f"file:{console}", "-serial", "stdio"),
    )
    running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    limit = Timer(LIMIT_S, running.kill)
    limit.start()
    ended, failed = False, 0
    try:
        assert running.stdout
        for line in running.stdout:
            print(line.rstrip(), flush=True)
            failed += line.startswith(FAILED)
            ended |= line.startswith(END)
    finally:
        limit.cancel()
        running.kill()
        running.wait()
    if not ended:
        print(f"The machine stopped before its last check: {console} says why.", file=sys.stderr)
    return 1 if failed or not ended else 0


if __name__ == "__main__":
    sys.exit(main())
