"""Cards shown to a laptop: a film is Chromium's camera, and everything behind it is real."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, expect

from tests.browser.conftest import SetTable
from tests.support.browser.browser_table import Around, chromium, simulated_table
from tests.support.browser.browser_windows import ARGUMENTS
from tests.support.camera.films import write_y4m
from tests.support.camera.frames import picture
from tests.support.camera.photographs import cards, encoded

BUSY = 20.0


@pytest.fixture
def kind(browser: Browser) -> BrowserType:
    return browser.browser_type


@contextmanager
def showing(kind: BrowserType, folder: Path, *texts: str) -> Iterator[Around]:
    """A simulated table on a computer before whose camera a card with each of these texts is held,
    and nothing in between."""
    shown = [each for text in texts for each in (picture(text),) * 8 + (picture(),) * 8]
    film = write_y4m(folder, [picture()] * 5 + shown)
    camera = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    launched = kind.launch(executable_path=chromium(), args=[*ARGUMENTS, *camera])
    try:
        with simulated_table(launched, folder) as around:
            yield around
    finally:
        launched.close()


def test_a_newcomer_plays_by_showing_cards_to_the_laptop(kind: BrowserType, tmp_path: Path) -> None:
    with showing(kind, tmp_path, "1.415", "https://example.org/c/unknown") as around:
        writer = around.session.writer
        for line in ("seat china", "seat us", "start"):
            writer.ask(line)
        table = around.virtual()
        expect(table.locator("video")).to_be_hidden()

        table.get_by_role("button", name="Use this camera").click()

        expect(table.locator("#camera-says")).to_contain_text("in sight")
        while not (now := writer.current).document["crises"]["face_up"]:
            assert writer.wait(now.revision, BUSY)
        assert now.document["crises"]["face_up"] == ["1.415"]

        table.get_by_label("which card is it").fill("1.309")
        table.get_by_role("button", name="This card").click()
        expect(table.locator("#new-code")).to_be_hidden()

        table.get_by_role("button", name="Switch the camera off").click()
        expect(table.locator("video")).to_be_hidden()
        assert '"code:https://example.org/c/unknown"' in (tmp_path / "tags.json").read_text()


def test_a_page_without_a_camera_says_so(simulated: Around) -> None:
    table = simulated.virtual()

    table.get_by_role("button", name="Use this camera").click()

    expect(table.locator("#camera-says")).not_to_be_empty()
    expect(table.get_by_role("button", name="Use this camera")).to_be_visible()


def test_one_picture_of_a_hand_is_one_touch(table: SetTable, tmp_path: Path) -> None:
    opened = ("crisis 1.415", "next", "project 1.309", "next")
    around = table("seat china", "seat us", "start", *opened)
    hand = tmp_path / "hand.jpg"
    hand.write_bytes(encoded(cards(["1.035", "1.133"], size=(4000, 2600), dots_a_mm=20)))
    phone = around.phone("china")
    phone.get_by_role("link", name="Photo").click()

    phone.set_input_files("input[type=file]", hand)
    expect(phone.get_by_role("checkbox")).to_have_count(2)
    phone.get_by_role("button", name="tuck these behind stack 2").click()

    expect(phone.locator("#now")).to_be_visible()
    stacks = around.document["powers"]["china"]["stacks"]
    assert stacks[1]["cards"][1:] == ["1.035", "1.133"]
