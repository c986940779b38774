"""Results over many evenings: kept, counted, and drawn."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.hall.results import NoResults, Result, Results
from companion.hall.statistics import pictures, summaries
from companion.hall.table_messages import Ended
from tests.support.hall.rooms import ended


def result(number: int, won: bool | None = True, **more: object) -> Ended:
    return msgspec.json.decode(msgspec.json.encode(ended(number, won, **more)), type=Ended)


def kept(*told: Ended) -> list[Result]:
    with closing(Results(":memory:")) as results:
        for each in told:
            results.keep(each.id, each.name, each, "2026-11-17T20:00:00+00:00")
        return results.all()


def test_results_are_there_again_the_next_evening(tmp_path: Path) -> None:
    file = tmp_path / "hall.sqlite3"
    first = Results(file)
    first.keep("m", "Table 4", result(4), "2026-11-17T20:00:00+00:00")
    first.close()
    again = Results(file)

    [found] = again.all()
    assert (found.name, found.outcome, found.minutes) == ("Table 4", "won", 90)
    assert found.setup == "standard, china, us"
    again.close()


def test_games_are_counted_by_game_and_by_players() -> None:
    told = [result(1), result(2, False), result(3, False, players=4, rounds=3)]
    counted = summaries(kept(*told))

    assert [(each.players, each.games, each.percent) for each in counted] == [
        (None, 3, 33),
        (2, 2, 50),
        (4, 1, 0),
    ]
    assert counted[0].rounds == pytest.approx(13 / 3)


def test_a_game_that_nobody_wins_as_a_table_has_no_rate() -> None:
    [counted] = summaries(kept(result(1, None)))

    assert counted.percent is None


def test_all_curves_of_a_game_are_in_one_picture() -> None:
    told = [result(1), result(2, False, curve=[[1, 1.2], [2, 2.0]]), result(3, curve=[])]
    [picture] = pictures(kept(*told))

    assert [trace.outcome for trace in picture.traces] == ["won", "lost"]
    assert [number for _, number in picture.rounds] == [1, 2, 3]
    assert picture.traces[1].points == "46.0,266.0 336.0,16.0"


def test_a_curve_without_any_change_is_drawn_too() -> None:
    [picture] = pictures(kept(result(1, curve=[[1, 5], [2, 5]])))

    assert picture.traces[0].points == "46.0,266.0 626.0,266.0"


def test_a_clock_that_went_back_tells_no_minutes() -> None:
    [found] = kept(result(1, ended="2026-11-17T10:00:00+00:00"))

    assert found.minutes is None


def test_a_file_that_is_no_file_of_ours_is_told(tmp_path: Path) -> None:
    file = tmp_path / "hall.sqlite3"
    file.write_text("not a database, and long enough to be looked at" * 20, encoding="utf-8")
    with pytest.raises(NoResults, match="cannot be used"):
        Results(file)


def test_a_file_of_a_newer_hall_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "hall.sqlite3"
    Results(file).close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 9")
    connection.close()

    with pytest.raises(NoResults, match="newer version"):
        Results(file)
