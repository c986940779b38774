"""An owner with a closed box: every card tapped, completed, saved; every interaction counted."""

from collections import Counter
from random import Random

from playwright.sync_api import Page, expect

from companion.games import game
from companion.games.daybreak.model.card import Action, Effect
from companion.games.daybreak.model.terms import TAGS
from companion.match.collection.my_box import MyBox
from companion.storage.packs.load import guide_of, load_cards
from tests.support.browser.browser_table import Around
from tests.support.effort import many

DAYBREAK = game("daybreak")
KNOWN, TO_COMPLETE, BY_HAND = many(3, soak=30), many(2, soak=20), many(1, soak=10)
ACTION = Action(discard=1, effects=(Effect(token="clean", per="wind"),), limit="round")


class Owner:
    """Somebody with a phone and a reader; each tap, touch and key is one interaction."""

    def __init__(self, around: Around, page: Page) -> None:
        self.around = around
        self.page = page
        self.interactions: Counter[str] = Counter()

    @property
    def card(self) -> str:
        """The number of the card that is shown, as the address has it."""
        return self.page.url.rpartition("/box/")[2].partition("?")[0]

    def tap(self, uid: str) -> None:
        """The card on any reader, for as long as it takes to be read twice."""
        walk = self.around.session.walk
        walk.read(uid)
        walk.lifted(uid, 2)
        self._count()
        expect(self.page.locator(".tagged")).to_be_visible()

    def touch(self, selector: str) -> None:
        self.page.click(selector)
        self._count()

    def enter_action(self) -> None:
        """Discard 1 card: +1 Clean Energy for each Wind tag. Limit: once a round."""
        said = self.page.locator(".in-words")
        self.touch('label.pick:has([name="action.discard"][value="1"])')
        self.touch('label.pick:has([name="action.effects.0.token"][value="clean"])')
        expect(said).to_contain_text("+1 Clean Energy")
        self.page.select_option('[name="action.effects.0.per"]', "wind")
        self._count(2)
        expect(said).to_contain_text("for each Wind tag")
        self.touch('label.pick:has([name="action.limit"][value="round"])')
        expect(said).to_contain_text("once a round")

    def save(self) -> None:
        self._count()
        with self.page.expect_navigation():
            self.page.click("#save")

    def _count(self, times: int = 1) -> None:
        self.interactions[self.card] += times


def box_of(around: Around, numbers: list[str]) -> None:
    """Nothing else is in this box."""
    box = MyBox(DAYBREAK, around.session.folder)
    for number in box.numbers:
        if number not in numbers:
            box.remember(number, absent=True)
    box.remember(box.numbers[-1], absent=True)


def uid(at: int) -> str:
    return f"04a1b2c3{at:06x}"


def test_a_closed_box_is_known_after_few_touches_a_card(simulated: Around) -> None:
    random, cards, guide = Random(60), load_cards(DAYBREAK).cards, guide_of(DAYBREAK)
    tagged = [card for card in cards.values() if guide.tags_read(card) is False and not card.tags]
    known = [card.number for card in tagged if guide.rules_read(card)][:KNOWN]
    unread = [f"1.{n:03}" for n in range(1, 134) if f"1.{n:03}" not in cards]
    to_complete, by_hand = unread[:TO_COMPLETE], unread[TO_COMPLETE:][:BY_HAND]
    assert len(known + to_complete + by_hand) == KNOWN + TO_COMPLETE + BY_HAND
    printed = {
        number: tuple(random.choices([*TAGS], k=2)) for number in (*known, *to_complete, *by_hand)
    }
    box_of(simulated, [*printed])
    phone = simulated.phone("host")
    phone.goto(f"{simulated.address}/box")
    owner = Owner(simulated, phone)
    phone.click("[value=begin]")

    for at, number in enumerate(sorted(printed)):
        assert owner.card == number
        owner.tap(uid(at))
        for tag in printed[number]:
            owner.touch(f".toggle[value={tag}]")
        if number in to_complete:
            owner.enter_action()
        owner.save()

    assert {owner.interactions[number] for number in (*known, *by_hand)} == {4}
    entered = [owner.interactions[number] for number in to_complete]
    assert sum(entered) / len(entered) <= 10
    kept = load_cards(DAYBREAK, simulated.session.folder).cards
    assert {number: kept[number].tags for number in printed} == printed
    assert all(kept[number].action == ACTION for number in to_complete)
    assert all(kept[number].action is None for number in by_hand)
    assert MyBox(DAYBREAK, simulated.session.folder).enrolled == set(printed)
    expect(phone.locator("h1")).to_have_text("My box")
    expect(phone.locator(".bars")).to_contain_text(f"{len(printed)}/{len(printed)}")


def test_a_laptop_by_keyboard_alone_and_a_tap_leads_it(simulated: Around) -> None:
    box = MyBox(DAYBREAK, simulated.session.folder)
    box.bind(uid(1), "1.052")
    laptop = simulated.phone("host", viewport={"width": 1280, "height": 800})
    laptop.goto(f"{simulated.address}/box")
    with laptop.expect_navigation():
        laptop.click("[value=begin]")

    laptop.keyboard.type("1004")
    laptop.keyboard.press("Enter")
    expect(laptop.locator("h1")).to_have_text("Social Movements")
    laptop.wait_for_load_state()  # and its script is at work
    for key in ("t", "g", "t", "Backspace"):  # Society, Grid
        laptop.keyboard.press(key)
    expect(laptop.locator("#printed")).to_have_text("Society ×Grid ×")
    with laptop.expect_navigation():
        laptop.keyboard.press("Enter")
    expect(laptop.locator(".saved")).to_have_text("Saved: 1.004")
    kept = load_cards(DAYBREAK, simulated.session.folder).cards
    assert kept["1.004"].tags == ("society", "grid")

    simulated.session.walk.read(uid(1))
    expect(laptop.locator(".walk")).to_have_attribute("data-number", "1.052")

    other = simulated.phone("china", java_script_enabled=False)
    other.goto(f"{simulated.address}/box/1.020")
    for _ in range(2):
        other.click(".toggle[value=solar]")
    other.click(".drop >> nth=0")
    other.click("#save")
    assert load_cards(DAYBREAK, simulated.session.folder).cards["1.020"].tags == ("solar",)
