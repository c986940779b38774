"""Bits flip, pages are overwritten, files cut: it starts, tells, loses only what was hit."""

import os
import shutil
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.match.match import Match
from companion.storage.high_water_marks import FILE as COUNTS
from companion.storage.saved_games import FILE, SavedGames
from companion.storage.sqlite import connect
from companion.storage.transfer import as_script
from tests.support.storage.damage import DAMAGES, Evening, Trial
from tests.support.tally import OpenShelf, played

SOAK = int(os.environ.get("SOAK", "1"))
TRIALS = 24 * SOAK
DAYBREAK = ("seat china", "seat us", "start")


def evening_of(folder: Path, to: Path, game: str, lines: tuple[str, ...], *, cut: bool) -> Evening:
    """A game that was played; with a power ``cut`` at its end, much of it is only written ahead."""
    with closing(SavedGames(folder)) as saved_games:
        table = saved_games.resume_or_begin(game)
        for line in lines:
            table.take(line)
        if cut:
            shutil.copytree(folder, to)
        told = table.revision, table.document, entries_of(table)
    if not cut:
        shutil.copytree(folder, to)
    return Evening(to, *told)


def entries_of(table: Match) -> frozenset[int]:
    return frozenset(range(1, table.revision + 1))


def many_lines(random: Random) -> tuple[str, ...]:
    return tuple(
        random.choice(("add 0", "roll 0", "next", "undo" if at % 7 == 6 else "add 0"))
        for at in range(40)
    )


@pytest.fixture
def tallied(tmp_path: Path) -> Evening:
    lines = many_lines(Random(1))
    return evening_of(tmp_path / "played", tmp_path / "kept", "tally", lines, cut=False)


@pytest.fixture
def tallied_and_cut(tmp_path: Path) -> Evening:
    lines = many_lines(Random(2))
    return evening_of(tmp_path / "played", tmp_path / "kept", "tally", lines, cut=True)


@pytest.fixture
def daybreak_and_cut(tmp_path: Path) -> Evening:
    """Its opening takes many pages of its own."""
    return evening_of(tmp_path / "played", tmp_path / "kept", "daybreak", DAYBREAK, cut=True)


def try_everything(evening: Evening, game: str, parts: tuple[str, ...], tmp: Path) -> Counter[str]:
    figures: Counter[str] = Counter()
    for seed in range(TRIALS):
        random = Random(seed)
        part = parts[seed % len(parts)]
        damage = DAMAGES[seed // len(parts) % len(DAMAGES)]
        trial = evening.damaged(tmp / "trial", part, damage, random)
        outcome = trial.open(game)
        where = f"seed {seed}: {damage.__name__} of {part or 'the file'}: {outcome}"
        assert outcome.started, where
        assert outcome.lost <= trial.may_be_lost, f"{where}; at most {trial.may_be_lost}"
        assert outcome.same or outcome.told, where
        figures["noticed"] += bool(outcome.told)
        figures["whole"] += outcome.same
    return figures


def test_a_damaged_file_loses_nothing_outside_the_damaged_page(
    tallied: Evening, tmp_path: Path
) -> None:
    figures = try_everything(tallied, "tally", ("",), tmp_path)
    assert figures["noticed"] > TRIALS // 4


@pytest.mark.slow
def test_what_was_written_ahead_and_is_damaged_is_told_and_salvaged(
    tallied_and_cut: Evening, tmp_path: Path
) -> None:
    figures = try_everything(tallied_and_cut, "tally", ("-wal", ""), tmp_path)
    assert figures["whole"] > TRIALS // 2


def test_a_damaged_opening_is_had_again_from_the_rules(
    daybreak_and_cut: Evening, tmp_path: Path
) -> None:
    try_everything(daybreak_and_cut, "daybreak", ("-wal", ""), tmp_path)


@pytest.mark.slow
def test_every_bit_of_the_version_and_of_a_game_matters(tallied: Evening, tmp_path: Path) -> None:
    """The number of the version, and every place at which the game is named."""
    content = (tallied.folder / FILE).read_bytes()
    places = [*range(60, 64), *range(18, 20), *range(56, 60)]
    at = -1
    while (at := content.find(b"tally2", at + 1)) >= 0:
        places.extend(range(at - 7, at + 8))
    for place in places:
        for bit in range(0, 8, 1 if SOAK > 1 else 3):
            changed = bytearray(content)
            changed[place] ^= 1 << bit
            trial = Trial(tallied, tmp_path / "trial", True, 0)
            shutil.rmtree(trial.folder, ignore_errors=True)
            shutil.copytree(tallied.folder, trial.folder)
            (trial.folder / FILE).write_bytes(changed)
            outcome = trial.open("tally")
            assert outcome.same, f"byte {place}, bit {bit}: {outcome}"


@pytest.fixture
def forgotten(folder: Path, saved_games: OpenShelf) -> Match:
    """A table that was opened on a journal whose second entry is no text any more."""
    played(saved_games, "add 4", "add 5")
    saved_games().close()
    content = (folder / FILE).read_bytes()
    at = content.index(b"add 4")
    (folder / FILE).write_bytes(content[:at] + b"\xe1" + content[at + 1 :])
    shutil.rmtree(folder / "backups")
    return saved_games().resume_or_begin("tally")


def test_text_that_is_no_text_any_more_is_damage_and_the_game_goes_on_around_it(
    forgotten: Match, saved_games: OpenShelf
) -> None:
    assert (forgotten.revision, forgotten.document["total"]) == (3, 5)
    assert str(forgotten.history[1].label) == "An input that the disk forgot"
    [told] = map(str, forgotten.warnings)
    assert "1 input could not be read any more; all others are there." in told
    forgotten.take("add 1")
    assert saved_games().resume_or_begin("tally").document["total"] == 6


def test_a_game_with_a_gap_is_exported_without_it(forgotten: Match) -> None:
    assert as_script(forgotten) == "game tally\nadd 5\n"


def test_inputs_that_were_only_written_ahead_and_are_gone_are_told(
    folder: Path, saved_games: OpenShelf, tmp_path: Path
) -> None:
    opened = saved_games()
    table = opened.resume_or_begin("tally")
    for _ in range(5):
        table.take("add 1")
    shutil.copytree(folder, tmp_path / "cut")
    (tmp_path / "cut" / f"{FILE}-wal").write_bytes(b"")
    with closing(SavedGames(tmp_path / "cut")) as after:
        after.resume_or_begin("tally")
        assert after.warnings, "a game was lost and nobody was told"


def test_without_its_counts_a_journal_is_as_good_as_before(
    folder: Path, saved_games: OpenShelf
) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    (folder / COUNTS).unlink()
    opened = saved_games()
    assert opened.resume_or_begin("tally").document["total"] == 4
    assert opened.warnings == []


def test_counts_that_are_damaged_are_not_believed(folder: Path, saved_games: OpenShelf) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    (folder / COUNTS).write_bytes(b"\xff" * 64)
    opened = saved_games()
    assert opened.resume_or_begin("tally").document["total"] == 4
    assert opened.warnings == []


def test_a_file_that_somebody_else_uses_is_not_taken_for_a_damaged_one(
    folder: Path, saved_games: OpenShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(saved_games, "add 4")
    saved_games().close()
    monkeypatch.setattr("companion.storage.sqlite.BUSY_TIMEOUT_S", 0.01)
    monkeypatch.setattr("companion.storage.recovery.backups.BUSY_TRIES", 0)
    with closing(connect(folder / FILE)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        opened = saved_games()
        opened.resume_or_begin("tally")
        assert "database is locked" in str(opened.warnings[0])
        other.execute("ROLLBACK")
    assert list(folder.glob("damaged-*")) == []
