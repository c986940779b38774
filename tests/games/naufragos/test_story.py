"""The story of a game of Náufragos: what became of people, food, wood and dice."""

from xml.etree import ElementTree

from companion.games import Document, game
from companion.games.naufragos.recap import Story
from companion.i18n.catalogs import LANGUAGES, Language
from companion.match.match import Match
from companion.match.script import read_script
from companion.storage.journal import MemoryJournal
from tests.support.devices.simulated_controller import GOLDEN

NAUFRAGOS = game("naufragos")
assert NAUFRAGOS.recap
RECAP = NAUFRAGOS.recap


def story_of(name: str) -> Story:
    told: Story = RECAP.story(read_script(GOLDEN / f"naufragos_{name}.table").play().happened())
    return told


def after(*lines: str) -> Story:
    table = Match(NAUFRAGOS, MemoryJournal())
    for line in lines:
        table.submit(line)
    told: Story = RECAP.story(table.happened())
    return told


def test_goods_that_came_are_those_that_went_or_are_left() -> None:
    table = read_script(GOLDEN / "naufragos_four_rescued.table").play()
    told = RECAP.document(RECAP.story(table.happened()))
    given = sum(
        int(step.line.split()[2]) for step in table.steps if step.line.startswith("gain store.food")
    )

    left = table.document["store"]["food"] + table.document["store"]["perishable"]
    food = told["food"]
    assert 3 + given + food["found"] == food["eaten"] + food["rotten"] + left


def test_the_document_tells_turns_people_and_the_end() -> None:
    told: Document = RECAP.document(story_of("three_die"))

    assert told["reason"] == "dead"
    assert len(told["died"]) == 3
    assert [turn["round"] for turn in told["turns"]] == list(range(1, 9))
    assert set(told["turns"][0]["energy"]) == set(told["seats"])
    assert sum(told["faces"].values()) > 0


def test_the_words_end_with_the_end() -> None:
    for name, ending in {
        "four_rescued": "A ship has seen you: you are rescued! Most points:",
        "solo_out_of_time": "The last turn is over",
        "three_die": "Nobody is alive",
    }.items():
        lines = RECAP.describe(story_of(name))
        assert str(lines[-1]).startswith(ending)
        assert len(lines) > 5


def test_a_game_that_goes_on_and_one_that_has_not_begun_are_told_too() -> None:
    assert [str(line) for line in RECAP.describe(after())] == ["The game goes on."]
    assert RECAP.panels(after(), str) == ()
    begun = after("seat red", "start")
    assert str(RECAP.describe(begun)[0]) == "1 turn was played."
    assert len(RECAP.panels(begun, str)) == 2
    assert RECAP.document(begun)["way_home"]["expected"] is None


def test_every_picture_is_drawn_in_every_language() -> None:
    story = story_of("four_rescued")
    for code in LANGUAGES:
        speak = Language(code, "naufragos").say
        assert len(RECAP.panels(story, speak)) == 4
        ElementTree.fromstring(RECAP.draw(story, speak))
    ElementTree.fromstring(RECAP.draw(story_of("solo_out_of_time"), str))
