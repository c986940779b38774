"""Daybreak's pages: which one is shown, and what it says."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.drawing.pages import draw
from companion.games import game
from companion.games.capabilities import Names
from companion.games.daybreak.model.card import Card
from companion.games.daybreak.model.terms import EFFECTS
from companion.games.display import Cell, Cells, Chance, Dice, Figure, Gauge, Page, Prose, Row, Rows
from companion.i18n.catalogs import LANGUAGES, Language
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.conftest import SetTable
from tests.support.effort import examples

DAYBREAK = game("daybreak")
ALL = "china us europe majority_world"


def shown(table: Match, name: str = "") -> Page:
    """The page of this name, or the one that is shown unasked."""
    page = table.game.page(table.state, name) if name else table.game.pages(table.state)[0]
    assert page is not None
    return page


def rolled(table: Match) -> Page:
    """What the last roll looks like once the die lies still."""
    return table.game.rolled_page(table.state, "", ())


def part(page: Page, kind: type) -> Any:
    return next(part for part in page.parts if isinstance(part, kind))


def said(page: Page) -> str:
    return " ".join(str(part.text) for part in page.parts if isinstance(part, Prose))


def numbers(page: Page) -> dict[str, str]:
    """Every labelled number of a page."""
    found: list[Cell | Row] = []
    for part in page.parts:
        match part:
            case Cells(cells):
                found += cells
            case Rows(rows):
                found += rows
            case Row():
                found.append(part)
    return {str(each.label): str(each.value) for each in found}


# --- which page ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ((), "home"),
        (("to local",), "home"),
        (("to emissions",), "now"),
        (("to local", "act china 3 paying ?"), "prompt"),
        (("set thermometer.bands 2", "set trees 30", "to emissions", "to crisis"), "prompt"),
        (("set thermometer.bands 8",), "end"),
    ],
)
def test_the_page_that_is_needed_comes_by_itself(
    daybreak: SetTable, lines: tuple[str, ...], name: str
) -> None:
    assert shown(daybreak(*lines)).name == name


def test_before_the_start_people_are_told_to_sit_down() -> None:
    table = Match(DAYBREAK, MemoryJournal())
    table.submit("seat europe")

    assert said(shown(table)) == "Take your seats clockwise, then start."
    assert numbers(shown(table)) == {"Europe": "1"}


def test_a_knob_leafs_through_home_now_powers_crises_and_projects(daybreak: SetTable) -> None:
    table = daybreak("crisis 1.415", "project 1.309")

    assert [page.name for page in table.game.pages(table.state)] == [
        "home",
        "now",
        "power china",
        "power us",
        "crisis 1.415",
        "project 1.309",
    ]


@pytest.mark.parametrize(
    "name",
    ["stack china 6", "stack europe 1", "crisis 9", "die", "rolling dodecahedron 1", "nothing", ""],
)
def test_there_is_no_page_of_another_name(daybreak: SetTable, name: str) -> None:
    table = daybreak()

    assert table.game.page(table.state, name) is None


# --- what they say -------------------------------------------------------------------------------


def test_home_shows_the_planet(daybreak: SetTable) -> None:
    page = shown(daybreak("set thermometer.bands 2", "set thermometer.cubes 7", "set trees 13"))

    figure = part(page, Figure)
    assert str(figure.value) == "1.4°"
    assert figure.beside == (Gauge(*band(2, 8)), Gauge(*cube(7, 10)))
    assert numbers(page) == {"Carbon 38 − 20": "+18*"}


def band(n: int, most: int) -> tuple[Any, int, int]:
    return GAUGES[0], n, most


def cube(n: int, most: int) -> tuple[Any, int, int]:
    return GAUGES[1], n, most


GAUGES = [
    gauge.label
    for gauge in part(
        DAYBREAK.pages(replace(DAYBREAK.blank, round=1, stage="local"))[0], Figure
    ).beside
]


@pytest.mark.parametrize("line", ["set outlook.shown false", "to crisis"])
def test_home_says_how_far_drawdown_is_where_there_are_no_odds(
    daybreak: SetTable, line: str
) -> None:
    page = shown(daybreak("set trees 13", line, "set dice.rolls_due 0"), "home")

    assert not any(isinstance(part, Chance) for part in page.parts)
    assert str(part(page, Gauge).label) == "Drawdown"
    assert part(page, Gauge).value == 20


def test_home_says_when_drawdown_is_ahead_and_when_it_is_reached(daybreak: SetTable) -> None:
    silent = "set outlook.shown false"

    assert said(shown(daybreak("set trees 90", silent))) == "Drawdown ahead!"
    assert said(shown(daybreak("set drawdown true", silent))) == "Drawdown reached!"
    assert "Drawdown!" in numbers(shown(daybreak("set trees 90")))


@pytest.mark.parametrize("stage", ["global", "local", "emissions"])
def test_before_the_crisis_stage_home_has_room_for_the_odds(daybreak: SetTable, stage: str) -> None:
    page = shown(daybreak() if stage == "global" else daybreak(f"to {stage}"), "home")

    assert part(page, Chance) == Chance(part(page, Chance).label)
    assert str(part(page, Chance).label) == "Losing"


def test_the_odds_are_those_of_losing_in_this_round(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 7", "set trees 34")
    assert DAYBREAK.odds
    chance = DAYBREAK.odds.chance(table.state)
    page = shown(table).with_chance(chance)
    document = table.history[-1].with_odds()

    assert str(part(page, Chance).odds) == document["outlook"]["odds"]["loss"]["most"]["odds"]
    assert part(page, Chance).text.endswith("%*"), "it rests on stand-ins"


def test_where_the_odds_cannot_be_told_a_question_mark_stands(daybreak: SetTable) -> None:
    assert DAYBREAK.odds
    state = daybreak("to crisis", "set dice.rolls_due 13").state

    assert DAYBREAK.odds.chance(state).text == "?"


def test_a_power_shows_its_board_and_marks_its_stand_ins(daybreak: SetTable) -> None:
    page = shown(daybreak("set china.communities 10", "set china.demand 15"), "power china")

    assert numbers(page) == {
        "Energy/Demand": "12/15",
        "Emissions": "13*",
        "Social": "1*",
        "Ecol.": "1*",
        "Infra.": "1*",
    }
    assert part(page, Cells).cells[0].alarm
    assert part(page, Gauge) == Gauge(part(page, Gauge).label, 10, 12, alarm=True)
    assert str(page.corner) == "draw 3"


def test_a_corrected_number_loses_its_mark(daybreak: SetTable) -> None:
    page = shown(daybreak("set us.demand 9"), "power us")

    assert numbers(page)["Energy/Demand"] == "9*/9"


def test_the_emissions_are_counted_step_by_step(daybreak: SetTable) -> None:
    table = daybreak("set us.demand 11", "to emissions")
    demand = shown(table)
    assert numbers(demand) == {"China": "12/12", "US": "9*/11 −2"}
    assert [row.alarm for row in part(demand, Rows).rows] == [False, True]

    table.submit("next")
    assert numbers(shown(table)) == {"China": "22*", "US": "16*", "Carbon in all": "38*"}

    table.submit("next")
    assert numbers(shown(table))["Carbon left"] == f"{38 - table.state.sinks}*"

    table.submit("next")
    assert str(part(shown(table), Figure).value) == "1.4°"
    assert table.state.thermometer.celsius == "1.2"

    table.submit("next")
    assert table.state.thermometer.celsius == "1.4"


def test_carbon_that_waits_is_counted_too(daybreak: SetTable) -> None:
    table = daybreak("set recent 4", "to emissions", "next")

    assert numbers(shown(table))["waiting already"] == "+4"
    assert numbers(shown(table))["Carbon in all"] == "42*"


def test_a_stack_says_what_its_action_does_with_the_tags_that_are_there(
    daybreak: SetTable,
) -> None:
    table = daybreak("to local", "tags 1.035 regulation regulation", "tuck 1.035 china 2")
    page = shown(table, "stack china 2")

    assert "discard 1 card → −3 Dirty Energy" in said(page)
    assert "3 × Regulation" in said(page)


def test_a_card_that_nobody_has_read_leaves_open_how_much_a_stack_does(daybreak: SetTable) -> None:
    table = daybreak("to local", "tags 1.205 grid", "tuck 1.034 china 1", "play 1.129 us 3")

    assert "discard 1 card → +1 Clean Energy + ?" in said(shown(table, "stack china 1"))
    assert "1 × Grid + ?" in said(shown(table, "stack china 1"))
    assert str(shown(table, "stack us 3").corner) == "0 + ?"


def test_an_action_with_a_die_says_what_is_added_to_it(daybreak: SetTable) -> None:
    table = daybreak("to local", "play 1.126 us 5")

    assert "Geoengineering die +1" in said(shown(table, "stack us 5"))


def test_now_counts_the_actions_that_could_be_taken_and_were_not(daybreak: SetTable) -> None:
    none = daybreak("to local", "next", seats="europe majority_world")
    assert said(shown(none, "now")) == "Play, tuck, act. NEXT when all are done."

    some = daybreak("to local", "next", "tags 1.209 grid")
    assert said(shown(some, "now")).endswith("1 action not used yet")


def test_a_stack_says_how_often_its_action_is_left(daybreak: SetTable) -> None:
    table = daybreak("to local", "tags 1.209 grid")

    assert str(shown(table, "stack china 5").corner) == "1 left"


def test_an_unmet_requirement_is_said_instead(daybreak: SetTable) -> None:
    table = daybreak("to local")
    needing = next(card for card in table.state.cards.values() if card.action and card.action.needs)
    table.submit(f"tags {needing.number} wind")
    table.submit("discard 1.214 us")
    table.submit(f"play {needing.number} us 5")

    assert "needs" in said(shown(table, "stack us 5"))


def test_a_stack_can_be_empty_and_a_card_unknown(daybreak: SetTable) -> None:
    assert "not known" in said(shown(daybreak(), "stack us 5"))
    table = daybreak()
    state = table.state.with_power("us", stacks=((),) * 5)
    page = DAYBREAK.page(state, "stack us 5")
    assert page is not None
    assert said(page) == "The stack is empty."


def test_a_prompt_lists_the_answers_that_the_game_takes(daybreak: SetTable) -> None:
    table = daybreak("to local", "act china 3 paying ?")
    page = shown(table)

    assert [choice.answer for choice in page.choices] == table.document["prompt"]["options"]
    table.submit(f"choose {page.with_mark(1).choices[1].answer}")
    assert table.state.powers["china"].resilience["ecological"] == 2


def test_one_of_several_effects_is_told_by_what_it_does(daybreak: SetTable) -> None:
    page = shown(daybreak("to local", "tags 1.209 grid", "act china 5"))

    assert [str(choice.text) for choice in page.choices] == ["1 Clean Energy", "2 Clean Energy"]

    table = daybreak("to local", "tags 1.202 society", seats="china")
    table.submit("act china 3 paying ?")
    assert str(shown(table).choices[0].text) == "+1 Social Resilience"


def test_a_result_that_can_be_ignored_asks_first(daybreak: SetTable) -> None:
    table = daybreak(
        "to local",
        "tags 1.129 geoengineering",
        "play 1.129 china 1",
        "set thermometer.bands 2",
        "set trees 30",
        "to emissions",
        "to crisis",
        "roll planetary arctic",
    )
    page = shown(table)

    assert said(page) == "Loss of Arctic Sea Ice Ignore this result?"
    assert [choice.answer for choice in page.choices] == ["no", "1.129"]


@pytest.mark.parametrize("effect", EFFECTS)
def test_a_die_says_what_its_face_does(daybreak: SetTable, effect: str) -> None:
    table = daybreak("set thermometer.bands 3", "set trees 30", "to emissions", "to crisis")
    ends = f"set planetary.{effect} {len(table.state.box.tracks[effect])}"
    table.submit(ends)
    before = table.document
    table.submit(f"roll planetary {effect}")
    page = rolled(table)

    assert part(page, Dice).faces == (EFFECTS[effect],)
    assert str(page.corner) == f"{table.state.dice.rolls_due} to go"
    assert told(effect, before, table.document) in said(page)


def told(effect: str, before: dict[str, Any], after: dict[str, Any]) -> str:
    """What the rules did, as the die's page should say it."""
    lost = before["trees"] - after["trees"]
    match effect:
        case "weather":
            return f"+{after['crises']['due'] - before['crises']['due']} Crisis cards"
        case "desertification":
            return f"−{lost} Trees"
        case "amazon":
            return f"+{after['recent'] - before['recent']} carbon, −{lost} Trees"
        case "arctic":
            return f"+{after['thermometer']['cubes'] - before['thermometer']['cubes']} on the"
        case "permafrost":
            return f"+{after['recent'] - before['recent']} in Recent Emissions"
    return f"−{before['oceans'] - after['oceans']} Oceans"


def test_a_die_that_moves_a_token_only_says_where_to(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 2", "set trees 30", "to emissions", "to crisis")
    table.submit("set facts.tracks.weather [false, true]")
    table.submit("roll planetary weather")

    assert said(rolled(table)) == "Space 1/2: nothing tips."


def test_a_free_roll_says_that_nothing_changes(daybreak: SetTable) -> None:
    page = rolled(daybreak("roll geoengineering 5"))

    assert part(page, Dice).faces == ("5",)
    assert said(page) == "No roll is due, so nothing changes."


def test_a_rolling_die_goes_through_its_faces(daybreak: SetTable) -> None:
    table = daybreak()
    pages = [table.game.rolling_page(table.state, "planetary", at) for at in range(12)]
    faces = {str(part(page, Dice).faces[0]) for page in pages}
    assert faces == set(map(str, EFFECTS.values()))
    page = table.game.rolling_page(table.state, "geoengineering", 2)
    assert part(page, Dice).faces == ("3",)


def test_tied_powers_are_told_who_rolls(daybreak: SetTable) -> None:
    table = daybreak("to emissions", "to crisis", "set dice.rolls_due 0", "crisis 1.432")
    assert said(shown(table)).startswith("China rolls.")
    assert shown(table).corner == "1/2"

    table.submit("roll geoengineering 4")
    assert said(rolled(table)) == "China rolls 4."
    assert shown(table).corner == "2/2"


def test_a_crisis_shows_what_is_left_of_it_for_each_power(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 3", "set us.resilience.infrastructure 4")
    page = shown(table, "crisis 1.415")

    assert numbers(page) == {"China": "+2", "US": "0"}
    assert [cell.alarm for cell in part(page, Cells).cells] == [True, False]


def test_a_crisis_shows_the_power_that_it_hits_and_why(daybreak: SetTable) -> None:
    table = daybreak("set us.resilience.infrastructure 0")
    page = shown(table, "crisis 1.432")

    assert "Least Infra.: US" in said(page)
    assert numbers(page) == {"Ecol.": "−2"}


def test_the_target_that_was_found_stays_while_the_crisis_is_resolved(daybreak: SetTable) -> None:
    read = [f"tags 1.2{n:02} society" for n in range(6, 15)]
    table = daybreak(*read, "tags 1.205 energy", "to emissions", "to crisis")
    table.submit("set dice.rolls_due 0")
    table.submit("crisis 1.440")
    table.submit("tags 1.210 energy energy")

    assert "Most Energy: China" in said(shown(table, "crisis 1.440"))


def test_a_crisis_with_enough_under_it_says_that_it_has_no_effect(daybreak: SetTable) -> None:
    table = daybreak(
        "crisis 1.432",
        "to local",
        "tags 1.035 regulation",
        "tuck 1.035 under 1.432 by china",
    )

    assert "No effect" in said(shown(table, "crisis 1.432"))


def test_every_crisis_that_is_known_here_has_a_page(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 4", seats=ALL)
    for card in table.state.cards.values():
        if card.kind == "crisis":
            page = shown(table, f"crisis {card.number}")
            assert str(page.title).endswith(card.number)
            assert said(page).endswith("" if card.name.en == "?" else card.name.en)


def test_a_project_shows_what_it_still_needs(daybreak: SetTable) -> None:
    table = daybreak("project 1.309", "to local", "tags 1.035 regulation")
    table.submit("tuck 1.035 under 1.309 by china")
    assert numbers(shown(table, "project 1.309")) == {"Regulation": "1/2"}

    table.submit("tags 1.036 regulation")
    table.submit("tuck 1.036 under 1.309 by us")
    page = shown(table, "project 1.309")
    assert str(page.corner) == "active"
    assert said(page).startswith("2 cards tucked")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("set thermometer.bands 8", "2.0 °C is too hot."),
        ("set us.communities 12", "US: 12 Communities in Crisis."),
    ],
)
def test_the_end_says_why(daybreak: SetTable, line: str, why: str) -> None:
    assert said(shown(daybreak(line))) == f"The game is lost. {why}"


# --- whatever happens ----------------------------------------------------------------------------

names = st.text(min_size=1, max_size=70)
large = st.integers(0, 999)
LANGUAGE = {code: Language(code, "daybreak") for code in LANGUAGES}
BEGUN = Match(DAYBREAK, MemoryJournal())
for line in (*(f"seat {seat}" for seat in ALL.split()), "start", "to local"):
    BEGUN.submit(line)


@examples(10, soak=300)
@given(
    st.lists(names, min_size=3, max_size=3),
    st.dictionaries(st.sampled_from(("dirty", "clean", "demand", "communities")), large),
    st.integers(0, 7),
    st.sampled_from(("global", "local", "emissions", "crisis", "growth")),
    st.sampled_from(("crises", "project", "draw", "play", "demand", "emit", "sequester")),
    large,
)
def test_no_state_keeps_a_page_from_being_drawn(
    texts: list[str], board: dict[str, int], bands: int, stage: str, step: str, carbon: int
) -> None:
    state = BEGUN.state
    for seat in state.seats:
        state = state.with_power(seat, **board)
    renamed = {
        number: replace(card, name=Names(en=texts[0], es=texts[1], pt=texts[2]))
        for number, card in state.cards.items()
        if isinstance(card, Card)
    }
    state = replace(
        state,
        cards=renamed,
        stage=stage,
        step=step,
        recent=carbon,
        trees=carbon,
        thermometer=replace(state.thermometer, bands=bands),
    )
    stacks = (f"stack {seat} {at}" for seat in state.seats for at in range(1, 6))
    crises = (f"crisis {card.number}" for card in renamed.values() if card.kind == "crisis")
    pages = [*DAYBREAK.pages(state), *(DAYBREAK.page(state, name) for name in (*stacks, *crises))]

    for at, page in enumerate(pages):
        assert page is not None
        draw(page, LANGUAGE[LANGUAGES[at % 3]])
