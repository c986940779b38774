"""Which tests run which line: those that could notice a mistake in it, the quickest first."""

import time
from collections.abc import Collection
from pathlib import Path

import pytest
from coverage import Coverage

from tests.mutation.mutants import Mutant

IMPORTED = ""
"""What coverage has instead of a test while modules are imported."""


class Covering:
    """Learnt from one run of the tests with everything as it should be. A plugin of pytest."""

    def __init__(self, root: Path, modules: Collection[str]) -> None:
        self.seconds: dict[str, float] = {}
        """The time that each test takes."""
        self.failed: list[str] = []
        files = {module: str(root / module) for module in modules}
        self._coverage = Coverage(
            include=list(files.values()), data_file=None, config_file=False, messages=False
        )
        self._files = files
        self._by_line: dict[str, dict[int, set[str]]] = {}
        self._coverage.start()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def learn(self, items: list[pytest.Item]) -> None:
        for item, following in zip(items, [*items[1:], None], strict=True):
            self._coverage.switch_context(item.nodeid)
            begun = time.perf_counter()
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            self.seconds[item.nodeid] = time.perf_counter() - begun
        self._coverage.stop()
        data = self._coverage.get_data()
        for module, file in self._files.items():
            found = data.contexts_by_lineno(file)
            self._by_line[module] = {line: set(tests) for line, tests in found.items()}

    def ran_on_import(self, mutant: Mutant) -> bool:
        return IMPORTED in self._running(mutant)

    def tests(self, mutant: Mutant) -> dict[str, float]:
        """Those that run the changed lines, with their times; where it runs on import, all."""
        found = self._running(mutant)
        chosen = self.seconds.keys() if IMPORTED in found else found
        return {test: self.seconds[test] for test in sorted(chosen, key=self.seconds.__getitem__)}

    def _running(self, mutant: Mutant) -> set[str]:
        lines = self._by_line[mutant.file]
        found = {test for line in mutant.lines for test in lines.get(line, ())}
        if not found:  # a statement may have begun further up
            begun = max((line for line in lines if line < mutant.line and lines[line]), default=0)
            found = lines.get(begun, set())
        return found
