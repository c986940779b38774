"""The story of a game: as data, in words and as a picture."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.games.daybreak.chart import draw_panels, draw_story
from companion.games.daybreak.recap import Story, describe_story, story_document, tell_story
from companion.i18n.catalogs import LANGUAGES, Language
from companion.match.match import Match
from companion.match.script import Script
from tests.conftest import SetTable
from tests.support.labels import undo_label

GOLDEN = Path(__file__).parents[3] / "golden"
SVG = "{http://www.w3.org/2000/svg}"
LETTERS = {
    "title": 9.7,
    "head": 8.0,
    "head halo": 8.0,
    "": 6.9,
    "small": 6.0,
    "small hot": 6.0,
    "mark": 9.0,
}
"""The room that a letter takes on average in a wide font, by the style of its text."""


def played(name: str) -> Match:
    file = GOLDEN / f"{name}.table"
    return Script(file.read_text(encoding="utf-8"), file).play()


def told(table: Match) -> Story:
    return tell_story(table.happened())


@cache
def story_of(name: str) -> Story:
    return told(played(name))


@pytest.fixture
def lost() -> Story:
    return story_of("solo_too_hot")


@pytest.fixture
def won() -> Story:
    return story_of("four_powers_drawdown")


def test_every_round_has_its_temperature_and_its_carbon(lost: Story) -> None:
    rounds = story_document(lost)["rounds"]

    assert [told["round"] for told in rounds] == [1, 2, 3, 4, 5]
    assert [told["celsius"] for told in rounds] == ["1.3", "1.5", "1.6", "1.8", "2.0"]
    assert rounds[0]["emitted"] == {"europe": 19}
    assert rounds[0]["absorbed"] == 10


def test_all_carbon_of_the_game_is_told(won: Story) -> None:
    """What came and did not go is what lies on the thermometer, or still waits."""
    came = sum(told.emitted.total() + told.released for told in won.rounds)
    went = sum(told.absorbed for told in won.rounds)

    table = played("four_powers_drawdown")
    state = table.state
    assert came - went == state.thermometer.carbon + state.recent


def test_who_removed_what_is_the_board_at_the_end_less_that_at_the_start(won: Story) -> None:
    china = story_document(won)["powers"]["china"]

    assert china["start"]["carbon"] == 22
    assert china["end"]["carbon"] == 10
    assert china["end"]["dirty"] - china["start"]["dirty"] == -7


def test_dice_stand_beside_what_was_to_be_expected(daybreak: SetTable) -> None:
    table = daybreak("set thermometer.bands 2", "set trees 99", "to crisis")
    for path in ("weather", "desertification", "amazon", "permafrost", "acidification"):
        table.submit(f"set planetary.{path} 0")
    table.submit("set planetary.arctic 0")
    table.submit("set dice.rolls_due 1")
    table.submit("roll planetary arctic")  # the only face that tips on its first space

    dice = story_document(told(table))["dice"]

    assert dice["rolls"]["arctic"] == 1
    assert dice["tipped"] == 1
    assert dice["tips_expected"] == round(1 / 6, 3)


def test_the_turning_point_of_a_won_game_is_where_winning_came_into_reach(won: Story) -> None:
    assert won.turn
    assert won.turn.round == 5
    assert won.turn.before.won == 0
    assert won.turn.after.won > Fraction(9, 10)


def test_the_turning_point_of_a_lost_game_is_where_losing_became_likely(lost: Story) -> None:
    assert lost.turn
    assert lost.turn.round == 4
    assert lost.turn.before.lost < Fraction(1, 2) < Fraction(9, 10) < lost.turn.after.lost


def test_a_game_that_was_lost_did_not_turn_for_the_better() -> None:
    story = story_of("three_powers_in_crisis")

    assert story.turn
    assert story.turn.step < 0
    assert story.turn.after.lost > story.turn.before.lost


def test_only_odds_that_changed_are_told(lost: Story) -> None:
    (line,) = (str(line) for line in describe_story(lost) if "turning point" in str(line))

    assert "odds of losing" in line
    assert "odds of winning" not in line


def test_what_people_put_right_before_the_first_local_stage_is_how_it_began(
    daybreak: SetTable,
) -> None:
    table = daybreak("set us.dirty 20", "set trees 30", "to local", "set us.dirty 18")
    story = told(table)

    assert story.start["us"].dirty == 20
    assert story.end["us"].dirty == 18
    assert story.sinks_at_start["trees"] == 30


def test_a_round_that_was_corrected_has_its_right_number(daybreak: SetTable) -> None:
    table = daybreak("set round 4", "to local")

    assert [each.round for each in told(table).rounds] == [4]


def test_carbon_of_a_fire_is_set_free_by_the_planet(daybreak: SetTable) -> None:
    table = daybreak("crisis 1.424", "set us.resilience.ecological 0", "to crisis")
    table.submit("set dice.rolls_due 0")
    table.submit("crisis 1.424")

    assert table.state.recent == 2, "one for each of two bands"
    assert [each.released for each in told(table).rounds] == [2]


def test_a_story_that_has_hardly_begun_draws_only_what_there_is(daybreak: SetTable) -> None:
    begun, later = told(daybreak()), told(daybreak("to crisis", "roll planetary weather"))

    assert [len(draw_panels(story, str)) for story in (begun, later)] == [2, 4]


def test_every_power_has_a_shape_of_its_own(won: Story) -> None:
    carbon = draw_panels(won, str)[2]

    for shape in "●■◆▲":
        assert carbon.count(f">{shape}<") > 1, "in the legend, and in the bars"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "No turning point so far: no round has changed the odds much."),
        (
            ("set thermometer.bands 8",),
            "There was no turning point: no round changed the odds much.",
        ),
    ],
)
def test_a_game_without_a_turn_says_so(
    daybreak: SetTable, lines: tuple[str, ...], said: str
) -> None:
    story = told(daybreak("to local", "to emissions", *lines))

    assert story.turn is None
    assert said in [str(line) for line in describe_story(story)]


def test_what_was_undone_is_no_part_of_the_story(daybreak: SetTable) -> None:
    table = daybreak("to local", "set china.dirty 0", "undo")

    assert told(table).end["china"].dirty == 9


def test_a_game_that_has_not_started_has_no_story(daybreak: SetTable) -> None:
    table = daybreak()
    while undo_label(table):
        table.submit("undo")
    story = told(table)

    assert [str(line) for line in describe_story(story)] == ["This game has not started."]
    assert story_document(story)["rounds"] == []
    assert "<svg" in draw_story(story, str)
    assert draw_panels(story, str) == ()


OWN = [
    file.stem
    for file in sorted(GOLDEN.glob("*.table"))
    if "game daybreak" in file.read_text(encoding="utf-8").splitlines()
]
every_game = pytest.mark.parametrize("name", OWN)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def room_of(text: ElementTree.Element) -> tuple[float, float]:
    """From where to where a text goes, in a wide font."""
    x, wide = float(text.attrib["x"]), LETTERS[text.get("class", "")] * len(text.text or "")
    before = {"start": 0.0, "middle": wide / 2, "end": wide}[text.attrib["text-anchor"]]
    return x - before, x - before + wide


@every_game
@every_language
def test_nothing_leaves_its_drawing(name: str, lang: str) -> None:
    for panel in draw_panels(story_of(name), Language(lang, "daybreak").say):
        drawn = ElementTree.fromstring(panel)
        width, height = (float(side) for side in drawn.attrib["viewBox"].split()[2:])
        for box in drawn.iter("rect"):
            x, y = float(box.attrib["x"]), float(box.attrib["y"])
            assert x >= 0 <= y
            assert x + float(box.attrib["width"]) <= width
            assert y + float(box.attrib["height"]) <= height
            assert float(box.attrib["width"]) >= 0 <= float(box.attrib["height"])
        for text in drawn.iter("text"):
            left, right = room_of(text)
            assert left >= -1, text.text
            assert right <= width + 1, text.text
            assert 0 <= float(text.attrib["y"]) <= height


@every_game
@every_language
def test_the_picture_is_well_formed_and_holds_every_drawing(name: str, lang: str) -> None:
    story, speak = story_of(name), Language(lang, "daybreak").say
    picture = ElementTree.fromstring(draw_story(story, speak))
    panels = [ElementTree.fromstring(panel) for panel in draw_panels(story, speak)]

    for text in picture.findall(f"{SVG}text"):
        assert room_of(text)[1] <= float(picture.attrib["width"]), text.text
    assert [len(group) for group in picture.iter(f"{SVG}g")] == [len(panel) for panel in panels]


def test_the_drawings_bring_no_colours_and_have_names(won: Story) -> None:
    for panel in draw_panels(won, str):
        assert "style" not in panel
        assert not re.search('(fill|stroke)="', panel)
        assert 'role="img" aria-label="' in panel


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_story_is_told_in_every_language(won: Story, lang: str) -> None:
    lines = [Language(lang, "daybreak").say(line) for line in describe_story(won)]

    assert len(lines) == len(set(lines))
    assert any("5" in line for line in lines)
