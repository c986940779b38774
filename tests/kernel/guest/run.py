"""Inside the virtual machine: the list of checks, one after the other."""

from contextlib import suppress
from pathlib import Path

from tests.kernel.guest import doctor, installer, play
from tests.kernel.guest.checks import Checks, PartFailed
from tests.kernel.guest.kernel_parts import KernelBuses, KernelLines

PARTS = {"doctor": doctor.run, "play": play.run, "installer": installer.run}


def main() -> None:
    checks = Checks(lambda line: print(line, flush=True))
    buses = KernelBuses(KernelLines())
    buses.start()
    asked = Path("/proc/cmdline").read_text(encoding="utf-8").split()
    for name in [each for each in PARTS if each in asked] or PARTS:
        with suppress(PartFailed):
            PARTS[name](checks, buses)
    checks.end()


if __name__ == "__main__":
    main()
