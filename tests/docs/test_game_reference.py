"""The reference of games says what the sources say."""

import pytest

from tests.support.docs.game_reference import FILE, written


def test_the_reference_is_that_of_the_sources(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--regenerate"):
        FILE.write_text(written(), encoding="utf-8")

    assert FILE.read_text(encoding="utf-8") == written(), "run it with --regenerate"
