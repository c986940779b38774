"""``companion bench effort``: what people would move, and what they are asked for instead."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from companion.games import game, names, resource, several
from companion.match.match import Match, Revision, Step
from companion.match.script import Script
from companion.match.script_syntax import Line
from companion.match.taps.throwing import after as after_throw
from companion.match.taps.throwing import following_throw
from tests.benchmarks.effort import effort_of
from tests.benchmarks.page_touches import Pages, ways_to_fill
from tests.benchmarks.pieces_moved import pieces_of

DAYBREAK = "game daybreak\nseat china\nseat us\nstart\n"


def moved(script: str, fewest: bool = False) -> Iterator[tuple[str, int]]:
    """Each event of a script that makes people move something, and how many pieces."""
    steps: list[Step] = []
    table: Match = Script(script, Path("moved.table")).play(
        lambda line, table, change: steps.extend([change.step] if change else [])
    )
    for step in steps:
        state = step.before
        for event in step.events:
            if many := pieces_of(table.game).movements(state, event, fewest):
                yield type(event).__name__, many
            state = table.game.evolve(state, event)


def after(beginning: str, line: str, fewest: bool = False) -> list[tuple[str, int]]:
    before = list(moved(beginning, fewest))
    return list(moved(f"{beginning}{line}\n", fewest))[len(before) :]


def test_a_round_of_daybreak_moves_tokens_cubes_and_markers() -> None:
    ready = f"{DAYBREAK}set china.dirty 20\nto local\n"
    assert after(DAYBREAK, "set china.dirty 20") == [("Corrected", 11)]
    told = dict(after(ready, "to crisis"))
    carbon = dict(after(ready, "to crisis", fewest=True))
    assert set(told) == {"CarbonEmitted", "CarbonSequestered", "EmissionsMoved"}
    # Eleven Trees and seven Oceans, covered and uncovered; five cubes may be one piece.
    assert (told["CarbonSequestered"], carbon["CarbonSequestered"]) == (36, 12)
    assert carbon["EmissionsMoved"] < told["EmissionsMoved"]


@pytest.mark.parametrize(
    ("line", "many"),
    [
        ("set us.demand 20", 1),  # a marker, however far
        ("set trees 3", 8),
        ("set us.communities 3", 3),
        ("set dice.rolls_due 2", 0),
        ("set drawdown true", 0),
    ],
)
def test_what_is_put_right_was_moved_before(line: str, many: int) -> None:
    assert sum(each for _, each in after(DAYBREAK, line)) == many


def test_a_limited_action_has_a_cube_on_its_card() -> None:
    ready = f"{DAYBREAK}to local\ntags 1.078 incentive infrastructure\nplay 1.078 us 1\n"
    assert ("ActionTaken", 2) in after(ready, "act us 1")


def test_the_castaways_move_pawns_food_and_cubes_on_their_scales() -> None:
    told = dict(moved(Path("tests/golden/naufragos_four_rescued.table").read_text()))
    assert told["PawnPlaced"] == 2
    assert told["FirstPlayerPassed"] == 2
    assert told["EnergyLost"] == 1
    assert told["Built"] > 1
    dying = dict(moved(Path("tests/golden/naufragos_three_die.table").read_text()))
    assert (dying["InjuryWorsened"], dying["Died"]) == (2, 1)
    assert {"Ate", "FoodFound", "MovedOn", "WeatherMoved"} <= set(told)


def test_the_council_moves_tokens_gems_and_cubes() -> None:
    told = dict(moved(Path("tests/golden/council_two_in_full.table").read_text()))
    assert told["GameStarted"] == 10
    assert told["EnergyGained"] == 1
    assert {"Revealed", "OrderFound", "Colonized", "GemsChanged", "Bought"} <= set(told)


def test_a_card_that_people_move_anyway_costs_nothing_and_its_place_one_tap() -> None:
    effort = effort_of(
        f"{DAYBREAK}to local\ntags 1.078 incentive infrastructure\n"
        "tap 1.078\ntap us 1\ntap us 1 @ us\npress next\n"
    )
    assert effort.hands[1] == 2 + 3  # NEXT twice, to the Local stage; the place, the stack, NEXT
    assert effort.said_once > 0
    assert effort.hands[0] == effort.phones[0] == 5  # two seats; the set-up opened, looked at, sent


def test_pawns_that_people_place_anyway_are_told_and_not_saved() -> None:
    ready = "game naufragos\nseat red\nseat blue\nstart\nevent none none\nnext\n"
    effort = effort_of(f"{ready}tap red\ntap wood\n")
    assert (effort.movements[1], effort.told[1]) == (3, 2)  # its energy is saved
    assert effort.kinds["hands"]["place"] == 2


def test_what_somebody_has_moved_before_they_told_of_it_is_not_saved() -> None:
    effort = effort_of(f"{DAYBREAK}set trees 3\n")
    assert (effort.movements[1], effort.told[1]) == (8, 8)


def test_what_is_said_once_of_a_card_counts_on_the_first_evening_only() -> None:
    script = f"{DAYBREAK}to local\ntags 1.078 incentive infrastructure\n"
    later, at_first = effort_of(script), effort_of(script, first_evening=True)
    assert later.said_once == at_first.said_once > 0
    assert sum(at_first.hands.values()) == sum(later.hands.values()) + later.said_once
    assert "tags" not in later.kinds["hands"]


def test_touches_are_those_of_the_real_page(tmp_path: Path) -> None:
    with closing(Pages(tmp_path, "daybreak")) as pages:
        for line in ("seat china", "seat us", "start"):
            pages.count([line])
        assert pages.count(["to local"]) == (1, 2)  # NEXT leads there, pressed twice
        pages.send("tags 1.078 incentive infrastructure")
        assert pages.count(["play 1.078 us 1"]) == (1, 2)  # the sheet, and the card in its list
        assert pages.count(["act us 1"]) == (1, 1)
        # Two are ticked in a list; then one is ticked on the board, and goes to a stack.
        assert pages.count(["hand us 1.013 1.084"]) == (1, 4)
        assert pages.count(["tuck 1.084 us 2"]) == (1, 2)


def test_a_phone_that_could_not_send_a_line_is_a_mistake(tmp_path: Path) -> None:
    with closing(Pages(tmp_path, "naufragos")) as pages, pytest.raises(LookupError):
        pages.count(["roll dice 3"])


def test_a_part_that_may_be_left_out_is_tried_with_and_without() -> None:
    pattern = "explore[ {card}] {deck} {difficulty}[ {advance}]"
    ways = list(ways_to_fill(pattern, "explore coast 1 advance"))
    right = {"card": "", "deck": "coast", "difficulty": "1", "advance": "advance"}
    assert right in ways
    assert not list(ways_to_fill("play {card} us 1", "act us 1"))


def test_inputs_that_one_form_sends_are_counted_together(tmp_path: Path) -> None:
    started = ("set detail galaxies", "seat red", "seat violet", "start", "to plan")
    acts = ("colony red 1 grey", "gain red energy 1", "gain red energy 2", "next")
    with closing(Pages(tmp_path, "council_of_shadows")) as pages:
        for line in (*started, "consume red 3", "consume violet 1", "to act"):
            pages.send(line)
        # A tick, and the sum of the energy, which ends the actions; then all that is ticked.
        assert pages.count(acts) == (4, 2)
        scored = ("score red grey", "next")
        assert pages.count(scored) == (2, 1)


def test_dice_of_one_cause_are_one_touch_and_others_are_not(tmp_path: Path) -> None:
    with closing(Pages(tmp_path, "naufragos")) as pages:
        for line in ("seat red", "seat blue", "start", "event none none"):
            pages.send(line)
        fed = ("set store.food 9", "set fire.lit true", "set fire.wood 1")
        for line in (*fed, "set red.injuries 1", "set blue.injuries 1", "to end"):
            pages.send(line)
        thrown = ("roll dice 5", "roll dice 4", "next")
        assert pages.count(thrown) == (2, 1)


@pytest.mark.parametrize("name", names())
def test_dice_that_are_told_in_one_line_are_those_of_one_press(name: str) -> None:
    source = resource(game(name), "demo.table")
    assert source

    def watch(line: Line, table: Match, change: Revision | None) -> None:
        if change is None or not change.line.startswith("roll "):
            return
        rules, state = table.game, change.step.before
        first, *_ = parts = several.parts(change.line)
        throw = rules.tap_handler.throw(state, first.split()[1])
        follows = []
        for part in parts:
            assert throw
            state = after_throw(rules, state, part)
            follows.append(following_throw(rules, state, throw) is not None)
        assert follows == [True] * (len(parts) - 1) + [False], change.line

    Script(source.read_text(encoding="utf-8"), Path("demo.table")).play(watch)


@pytest.mark.slow
def test_every_game_that_plays_itself_is_counted_by_rounds() -> None:
    result = CliRunner().invoke(main, ["--lang", "en", "bench", "effort", "--json"])
    told = json.loads(result.stdout)
    figures = told["figures"]
    assert told["name"] == "effort"
    for name in ("daybreak", "naufragos", "council_of_shadows"):
        for way in ("hands", "phones"):
            whole = figures[f"{name}.{way}.interactions"]
            rounds = [n for n in range(30) if f"{name}.{way}.round_{n}.interactions" in figures]
            assert sum(figures[f"{name}.{way}.round_{n}.interactions"] for n in rounds) == whole
            kinds = [each for each in figures if each.startswith(f"{name}.{way}.of.")]
            assert sum(map(figures.__getitem__, kinds)) == whole
            saved, told = figures[f"{name}.{way}.saved"], figures[f"{name}.{way}.told"]
            assert saved + told == figures[f"{name}.{way}.movements_by_hand"]
            assert figures[f"{name}.{way}.saved_per_interaction"] == pytest.approx(saved / whole)
            assert figures[f"{name}.first_evening.{way}.saved"] == saved
    photos = {key: figures[f"daybreak.photos.{key}"] for key in ("saved", "interactions")}
    ratio = photos["saved"] / photos["interactions"]
    assert figures["daybreak.photos.saved_per_interaction"] == pytest.approx(ratio)
    assert photos["saved"] == figures["daybreak.phones.saved"]
    saved = figures["movements_by_hand"] / figures["interactions"]
    assert figures["movements_per_interaction"] == pytest.approx(saved)
    assert figures["daybreak.hands.interactions"] == figures["interactions"]


@pytest.mark.slow
def test_the_readme_says_about_what_is_counted() -> None:
    """A script may tell a movement more or less from time to time; the order must be right."""
    readme = " ".join(Path("README.md").read_text(encoding="utf-8").split())
    result = CliRunner().invoke(main, ["--lang", "en", "bench", "effort", "--json"])
    figures = json.loads(result.stdout)["figures"]
    for said, key in (
        (r"move ([\d,]+) tokens", "movements_by_hand"),
        (r"\(([\d,]+) pieces", "fewest_pieces_by_hand"),
        (r"takes ([\d,]+) taps", "interactions"),
        (r"([\d.]+) movements saved", "movements_per_interaction"),
        (r"alone ([\d,]+) touches", "daybreak.phones.interactions"),
        (r"at ([\d.]+) and [\d.]+ by hands", "naufragos.hands.saved_per_interaction"),
        (r"at [\d.]+ and ([\d.]+) by hands", "council_of_shadows.hands.saved_per_interaction"),
        (r"it is ([\d.]+), [\d.]+ and", "daybreak.first_evening.hands.saved_per_interaction"),
    ):
        found = re.search(said, readme)
        assert found, said
        assert float(found[1].replace(",", "")) == pytest.approx(figures[key], rel=0.1)
