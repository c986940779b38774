"""Many hands: what a phone was told is saved is there, whoever saved beside it or died."""

import sys
from pathlib import Path
from random import Random

import pytest

from companion.games import game
from companion.match.session import Session
from companion.storage.packs.load import load_cards
from companion.storage.saved_games import SavedGames
from tests.support.effort import many
from tests.support.programs import started_program
from tests.support.storage.many_phones import PHONES

DAYBREAK = game("daybreak")
SAVES = many(60, soak=2000)
KILLS = many(2, soak=30)


def lines_of_a_life(folder: Path, seed: int, saves: int, until: int | None) -> list[str]:
    """What four phones were told until so many answers were saved; then the power goes."""
    arguments = [*map(str, (folder, seed, saves // PHONES))]
    with started_program(
        [sys.executable, "-m", "tests.support.storage.many_phones", *arguments],
        limit_s=many(60),
        cwd=Path(__file__).parents[3],
    ) as table:
        assert table.stdout
        told, saved = [], 0
        for line in table.stdout:
            told.append(line.strip())
            saved += line.startswith("saved")
            if until is not None and saved >= until:
                table.kill()
                break
        told += [
            line.strip() for line in table.stdout.read().splitlines(keepends=True) if "\n" in line
        ]
    assert until is not None or table.returncode == 0
    return told


@pytest.mark.slow
def test_four_phones_save_at_once_and_no_answer_is_lost(tmp_path: Path) -> None:
    random, told = Random(17), []
    for life in range(KILLS):
        told += lines_of_a_life(tmp_path, life, SAVES, random.randint(1, SAVES // (2 * KILLS)))
    left = SAVES - sum(line.startswith("saved") for line in told)
    told += lines_of_a_life(tmp_path, KILLS, left + PHONES - left % PHONES, None)

    assert sum(line.startswith("saved") for line in told) >= SAVES
    answers: dict[str, list[tuple[str, ...]]] = {}
    for line in told:
        word, number, tags = line.split()
        if word == "saved":
            answers[number] = []  # what was said before is not asked for any more
        if number in answers:
            answers[number].append(tuple(tags.split(",")))
    session = Session(SavedGames(tmp_path), "daybreak")
    kept, played = load_cards(DAYBREAK, tmp_path).cards, session.writer.current.state.cards
    session.close()

    # What was sent and not answered before the power went may be there or not.
    assert [number for number, said in answers.items() if kept[number].tags not in said] == []
    sure = [number for number, said in answers.items() if len(said) == 1]
    assert [number for number in sure if played[number].tags != kept[number].tags] == []
    assert not list(tmp_path.rglob("*.broken-*"))
