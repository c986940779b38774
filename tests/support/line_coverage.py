"""Which lines and branches of the games the tests run: a plugin of pytest, for all of its workers.

SlipCover takes its marks out of a function again once they were seen. A tracer would go on looking,
and what is run a million times would cost more than twice as much.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from slipcover import FileMatcher, ImportManager, Slipcover, merge_coverage, print_coverage

GAMES = Path(__file__).parents[2] / "companion" / "games"
ENOUGH = 98.0

# Before anything else imports a game: only what is imported from here on is counted.
lines = Slipcover(branch=True, source=[str(GAMES)], exclude_also=["raise NotImplementedError"])
importing = ImportManager(lines, FileMatcher(sources=[GAMES]))
importing.__enter__()


class Workers:
    """What the workers have seen, one after the other as they end."""

    def __init__(self) -> None:
        self.seen = lines.get_coverage()

    def pytest_testnodedown(self, node: Any) -> None:
        if told := getattr(node, "workeroutput", {}).get("lines"):
            merge_coverage(self.seen, json.loads(told))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.percent < ENOUGH:
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self) -> None:
        print_coverage(self.seen, outfile=sys.stdout, skip_covered=True)
        print(f"{self.percent:.2f} % of the lines and branches of the games; {ENOUGH} % must be.")

    @property
    def percent(self) -> float:
        return float(self.seen["summary"]["percent_covered"])


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workeroutput"):
        config.pluginmanager.register(Workers())


def pytest_sessionfinish(session: pytest.Session) -> None:
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["lines"] = json.dumps(lines.get_coverage())
