"""The story of a game of Council of Shadows: both tracks by round, levels, what paid."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.games import game
from companion.games.council_of_shadows.recap import Story, source_of
from companion.i18n.catalogs import LANGUAGES, Language
from companion.match.match import Match
from companion.match.script import Script
from companion.storage.journal import MemoryJournal
from tests.support.devices.simulated_controller import GOLDEN

GAME = game("council_of_shadows")
assert GAME.recap
TOLD = GAME.recap


def story_of(table: Match) -> Story:
    story: Story = TOLD.story(table.happened())
    return story


@pytest.fixture(scope="module")
def story() -> Story:
    file = GOLDEN / "council_two_in_full.table"
    return story_of(Script(file.read_text(encoding="utf-8"), Path(file)).play())


def test_it_has_both_tracks_of_every_round(story: Story) -> None:
    document = TOLD.document(story)
    last = document["rounds"][-1]

    assert [told["round"] for told in document["rounds"]] == list(range(1, 12))
    assert last["seats"]["violet"]["level"] == 3
    assert document["outcome"]["winners"] == ["violet"]


def test_what_paid_adds_up_to_what_was_gained(story: Story) -> None:
    document = TOLD.document(story)
    for seat in story.seats:
        end = story.rounds[-1].seats[seat]
        assert sum(document["paid"][seat].values()) == sum(story.paid[seat].values())
        assert end.level == max(rise.level for rise in story.rises if rise.seat == seat)


def test_it_is_told_in_words_and_pictures_in_every_language(story: Story) -> None:
    for code in LANGUAGES:
        speak = Language(code, GAME.id).say
        assert all(speak(line).strip() for line in TOLD.describe(story))
        ElementTree.fromstring(TOLD.draw(story, speak))
        panels = TOLD.panels(story, speak)
        assert len(panels) == len(story.seats) + 1
        for panel in panels:
            ElementTree.fromstring(panel)


def test_a_game_that_goes_on_has_a_story_too() -> None:
    table = Match(GAME, MemoryJournal())
    assert [str(line) for line in TOLD.describe(story_of(table))] == ["This game has not started."]
    for line in ("seat red", "seat violet", "start"):
        table.take(line)
    told = story_of(table)

    assert str(TOLD.describe(told)[-1]) == "The game goes on."
    assert "Red got no energy." in map(str, TOLD.describe(told))
    assert TOLD.document(told)["outcome"] is None
    assert TOLD.panels(Story(), str) == ()
    ElementTree.fromstring(TOLD.draw(told, str))


@pytest.mark.parametrize(
    ("why", "source"),
    [
        ("galaxy blue", "galaxies"),
        ("", "actions"),
        ("harvest", "harvest"),
        ("empire", "cards"),
        ("s3e3", "cards"),
        ("energy-1", "upgrades"),
    ],
)
def test_energy_is_told_by_what_it_came_from(why: str, source: str) -> None:
    assert source_of(why, final=False) == source
    assert source_of(why, final=True) == "account"
