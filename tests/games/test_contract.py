"""Every game, and two from outside, hold what ``companion.testing`` asks of each."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import broken, game, names, playable
from companion.i18n.catalogs import LANGUAGES, Language
from companion.i18n.message import say
from companion.testing import CHECKS
from companion.testing.examination import Examination, found_by
from companion.testing.packages import find_package
from companion.testing.walks import take, walk
from tests.support.effort import many
from tests.support.games.outside import TOYS as TOYS_FOLDER
from tests.support.games.outside import installed, offered

TOYS = ("ladder", "atoll")
SEEDS, STEPS = range(0, many(2), 2), 90


@pytest.fixture(scope="module", params=[*names(), *TOYS])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param in TOYS:
        with installed(tmp_path_factory.mktemp("site"), request.param):
            yield request.param
    else:
        yield request.param


@pytest.fixture(scope="module", params=SEEDS)
def subject(played: str, request: pytest.FixtureRequest) -> Examination:
    """Its games are played once for all checks."""
    return Examination(find_package(played), request.param, STEPS)


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_holds(subject: Examination, check: str) -> None:
    assert [str(problem) for problem in found_by(CHECKS[check], subject)] == []


def test_a_walk_of_offers_reaches_a_round(subject: Examination) -> None:
    """Nobody needs a page of the game's own to begin it, at least."""
    walks = (each.match for each in subject.walks)

    assert all(any(subject.game.round_of(it.state) for it in each.history) for each in walks)


def test_words_without_meaning_are_refused_with_a_code(subject: Examination) -> None:
    walk = subject.walks[0]
    words = [word for step in walk.match.steps for word in step.line.split()][:60]
    random = Random(5)
    for _ in range(60):
        take(walk, " ".join(random.choices([*words, "?", "-1", '"', "x" * 40], k=4)))
    assert walk.crashes == []


def test_what_the_tutorial_names_as_numbers_can_be_set(tmp_path: Path) -> None:
    with installed(tmp_path):
        ladder = game("ladder")
        table = walk(ladder, 1, 4).match
        assert ladder.round_of(table.state)
        assert ladder.numbers(table.state)
        for path in ladder.numbers(table.state):
            assert (
                table.take(f"set {path} 7").document["heights"][path.removeprefix("heights.")] == 7
            )


def test_the_toy_game_is_small_and_has_nothing_outside_its_folder() -> None:
    files = (TOYS_FOLDER / "ladder").rglob("*.py")

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
