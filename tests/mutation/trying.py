"""Tries the mutants of one part, each in a process of its own.

One process imports and collects the tests, learns which of them run which line, and then forks for
each mutant: in the fork its functions are changed, and those tests run. A mutant that is more than
a function, and one that none of them has noticed, is imported anew: its process is forked from one
that has imported nothing of the companion yet.
"""

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from enum import Enum
from functools import partial
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType

import pytest

from tests.mutation.covering import Covering
from tests.mutation.mistakes import Mistake, functions_of
from tests.mutation.mutants import Mutant
from tests.mutation.parts import Part

OPTIONS = ("-s", "-pno:cacheprovider", "-pno:xdist", "-ofaulthandler_timeout=0")
MEMORY = 4 << 30
UNNOTICED, NOTICED, NOT_YET, BROKEN = 0, 1, 2, 3
"""How a process of a mutant ends. Not yet: it has to be imported anew."""


class Outcome(Enum):
    KILLED = "killed"
    ENDLESS = "endless"
    SURVIVED = "survived"


Tried = tuple[Mutant, Outcome]
Times = dict[str, float]
"""The time that each of these tests takes."""


class Noticing:
    """A plugin of pytest: the process ends with the first test that fails or takes far too long."""

    def __init__(self, seconds: Times) -> None:
        self._seconds = seconds

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        end_after(self._seconds.get(item.nodeid, 0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(NOTICED)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            os._exit(NOTICED)


def end_after(seconds: float) -> None:
    """A mutant may count for ever or wait for ever; a busy machine must not look like either."""
    signal.setitimer(signal.ITIMER_VIRTUAL, 3 + 10 * seconds)
    signal.setitimer(signal.ITIMER_REAL, 45 + 30 * seconds)


def tried(root: Path, part: Part, chosen: list[Mutant], jobs: int) -> Iterator[Tried]:
    """How it went with each of them, as soon as it is known."""
    with TemporaryDirectory(prefix="mutants-") as name:
        folder = Path(name)
        again: list[tuple[Mutant, Times]] = []
        for mutant, outcome, seconds in tried_quickly(root, folder, part, chosen, jobs):
            if outcome is None:
                again.append((mutant, seconds))
            else:
                yield mutant, outcome
        works = (
            (mutant, partial(try_anew, root, folder / f"tests-{number}", mutant, seconds))
            for number, (mutant, seconds) in enumerate(again)
        )
        for mutant, status in ended(works, jobs):
            yield mutant, told(status, folder) or Outcome.SURVIVED


def tried_quickly(
    root: Path, folder: Path, part: Part, chosen: list[Mutant], jobs: int
) -> Iterator[tuple[Mutant, Outcome | None, Times]]:
    """In forks of a process that has collected the tests; None for those to be imported anew."""
    here, there = Pipe(duplex=False)
    process = os.fork()
    if process == 0:
        here.close()
        write_into(folder)
        end_with(partial(collect_and_try, root, folder, part, chosen, jobs, there))
    there.close()
    with suppress(EOFError):
        while True:
            mutant, status, seconds = here.recv()
            yield mutant, told(status, folder), seconds
    _, status = os.waitpid(process, 0)
    if status:
        sys.exit(f"Without any mistake in it, {part.name} fails:\n{log(folder)}")


def told(status: int, folder: Path) -> Outcome | None:
    if status in (UNNOTICED, NOT_YET):
        return None
    if status in (-signal.SIGVTALRM, -signal.SIGALRM):
        return Outcome.ENDLESS
    if status == BROKEN:
        sys.exit(f"A mutant could not be tried:\n{log(folder)}")
    return Outcome.KILLED


def collect_and_try(
    root: Path, folder: Path, part: Part, chosen: list[Mutant], jobs: int, there: Connection
) -> int:
    covering = Covering(root, part.modules)

    class Collected:
        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            covering.learn(session.items)
            if not covering.failed:
                functions = functions_of(root / module for module in part.modules)
                works = (
                    (mutant, partial(try_here, root, session, mutant, functions, covering))
                    for mutant in chosen
                )
                for mutant, status in ended(works, jobs):
                    there.send((mutant, status, covering.tests(mutant)))
            return True

    plugins = [covering, Collected()]
    ended_as = pytest.main([*OPTIONS, f"--basetemp={folder / 'tests'}", *part.tests], plugins)
    return NOTICED if covering.failed or ended_as != pytest.ExitCode.OK else UNNOTICED


def try_here(
    root: Path,
    session: pytest.Session,
    mutant: Mutant,
    functions: list[FunctionType],
    covering: Covering,
) -> int:
    """In a fork: everything is imported and collected, and only the mistake is still to be made."""
    mistake = Mistake(root, mutant)
    if covering.ran_on_import(mutant) or not mistake.make_for_calls(functions):
        return NOT_YET
    mistake.make_for_imports()
    seconds = covering.tests(mutant)
    session.config.pluginmanager.unregister(covering)
    session.config.pluginmanager.register(Noticing(seconds))
    by_name = {item.nodeid: item for item in session.items}
    items = [by_name[test] for test in seconds]
    for item, following in zip(items, [*items[1:], None], strict=False):
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
    return UNNOTICED


def try_anew(root: Path, temporary: Path, mutant: Mutant, seconds: Times) -> int:
    """In a fork that has imported nothing yet."""
    write_into(temporary.parent)
    Mistake(root, mutant).make_for_imports()
    end_after(sum(seconds.values()))
    done = pytest.main([*OPTIONS, f"--basetemp={temporary}", *seconds], plugins=[Noticing(seconds)])
    return UNNOTICED if done == pytest.ExitCode.OK else NOTICED


Works = Iterable[tuple[Mutant, Callable[[], int]]]


def ended(works: Works, jobs: int) -> Iterator[tuple[Mutant, int]]:
    """Each in a process of its own, some at the same time; less than 0 is the end by a signal."""
    running: dict[int, Mutant] = {}
    try:
        for mutant, work in works:
            if len(running) == jobs:
                yield next_of(running)
            process = os.fork()
            if process == 0:
                os.setpgid(0, 0)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                end_with(work)
            running[process] = mutant
        while running:
            yield next_of(running)
    finally:
        for process in running:
            end_all_of(process)


def next_of(running: dict[int, Mutant]) -> tuple[Mutant, int]:
    while True:
        process, status = os.wait()
        if process in running:  # and not what a test has left
            end_all_of(process)
            return running.pop(process), os.waitstatus_to_exitcode(status)


def end_all_of(process: int) -> None:
    """With all that its tests have started and not ended."""
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def end_with(work: Callable[[], int]) -> None:
    """Without waiting for the threads that a mutant may have left."""
    try:
        status = work()
    except BaseException:
        traceback.print_exc()
        status = BROKEN
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def write_into(folder: Path) -> None:
    """What is written now goes into the log."""
    file = os.open(folder / "log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(file, 1)
    os.dup2(file, 2)


def log(folder: Path) -> str:
    return (folder / "log").read_text(encoding="utf-8", errors="replace")[-3000:]
