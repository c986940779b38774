"""Daybreak by hands: NEXT goes through what people only watch, a tap carries a crisis out."""

from collections.abc import Iterator

import pytest

from companion.errors import Refusal
from companion.games.display import Cells, Figure, Page, Prose, Row, Rows
from companion.match.match import Match
from companion.match.taps.prompts import prompt_of
from companion.match.taps.screen_page import page_of
from companion.match.taps.situations import Pending
from tests.conftest import SetTable
from tests.support.taps import Taps

LOCAL = ("to local", "next")
COOL = ("set trees 31", "to crisis")
"""As much as is emitted: nothing heats up, so there are no rolls."""


class TapHandler:
    """Somebody who takes a second for everything."""

    def __init__(self, table: Match, *, first_game: bool = False) -> None:
        self.table, self.now = table, 100.0
        self.taps = Taps(table, stepwise=first_game)

    def wait(self, seconds: float = 1.0) -> None:
        self.now += seconds
        self.taps.pass_time(self.now)
        self.taps.look_again(self.now)

    def tap(self, *names: str) -> None:
        for name in names:
            self.wait()
            thing = self.table.game.tap_handler.thing(self.table.state, name)
            assert thing, name
            self.taps.tap(thing, "", self.now)

    def press(self, *roles: str) -> None:
        for role in roles:
            self.wait()
            self.taps.press(role, self.now)

    @property
    def at(self) -> tuple[str, str]:
        return self.table.document["stage"], self.table.document["step"]

    @property
    def line(self) -> str:
        return self.table.history[-1].step.line

    @property
    def page(self) -> Page:
        return page_of(self.table.game, self.table.history[-1], self.taps, self.now)

    @property
    def shown(self) -> list[str]:
        return [str(self.page.title), *lines(self.page), str(self.page.notice)]

    @property
    def told(self) -> str:
        return str(prompt_of(self.table.history[-1], self.taps).notice)


def lines(page: Page) -> Iterator[str]:
    for part in page.parts:
        match part:
            case Prose(text):
                yield str(text)
            case Figure(value):
                yield str(value)
            case Row(label, number):
                yield f"{label} {number}"
            case Rows(rows):
                yield from (f"{row.label} {row.value}" for row in rows)
            case Cells(cells):
                yield from (f"{cell.label} {cell.value}" for cell in cells)


# --- through the Emissions stage -----------------------------------------------------------------


def test_from_the_local_stage_next_goes_on_to_the_dice(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL))
    hands.press("next", "next")

    assert hands.at == ("crisis", "planetary")
    assert hands.table.document["dice"]["rolls_due"] == 2
    assert hands.line == "to crisis"


def test_one_undo_takes_it_back_to_the_local_stage(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL))
    before = hands.table.document
    hands.press("next", "next", "undo")
    assert "On to the Crisis stage" in hands.shown
    hands.press("undo")

    assert hands.at == ("local", "play")
    assert hands.table.document["powers"] == before["powers"]


def test_one_page_says_what_the_emissions_stage_did(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL))
    hands.press("next", "next")

    assert hands.shown == ["Emissions", "1.4°", "Carbon 38 − 18 +20*", "Now roll the die 2 times."]
    hands.wait(14)
    assert hands.page.name == "came"
    hands.wait(2)
    assert hands.page.name == "prompt"


def test_and_one_line_beside_the_screen(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL, "set thermometer.bands 3"))
    hands.press("next", "next")

    assert hands.told.startswith("China emits 22 carbon. United States emits 16 carbon.")
    assert "20 carbon to the Thermometer." in hands.told
    assert hands.told.endswith("It is hotter: draw 1 more Crisis card, face down.")


def test_who_was_short_of_energy_stands_on_the_page(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL, "set us.demand 12", "set thermometer.bands 3"))
    hands.press("next", "next")

    assert hands.shown == [
        "Emissions",
        "Bands 5/8",
        "Carbon 38 − 18 +20*",
        "US: Communities +3",
        "More Crisis cards +1",
        "Now roll the die 5 times.",
    ]


def test_more_than_the_page_has_room_for_is_counted(daybreak: SetTable) -> None:
    more = ("set china.demand 14", "set us.demand 12", "set thermometer.bands 3")
    hands = TapHandler(daybreak(*LOCAL, *more))
    hands.press("next", "next")

    assert hands.shown[-2] == "and others +2"


def test_drawdown_stands_on_the_page(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL, "set trees 40"))
    hands.press("next", "next")

    assert "Drawdown! +0*" in hands.shown


def test_a_game_that_is_lost_on_the_way_ends_there(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL, "set us.demand 30"))
    hands.press("next", "next")

    assert hands.table.document["outcome"] == {"won": False, "reason": "communities"}
    assert hands.at == ("emissions", "demand")
    assert hands.page.name == "end"


def test_from_the_midst_of_the_stage_it_goes_on_to_the_same(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak("to emissions", "next"))
    hands.press("next")

    assert hands.at == ("crisis", "planetary")
    assert hands.page.name == "prompt"


def test_in_a_first_game_next_stops_at_every_step(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*LOCAL), first_game=True)
    stops = []
    hands.press("next")
    for _ in range(5):
        hands.press("next")
        stops.append(hands.at)

    assert [step for _, step in stops[:4]] == ["demand", "emit", "sequester", "temperature"]
    assert stops[4] == ("crisis", "planetary")


# --- from round to round -------------------------------------------------------------------------


def test_after_the_crises_next_goes_through_growth_to_the_next_round(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*COOL, "set crises.due 1", "crisis 1.415"))
    hands.press("next")

    assert hands.at == ("global", "crises")
    assert hands.shown == [
        "Round 2/6 Global",
        "Demand grows to:",
        "China 14",
        "US 10*",
        "Draw 3 Crisis cards.",
    ]


def test_a_challenge_is_asked_about_before_the_next_round(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak('challenge + "Nobody burns coal."', "set trees 90", "to crisis"))
    hands.press("next", "next")

    assert hands.table.document["prompt"]["kind"] == "challenge"


@pytest.mark.parametrize(
    ("lines", "led"),
    [
        (("crisis 1.415", "project 1.309"), ("local", "draw")),
        (("project 1.309",), ("global", "project")),  # nobody has seen the Forecast
        (("crisis 1.415",), ("global", "project")),
    ],
)
def test_what_the_global_stage_has_left_is_shown_first(
    daybreak: SetTable, lines: tuple[str, ...], led: tuple[str, str]
) -> None:
    hands = TapHandler(daybreak(*lines))
    hands.press("next")

    assert hands.at == led


# --- crises --------------------------------------------------------------------------------------


def test_a_crisis_from_the_deck_is_carried_out_by_its_one_tap(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*COOL))
    hands.tap("1.443")

    assert hands.table.document["crises"]["resolved"] == ["1.443"]
    assert hands.shown == [
        "Crisis 1.443",
        "Next draw",
        "China −1",
        "US −1",
        "Tap the next Crisis card.",
    ]
    assert hands.told.startswith("China draws 1 card fewer next round.")


def test_so_is_one_that_lies_face_up_by_its_own_tag_or_its_place(daybreak: SetTable) -> None:
    for tapped in ("1.408", "crisis 1"):
        hands = TapHandler(daybreak("crisis 1.408", *COOL))
        hands.tap(tapped)
        assert hands.table.document["crises"]["resolved"] == ["1.408"]


def test_next_shows_the_one_that_lies_face_up_and_then_carries_it_out(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak("crisis 1.408", *COOL))
    hands.press("next")
    assert hands.page.name == "crisis 1.408"
    assert hands.table.document["crises"]["resolved"] == []

    hands.press("next")
    assert hands.table.document["crises"]["resolved"] == ["1.408"]


def test_a_tap_after_that_carries_it_out_as_well(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak("crisis 1.408", *COOL))
    hands.press("next")
    hands.tap("1.408")

    assert hands.table.document["crises"]["resolved"] == ["1.408"]


def test_one_undo_takes_a_crisis_back(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*COOL))
    before = hands.table.document["powers"]
    hands.tap("1.408")
    hands.press("undo", "undo")

    assert hands.table.document["powers"] == before


def test_before_the_dice_are_rolled_a_crisis_is_only_shown(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak("crisis 1.408", "to crisis"))
    hands.tap("1.408")
    assert str(hands.page.notice) == "NEXT goes back."
    hands.press("next")

    assert hands.table.document["crises"]["resolved"] == []
    assert not isinstance(hands.taps.situation, Pending)


def test_the_forecast_comes_first(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak("crisis 1.408", *COOL))
    with pytest.raises(Refusal, match="is resolved first"):
        hands.tap("1.415")


def test_what_people_decide_is_asked_and_no_page_lies_over_it(daybreak: SetTable) -> None:
    rolls = ("roll planetary weather", "roll planetary amazon")
    hands = TapHandler(daybreak("set thermometer.bands 2", *COOL, *rolls))
    hands.tap("1.401")

    assert hands.table.document["prompt"]["kind"] == "discard"
    assert hands.page.choices


def test_a_crisis_without_effect_says_so(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak("set china.resilience.infrastructure 9", *COOL))
    hands.table.take("set us.resilience.infrastructure 9")
    hands.tap("1.415")

    assert hands.shown[:2] == ["Crisis 1.415", "No effect"]


@pytest.mark.parametrize(
    ("entered", "shown"),
    [
        ("us.communities+1,us.clean-1", ["US", "Communities +1", "Clean −1"]),
        ("trees-2", ["Everybody", "Trees −2"]),
        ("communities+1,us.clean-1", ["China: Communities +1", "US: Clean −1"]),
    ],
)
def test_its_page_is_by_power_or_by_what_they_lost(
    daybreak: SetTable, entered: str, shown: list[str]
) -> None:
    table = daybreak(*COOL, "crisis 1.403")  # nobody could read it: people enter what it did
    step = table.take(f"choose {entered}").step
    page = table.game.came_page(step.before, step.after)

    assert page
    assert list(lines(page)) == shown


def test_of_one_that_was_answered_step_by_step_the_line_is_enough(daybreak: SetTable) -> None:
    table = daybreak(*COOL, "crisis 1.403")
    step = table.take("next").step

    assert table.document["crises"]["resolved"] == ["1.403"]
    assert table.game.came_page(step.before, step.after) is None


def test_one_that_goes_on_says_what_it_forbids(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*COOL))
    hands.tap("1.447")

    assert "Ongoing: no Dirty Energy may be removed" in hands.shown


def test_after_the_last_one_next_goes_on(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*COOL, "set crises.due 1"))
    hands.tap("1.408")

    assert hands.shown[-1] == "NEXT goes on."


def test_the_page_goes_when_somebody_changes_the_game(daybreak: SetTable) -> None:
    hands = TapHandler(daybreak(*COOL))
    hands.tap("1.408")
    hands.table.take("set trees 7")
    hands.wait()

    assert hands.page.name == "home"
