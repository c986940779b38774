"""Real phones, as far as a laptop has them: Chromium windows around one table."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.support.browser.browser_table import Around, Match, chromium, simulated_table
from tests.support.browser.browser_windows import ARGUMENTS

SetTable = Callable[..., Match]


@pytest.fixture(autouse=True)
def quick_start(compiled_templates: None) -> None:
    """Of every server of these tests."""


@pytest.fixture(scope="session")
def browser(other_programs: None) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[SetTable]:
    """Sets a table for phones; these lines have been played on it."""
    with ExitStack() as stack:

        def set_table(*lines: str, streams: int = 50) -> Match:
            made = Match(browser, tmp_path, streams)
            stack.callback(made.close)
            for line in lines:
                made.session.writer.ask(line)
            return made

        yield set_table


@pytest.fixture
def simulated(browser: Browser, tmp_path: Path) -> Iterator[Around]:
    with simulated_table(browser, tmp_path) as around:
        yield around
