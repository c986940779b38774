"""The companion's own paragraph in config.txt."""

import pytest

from firmware_config.installer.boot import with_lines, without

LINES = ["dtparam=spi=on", "dtoverlay=spi1-3cs"]


@pytest.mark.parametrize("text", ["", "arm_64bit=1\n", "a=1\n\n[cm5]\nb=2\n"])
def test_what_was_there_comes_back_as_it_was(text: str) -> None:
    assert without(with_lines(text, LINES)) == text


def test_written_twice_it_stands_there_once() -> None:
    once = with_lines("arm_64bit=1\n", LINES)
    assert with_lines(once, LINES) == once


def test_another_board_replaces_the_lines_of_the_first() -> None:
    both = with_lines(with_lines("", LINES), ["dtparam=i2c_arm=on"])
    assert both == with_lines("", ["dtparam=i2c_arm=on"])


def test_what_somebody_added_below_stays() -> None:
    text = with_lines("a=1\n", LINES) + "b=2\n"
    assert without(text) == "a=1\nb=2\n"


def test_a_board_that_needs_nothing_leaves_the_file_alone() -> None:
    assert with_lines("arm_64bit=1\n", []) == "arm_64bit=1\n"


def test_a_paragraph_whose_end_was_lost_takes_nothing_else_with_it() -> None:
    broken = with_lines("", LINES).replace("# table-companion: end\n", "") + "mine=1\n"
    assert "mine=1\n" in without(with_lines(broken, LINES))


def test_a_file_that_went_through_windows_is_understood() -> None:
    text = with_lines("a=1\n", LINES).replace("\n", "\r\n")
    assert "begin" not in without(text)
