"""Council of Shadows with hands only: what taps mean, and a whole game that equals its script."""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from companion.errors import Refusal
from companion.games import game
from companion.games.council_of_shadows.model.terms import KINDS
from companion.games.taps import Do, Gesture, Thing
from companion.match.match import Match
from companion.match.script import Script
from companion.match.script_syntax import lines
from companion.match.taps.script_gestures import ScriptedHands, read_movement
from companion.storage.journal import MemoryJournal
from tests.support.devices.simulated_controller import sitting_at
from tests.support.documents import without_revision
from tests.support.games.council_of_shadows_in_taps import movements

GAME = game("council_of_shadows")
BY_TAPS = Path(__file__).with_name("by_taps.table")
Move = Callable[..., Match]


def table_after(*told: str) -> Match:
    table = Match(GAME, MemoryJournal())
    for line in told:
        table.take(line)
    return table


def moved(table: Match, *made: str) -> Match:
    hands = ScriptedHands(table)
    for line in made:
        movement = read_movement(line)
        assert movement
        hands.move(movement)
    return table


TWO = ("seat red", "seat violet", "start")
FOLLOWED = ("set detail galaxies", *TWO)


@pytest.mark.slow
def test_a_whole_game_by_taps_equals_its_script() -> None:
    source = BY_TAPS.read_text(encoding="utf-8")
    told = Script(source, BY_TAPS).play().document
    with sitting_at(table=Match(GAME, MemoryJournal())) as played:
        for line in lines(source):
            if line.words[0] not in ("game", "expect"):
                played.do(*movements(played.writer.current.state, line.text))
                assert played.refusals == [], line.text
                assert played.shown, line.text
        assert without_revision(played.document) == without_revision(told)


def test_the_demonstration_is_that_game() -> None:
    source = (files("companion.games.council_of_shadows") / "demo.table").read_text("utf-8")
    demo = Script(source, Path("demo.table")).play().document
    told = Script(BY_TAPS.read_text(encoding="utf-8"), BY_TAPS).play().document

    assert without_revision(demo) == without_revision(told)


@pytest.mark.parametrize(
    ("told", "made", "line"),
    [
        ((), ("tap red",), "seat red"),
        ((), ("tap violet-gems",), "seat violet"),
        (("set modules.leaders true", "seat red"), ("tap ava",), "set red.leader ava"),
        (
            ("set modules.leaders true", "seat red", "seat violet", "set violet.leader ava"),
            ("tap zoe",),
            "set red.leader zoe",
        ),
        (TWO, ("tap ai-07",), "buy red ai-07"),
        (TWO, ("press gems", "turn +1", "press next"), "buy red volcanic"),
        (TWO, ("press energy", "turn +3", "press next"), "gain red energy 4"),
        ((*TWO, "to plan"), ("tap red-tower",), "play red-tower red 1"),
        ((*TWO, "to plan"), ("tap violet 3", "tap violet-gems"), "play violet-gems violet 3"),
        (
            (*TWO, "buy red ai-07", "to plan", "play red-tower red 1"),
            ("tap ai-07",),
            "play ai-07 red 2",
        ),
        ((*TWO, "to plan"), ("press energy", "turn -2", "press next"), "consume red -2"),
        ((*TWO, "to plan"), ("press next", "turn +8", "press next"), "consume red 8"),
        (
            ("set detail tracks", *TWO, "to plan"),
            ("tap violet", "turn +5", "press next"),
            "consume violet 5",
        ),
        (
            ("seat red", "seat blue automa", "start", "to plan"),
            ("tap automa-03",),
            "play automa-03 blue",
        ),
        (
            (*FOLLOWED, "to plan", "consume red 1", "consume violet 0", "to act"),
            ("tap galaxy blue",),
            "colony red 1 blue",
        ),
        (
            (
                *(*FOLLOWED, "to plan", "consume red 1", "consume violet 0", "to act"),
                *("colony red 1 blue", "next"),
            ),
            ("tap galaxy blue",),
            "score red blue",
        ),
        (
            (*FOLLOWED, "to plan", "consume red 1", "consume violet 0", "to act"),
            ("tap p2-05", "tap galaxy blue", "turn +1", "press next"),
            "play p2-05 blue 2",
        ),
        ((*TWO, "set red.energy 20", "next"), ("tap saver",), "choose saver"),
        ((*TWO, "set red.energy 20", "next"), ("turn +1", "press next"), "choose gemcraft"),
        (
            ("set detail full", *TWO, "to plan", "consume red 1", "consume violet 0", "to act"),
            ("press gems", "turn +3", "press next"),
            "gain red anthracite -1 gold 1",
        ),
        (
            (*TWO, "set red.level 1", "set red.energy 20", "next", "choose information"),
            ("tap ai-03",),
            "buy red ai-03 free",
        ),
        (
            (
                *(*FOLLOWED, "set galaxies.blue.colonies.red 1", "set red.level 1"),
                *("set red.energy 20", "next", "choose dominant"),
            ),
            ("tap galaxy blue",),
            "score red blue",
        ),
        (
            (*FOLLOWED, "set red.level 1", "set red.energy 20", "next", "choose settlement"),
            ("tap galaxy grey",),
            "colony red 1 grey",
        ),
        (
            (
                *("set detail galaxies", "set modules.leaders true", *TWO[:2]),
                *("set red.leader zoe", "set violet.leader ava", "start"),
            ),
            ("tap galaxy grey",),
            "colony red 1 grey",
        ),
        (("seat red", "seat violet"), ("press next",), "start"),
        (("seat red",), ("turn +3", "press next"), "seat blue automa"),
    ],
)
def test_hands_say_a_line(told: tuple[str, ...], made: tuple[str, ...], line: str) -> None:
    table = moved(table_after(*told), *made)

    assert table.steps[-1].line == line


@pytest.mark.parametrize(
    ("told", "made", "code"),
    [
        ((), ("tap stargate",), "not_started"),
        (TWO, ("tap green",), "unknown_seat"),
        (TWO, ("tap galaxy yellow",), "unknown_galaxy"),
        (TWO, ("tap stargate",), "not_your_stage"),
        (TWO, ("tap red-tower",), "not_your_stage"),
        (TWO, ("tap red 4",), "no_such_slot"),
        (TWO, ("tap light-01",), "not_your_stage"),
        (TWO, ("tap automa-01",), "not_your_stage"),
        ((*TWO, "to plan"), ("tap ai-01",), "not_in_hand"),
        ((*TWO, "to plan"), ("press gems",), "not_your_stage"),
        (
            (*TWO, "to plan", "consume red 1", "consume violet 1"),
            ("press energy",),
            "already_planned",
        ),
        (
            (*TWO, "to plan", "consume red 1", "consume violet 0", "to act"),
            ("press gems",),
            "not_tracked",
        ),
        (
            (*TWO, "to plan", "consume red 1", "consume violet 0", "to act"),
            ("tap p1-01", "tap galaxy blue"),
            "no_such_space",
        ),
        ((*TWO, "set red.energy 20", "next"), ("press energy",), "not_your_stage"),
    ],
)
def test_hands_are_refused(told: tuple[str, ...], made: tuple[str, ...], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        moved(table_after(*told), *made)

    assert refused.value.code == code


def test_with_no_empty_slot_the_screen_asks_for_one() -> None:
    laid = ("play red-tower red 1", "play red-harvest red 2", "play red-discover red 3")
    table = moved(table_after(*TWO, "to plan", *laid), "tap red-gems", "turn +1", "press next")

    assert table.steps[-1].line == "play red-gems red 2"


def test_looking_at_a_seat_or_a_galaxy_changes_nothing() -> None:
    table = table_after(*TWO)
    before = table.revision
    moved(table, "tap red", "press next", "tap galaxy blue", "tap red 2", "press next")

    assert table.revision == before


def test_a_price_that_nobody_has_read_is_asked_for_gem_by_gem() -> None:
    table = table_after("set detail full", *TWO)
    answers = ("turn +1", "press next", "press next", "press next")
    moved(table, "tap ai-07", *answers, "tap ai-07")

    assert [step.line for step in table.steps[-4:]] == [
        "set facts.ai.ai-07.cost.anthracite 1",
        "set facts.ai.ai-07.cost.gold 0",
        "set facts.ai.ai-07.cost.clear 0",
        "buy red ai-07",
    ]


def test_the_order_is_drawn_by_the_table() -> None:
    table = table_after("seat red", "seat violet")
    question = GAME.tap_handler.question(table.state)
    assert question
    at = next(n for n, choice in enumerate(question.choices) if choice.drawn)
    moved(table, f"turn +{at}", "press next")

    assert table.steps[-1].line in ("order red violet", "order violet red")


def test_everything_that_can_have_a_tag_has_a_name() -> None:
    table = table_after("set detail galaxies", *TWO)
    for card in GAME.tap_handler.deck(table.state):
        assert GAME.tap_handler.thing(table.state, card) == Thing("card", card)
        assert str(GAME.tap_handler.name(table.state, Thing("card", card)))
    assert set(GAME.tap_handler.deck(table.state)) == set(KINDS)
    for row in GAME.layout.rows:
        for tag in row.tags:
            assert GAME.tap_handler.thing(table.state, tag) == Thing("place", tag)
            assert str(GAME.tap_handler.name(table.state, Thing("place", tag)))
    assert str(GAME.tap_handler.name(table.state, Thing("card", "1.035"))) == "1.035"
    assert GAME.tap_handler.thing(table.state, "galaxy purple") is None


def test_lights_tell_the_highest_level() -> None:
    levels = [
        GAME.tap_handler.level(table_after(*TWO, f"set red.level {level}").state)
        for level in range(5)
    ]

    assert [GAME.tap_handler.level(GAME.blank), *levels] == [0, 0, 3, 6, 8, 8]


def test_next_is_due_whenever_it_would_be_taken() -> None:
    due = [
        (GAME.tap_handler.due(table_after(*told).state), told[-1])
        for told in (
            ("seat red",),
            TWO,
            (*TWO, "to plan"),
            (*TWO, "to plan", "consume red 1", "consume violet 1"),
            (*TWO, "set red.energy 20", "next"),
        )
    ]

    assert [button for button, _ in due] == ["", "next", "", "next", ""]


def test_before_the_start_next_starts() -> None:
    assert GAME.tap_handler.next(table_after("seat red", "seat violet").state) == Do("start")


def test_the_shop_offers_stations_where_there_is_a_colony() -> None:
    told = ("set detail galaxies", "set modules.stations true", *TWO, "colony red 1 blue")
    table = moved(table_after(*told), "press gems", "turn -1", "press next")

    assert table.steps[-1].line == "buy red station settle blue"


def test_without_galaxies_every_station_is_offered() -> None:
    told = ("set modules.stations true", *TWO, "buy red station harvest grey")
    reach = ("buy red range 1 free",) * 2
    asked = GAME.tap_handler.taken_up(table_after(*told, *reach).state, "gems")
    assert asked
    lines = [choice.answer for choice in asked.choices]

    assert "buy red station score blue" in lines
    assert "buy red range 1" not in lines
    assert not any("grey" in line or "harvest" in line for line in lines)


def test_a_cube_is_asked_for_by_its_space() -> None:
    told = (
        *(*FOLLOWED, "colony red 1 blue 1", "colony red 1 blue 2", "to plan", "consume red 1"),
        *("consume violet 0", "to act", "next", "score red blue"),
    )
    question = GAME.tap_handler.question(table_after(*told).state)
    assert question

    assert [str(choice.text) for choice in question.choices] == ["space 1", "space 2"]


def test_a_galaxy_is_only_looked_at_where_it_means_nothing() -> None:
    table = table_after(*FOLLOWED)
    before = table.revision

    assert moved(table, "tap galaxy blue").revision == before


def test_a_leader_without_a_seat_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        moved(table_after("set modules.leaders true"), "tap ava")

    assert refused.value.code == "not_started"


def test_a_gesture_that_waits_goes_back_with_next() -> None:
    table = table_after(*TWO)
    gesture = Gesture().then(Thing("seat", "red")).then(Thing("command", "next"))
    assert getattr(GAME.tap_handler.meaning(table.state, gesture), "page", "") == "seat red"


def test_a_tile_that_lies_somewhere_says_its_yield_by_one_tap() -> None:
    planned = ("to plan", "consume red 9", "consume violet 2", "next")
    read = ("set facts.tiles.p2-05.yield.energy 3", "play p2-05 blue 2")
    table = moved(table_after(*FOLLOWED, *planned, *read), "tap p2-05")

    assert table.steps[-1].line == "harvest red 1 blue 2"
    assert table.document["players"]["red"]["energy"] == 3


def test_a_tile_whose_yield_nobody_has_read_is_only_looked_for() -> None:
    planned = ("to plan", "consume red 9", "consume violet 2", "next", "play p2-05 blue 2")
    table = moved(table_after(*FOLLOWED, *planned), "tap p2-05")

    assert table.steps[-1].line == "play p2-05 blue 2"
