"""The pages in Firefox, too: one walk through what scripts and the mouse do there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.test_virtual_table import seated
from tests.support.browser.browser_table import Around
from tests.support.browser.firefox import Firefox, firefox, running_firefox

pytestmark = pytest.mark.skipif(
    firefox() is None, reason="This system has no Firefox; `make test` gets Debian's with apt."
)


@pytest.fixture
def fox(other_programs: None, tmp_path: Path) -> Iterator[Firefox]:
    with running_firefox(tmp_path / "profile") as browser:
        yield browser


def test_cards_are_dragged_and_clicked_and_the_phone_page_and_the_wall_follow(
    simulated: Around, fox: Firefox
) -> None:
    fox.resize(1366, 850)
    fox.go(f"{simulated.address}/s/{simulated.server.pairing.code}?to=virtual")
    fox.run("document.querySelector('[name=role][value=host]').checked = true")
    fox.press("main button.primary")
    fox.see("document.querySelector('#screen').getAttribute('d').includes('h')")
    fox.run("document.querySelector('.laid').hidden = true")  # both ends are to be in sight
    fox.drag("[name=tap][value=europe]", '[data-zone="seat:2"]')
    seated(simulated, "europe")
    fox.click("[name=tap][value=china]")
    seated(simulated, "europe", "china")
    fox.see("document.querySelector('#asked .marked')?.textContent === 'Start'")
    fox.click("#asked .marked")  # Start
    fox.see("document.querySelector('#asked').innerText.includes('Crisis cards')")

    fox.go(simulated.address)
    simulated.session.writer.ask("set trees 3")
    fox.see("document.body.innerText.includes('Trees set from')")
    fox.go(f"{simulated.address}/wall")
    simulated.session.writer.ask("set thermometer.bands 4")
    fox.see("document.querySelector('.heat .headline').innerText.startsWith('1.6')")
    fox.see("document.documentElement.scrollHeight <= innerHeight")
