"""Headings stand in the typeface of their game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import SetTable
from tests.support.browser.browser_table import Around, simulated_table

HAS_LOADED = """async () => { await document.fonts.ready;
  return [...document.fonts].filter(each => each.status == "loaded").map(each => each.family); }"""


@pytest.fixture
def choosing(browser: Browser, tmp_path: Path) -> Iterator[Around]:
    with simulated_table(browser, tmp_path, "") as table:
        yield table


def loaded(page: Page) -> set[str]:
    return {family.strip('"') for family in page.evaluate(HAS_LOADED)}


def test_each_game_to_choose_has_its_own(choosing: Around) -> None:
    assert loaded(choosing.phone("host")) == {"Companion", "Naufragos", "Council of Shadows"}


def test_a_game_asks_for_no_other(table: SetTable) -> None:
    assert loaded(table("seat china", "start").phone("china")) == {"Companion"}


def test_small_words_beside_a_heading_stand_in_the_face_of_the_text(table: SetTable) -> None:
    phone = table("seat china", "start").phone("china")
    face = "selector => getComputedStyle(document.querySelector(selector)).fontFamily"

    assert "Companion" in phone.evaluate(face, "h1")
    assert "Companion" not in phone.evaluate(face, "body")
