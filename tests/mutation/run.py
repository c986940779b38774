"""``make mutants``: are the tests able to fail? Small mistakes are made, one by one, in a copy.

A sample of the mutants of every module below is tried, each against the tests that run its line:
killed is what a test notices (or what never ends), survived is what none does.
"""

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

from tests.mutation.covering import Covering
from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
ENOUGH = 95
EVERY_GAME = ("tests/test_scripts.py", "tests/test_golden_games.py")
PARTS = {
    "companion/table/clerk.py": ["tests/table/test_clerk*.py", "tests/test_session.py"],
    "companion/table/tapping/taps.py": [
        *("tests/table/test_taps*.py", "tests/table/test_prompts.py", "tests/test_tabletop*.py"),
    ],
    "companion/devices/readers/presence.py": ["tests/devices/test_readers*.py"],
    "companion/devices/readers/rc522.py": [
        *("tests/devices/test_readers*.py", "tests/simulator/test_rc522*.py"),
    ],
    "companion/server/guard.py": ["tests/server/test_safety.py", "tests/server/test_acting.py"],
    "companion/server/pairing.py": ["tests/server/test_pairing*.py"],
}
"""The tests that speak of a module; of a game's rules, see ``tests_of_game``."""
SLOW = ("laws", "samples", "random", "many", "bench", "whole", "fuzz")
"""Words in the names of tests whose number is their strength: each would run for every mutant."""
MEMORY = 4 << 30
LEFT_OUT = (".git", ".venv", "*_cache", ".hypothesis", ".coverage*", "dist", "build")


def tests_of_game(game: str) -> list[str]:
    own = [f"tests/games/{game}/**/test_*.py", f"tests/games/test_{game}_*.py"]
    return [*EVERY_GAME, *own, *(["tests/cards/test_*.py"] if game == "daybreak" else [])]


def targets(root: Path) -> dict[str, list[str]]:
    """Every module whose mutants are tried, with the test files that speak of it."""
    found = dict(PARTS)
    for rules in sorted(root.glob("companion/games/*/rules/*.py")):
        found[str(rules.relative_to(root))] = tests_of_game(rules.parent.parent.name)
    return {
        file: [
            str(test.relative_to(root))
            for pattern in patterns
            for test in sorted(root.glob(pattern))
            if not any(word in test.name for word in SLOW)
        ]
        for file, patterns in found.items()
    }


def equivalent() -> dict[tuple[str, str, str], str]:
    """Why no test can notice a mutant; by its file, its line as it was, and its change."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(each["file"], each["line"], each["change"]): each["why"] for each in listed}


def key(mutant: Mutant) -> tuple[str, str, str]:
    return (mutant.file, mutant.text, mutant.change)


def sample(all_of_them: list[list[Mutant]], limit: int, random: Random) -> list[Mutant]:
    """About as many as the limit says, as many of each module as there can be."""
    chosen: list[Mutant] = []
    for left, of_one in zip(
        range(len(all_of_them), 0, -1), sorted(all_of_them, key=len), strict=True
    ):
        share = -(-(limit - len(chosen)) // left)
        chosen += random.sample(of_one, min(len(of_one), max(share, 0)))
    return sorted(chosen)


class Copies:
    """Copies of the source, one for each job; each has at most one mistake at a time."""

    def __init__(self, stack: ExitStack, whole: Path, jobs: int) -> None:
        self._free: SimpleQueue[Path] = SimpleQueue()
        for _ in range(jobs):
            copy = Path(stack.enter_context(TemporaryDirectory(prefix="mutants-"))) / "source"
            shutil.copytree(whole, copy)
            self._free.put(copy)

    def survives(self, mutant: Mutant, tests: list[str], seconds: float) -> bool:
        copy = self._free.get()
        file = copy / mutant.file
        try:
            file.write_bytes(mutant.apply((ROOT / mutant.file).read_bytes()))
            return bool(tests) and passes(copy, tests, seconds)
        finally:
            shutil.copy2(ROOT / mutant.file, file)
            self._free.put(copy)


def passes(copy: Path, tests: list[str], seconds: float) -> bool:
    """Do these tests pass in time? Without bytecode of their own, which could outlive a mutant."""
    listed = copy / "tests-of-a-mutant"
    listed.write_text("\n".join(tests), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-qx", "-n0", "-pno:cacheprovider", f"@{listed}"]
    running = subprocess.Popen(
        [*command, "-Wignore", "--no-cov"],
        cwd=copy,
        env={**os.environ, "CI": "1", "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    hold(running.pid, seconds)
    try:
        return running.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait()


def hold(process: int, seconds: float) -> None:
    """A mutant may count for ever or fill the memory: it ends even where nobody waits for it."""
    if hasattr(resource, "prlimit"):  # on Linux
        for kind, most in ((resource.RLIMIT_CPU, int(seconds) + 1), (resource.RLIMIT_AS, MEMORY)):
            resource.prlimit(process, kind, (most, most))


def tried(chosen: list[Mutant], tests: dict[str, list[str]], jobs: int) -> Iterator[Mutant]:
    """Those that survive, told as they are found."""
    with ExitStack() as stack:
        whole = Path(stack.enter_context(TemporaryDirectory(prefix="mutants-"))) / "source"
        shutil.copytree(ROOT, whole, ignore=shutil.ignore_patterns(*LEFT_OUT))
        files = {mutant.file for mutant in chosen}
        covering = Covering(whole, files, [test for each in files for test in tests[each]], jobs)
        copies = Copies(stack, whole, jobs)  # with the bytecode that this has left

        def survives(mutant: Mutant) -> bool:
            own = covering.tests(mutant, tests[mutant.file])
            expected = sum(covering.seconds.get(test, 0) for test in own)
            return not own or copies.survives(mutant, own, 30 + 4 * expected)

        with ThreadPoolExecutor(jobs) as pool:
            for mutant, alive in zip(chosen, pool.map(survives, chosen), strict=True):
                if alive:
                    yield mutant


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="modules whose path has one of these words in it")
    parser.add_argument("--limit", type=int, default=300, help="how many mutants are tried")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()

    tests = {
        file: found
        for file, found in targets(ROOT).items()
        if not given.only or any(word in file for word in given.only)
    }
    same = equivalent()
    chosen = sample([mutants(ROOT, file) for file in tests], given.limit, Random(given.seed))
    known = [mutant for mutant in chosen if key(mutant) in same]
    chosen = [mutant for mutant in chosen if key(mutant) not in same]
    for mutant in known:
        print(f"equivalent  {mutant}  ({same[key(mutant)]})")
    survived = 0
    for mutant in tried(chosen, tests, given.jobs):
        print(f"survived    {mutant}", flush=True)
        survived += 1
    killed = len(chosen) - survived
    score = 100 * killed / max(len(chosen), 1)
    print(f"{killed} killed, {survived} survived, {len(known)} equivalent: {score:.1f} %")
    return int(score < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
