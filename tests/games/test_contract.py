"""The contract of ``tests/support/game_contract.py``, asked of every game and of an outside one."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import AnyGame, broken, game, names, playable
from companion.i18n.catalogs import LANGUAGES, Language
from companion.i18n.message import say
from tests.support import game_contract as contract
from tests.support.effort import many
from tests.support.outside import TOY, installed, offered

STEPS = 90
SEEDS = range(many(2))


@pytest.fixture(scope="module", params=[*names(), "ladder"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AnyGame]:
    if request.param == "ladder":
        with installed(tmp_path_factory.mktemp("site")):
            yield game("ladder")
    else:
        yield game(request.param)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_it_promises_is_there_at_every_step(played: AnyGame, seed: int) -> None:
    for change in contract.walk(played, Random(seed), STEPS):
        contract.promises_are_kept(played, change)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_it_offers_can_be_said_and_shown_in_every_language(
    played: AnyGame, seed: int
) -> None:
    for change in contract.walk(played, Random(seed), STEPS):
        contract.everything_is_said(played, change)
        if change.revision % 5 == 1:
            contract.every_page_is_drawn(played, change)


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_can_be_tapped_is_understood_or_refused(played: AnyGame, seed: int) -> None:
    for change in contract.walk(played, Random(seed), STEPS):
        if change.revision % 9 == 2:
            contract.every_tap_means_something_or_is_refused(played, change)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_phone_goes_on_wherever_the_panel_does(played: AnyGame, seed: int) -> None:
    random = Random(seed)
    for change in contract.walk(played, Random(seed), STEPS):
        contract.a_phone_goes_on_as_the_panel_does(played, change, random)


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_redo_and_a_crash_are_exact(played: AnyGame, seed: int) -> None:
    table = contract.played(played, Random(seed), STEPS)

    contract.a_crash_changes_nothing(table)
    contract.undo_and_redo_are_exact(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_exported_comes_back_the_same(played: AnyGame, seed: int, tmp_path: Path) -> None:
    table = contract.played(played, Random(seed), STEPS)

    contract.what_is_taken_away_comes_back(table, tmp_path)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_secret_looks_like_any_other_to_whom_it_does_not_belong(
    played: AnyGame, seed: int
) -> None:
    random = Random(seed)
    for change in contract.walk(played, random, STEPS if played.secretive else 0):
        if change.revision == 1:
            continue
        lines = contract.offers(played, change.step.before, random)
        contract.a_secret_cannot_be_told_from_another(played, change, lines)


def test_a_walk_of_offers_reaches_the_end_of_a_game(played: AnyGame) -> None:
    """Nobody needs a page of the game's own to begin it, at least."""
    table = contract.played(played, Random(3), STEPS)

    assert played.round_of(table.state) > 0


def test_words_without_meaning_are_refused_with_a_code(played: AnyGame) -> None:
    table = contract.played(played, Random(1), 20)
    words = [word for step in table.steps for word in step.line.split()][:60]
    random = Random(5)
    for _ in range(60):
        contract.take(table, " ".join(random.choices([*words, "?", "-1", '"', "x" * 40], k=4)))


def test_what_the_tutorial_names_as_numbers_can_be_set(tmp_path: Path) -> None:
    with installed(tmp_path):
        ladder = game("ladder")
        table = contract.played(ladder, Random(1), 4)
        assert ladder.round_of(table.state)
        assert ladder.numbers(table.state)
        for path in ladder.numbers(table.state):
            assert (
                table.take(f"set {path} 7").document["heights"][path.removeprefix("heights.")] == 7
            )


def test_the_toy_game_is_small_and_has_nothing_outside_its_folder() -> None:
    files = TOY.rglob("*.py")

    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 150


def test_a_game_without_catalogs_is_shown_in_the_words_it_has(tmp_path: Path) -> None:
    with installed(tmp_path):
        for code in LANGUAGES:
            assert Language(code, "ladder").say(game("ladder").name) == "Ladder"
        assert Language("es", "ladder").say(say("NEXT")) == "SIGUIENTE"


def test_a_game_that_cannot_be_loaded_is_told_and_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "wreck.py").write_text("1 / 0\n", encoding="utf-8")
    with offered(tmp_path, "wreck"):
        assert "wreck" not in playable()
        assert "daybreak" in playable()
        assert str(broken()["wreck"]) == (
            "The game wreck cannot be used (ZeroDivisionError: division by zero)."
        )


def test_what_is_no_game_is_told_as_well(tmp_path: Path) -> None:
    (tmp_path / "chair.py").write_text("GAME = 'four legs'\n", encoding="utf-8")
    with offered(tmp_path, "chair"):
        assert "it is no game of that name" in str(broken()["chair"])
