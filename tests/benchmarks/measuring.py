"""What the benchmarks have in common: named figures, and what a process has cost so far."""

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of a process."""

    busy: float
    waited: float
    """What its threads that are still there spent ready to work, while others had the processor."""

    def __sub__(self, before: "Spent") -> "Spent":
        return Spent(self.busy - before.busy, self.waited - before.waited)


def spent(pid: int) -> Spent:
    """So far; as Linux tells it, to the nanosecond."""
    waited = 0
    for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):  # a thread that has just ended
            waited += int(task.read_text().split()[1])
    return Spent(time.clock_gettime(clock_of(pid)), waited / 1e9)


def clock_of(pid: int) -> int:
    """The clock that counts what a process has cost, also of threads that have ended: it is
    numbered so by Linux, of which Python knows the one of this process only."""
    return ~pid << 3 | 2


def resident_mib(pid: int) -> float:
    """The memory that a process has now."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
