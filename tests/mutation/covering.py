"""Which tests run which line: those that could notice that the line is wrong, the quickest first.

It is a plugin of pytest as well, which keeps how long each test took.
"""

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutation.mutants import Mutant

SECONDS = "MUTANTS_SECONDS"
_seconds: Counter[str] = Counter()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] += report.duration  # type: ignore[assignment]


def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        Path(os.environ[SECONDS]).write_text(json.dumps(_seconds), encoding="utf-8")


class Covering:
    """Learnt from one run of these test files with everything as it should be."""

    def __init__(self, root: Path, files: Collection[str], tests: Iterable[str], jobs: int) -> None:
        kept, seconds = root / "covering.data", root / "covering.json"
        command = [sys.executable, "-m", "pytest", *sorted(set(tests)), f"-n{jobs}"]
        command += ["-p", "tests.mutation.covering", "-p", "no:cacheprovider"]
        command += [f"--cov={folder}" for folder in sorted({str(Path(f).parent) for f in files})]
        command += ["--cov-context=test", "--cov-report=", "--cov-fail-under=0"]
        known = {"COVERAGE_FILE": str(kept), SECONDS: str(seconds), "CI": "1"}
        done = subprocess.run(
            command,
            cwd=root,
            env={**os.environ, **known},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"The tests fail before anything was changed:\n{done.stdout[-3000:]}")
        self.seconds: dict[str, float] = json.loads(seconds.read_text(encoding="utf-8"))
        self._by_line = {file: by_line(kept, root / file) for file in files}

    def tests(self, mutant: Mutant, files: Iterable[str]) -> list[str]:
        """All tests that run the changed lines; where it runs on import, all of these files."""
        lines = self._by_line[mutant.file]
        found = {test for line in mutant.lines for test in lines[line]}
        if not found:  # a statement may have begun further up
            begun = max((line for line in lines if line < mutant.line and lines[line]), default=0)
            found = lines[begun]
        if "" in found:
            allowed = set(files)
            found = {test for test in self.seconds if test.split("::")[0] in allowed}
        return sorted(found, key=lambda test: self.seconds.get(test, 0))


def by_line(kept: Path, file: Path) -> dict[int, set[str]]:
    data = CoverageData(str(kept))
    data.read()
    found: dict[int, set[str]] = defaultdict(set)
    for line, contexts in data.contexts_by_lineno(str(file)).items():
        found[line] = {context.split("|")[0] for context in contexts}
    return found
