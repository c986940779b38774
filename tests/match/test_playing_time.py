"""How long people have played, and a finished game for the app in which they keep that."""

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote

import pytest

from companion.games import game
from companion.i18n.catalogs import Language
from companion.match.match import Match
from companion.match.play_report import ADDRESS, bg_stats_link
from companion.match.playing_time import PlayingTime, Stopwatch, account, clock, in_hours
from companion.storage.journal import MemoryJournal

EVENING = datetime(2026, 11, 19, 19, 30, tzinfo=UTC)


class Evening:
    """A table whose clock the test holds."""

    def __init__(self, name: str = "daybreak") -> None:
        self.now = EVENING
        self.match = Match(game(name), MemoryJournal(), now=lambda: self.now)

    def after(self, minutes: float, *lines: str) -> "Evening":
        self.now += timedelta(minutes=minutes)
        for line in lines:
            self.match.take(line)
        return self

    @property
    def time(self) -> PlayingTime:
        return Stopwatch(self.match.game, self.match.history).until(self.match.revision)

    @property
    def told(self) -> list[str]:
        return [str(line) for line in account(self.time, self.match.game)]


def begun() -> Evening:
    return Evening().after(0, "seat china", "seat us").after(5, "start")


def test_rounds_are_told_apart_and_the_set_up_belongs_to_the_evening() -> None:
    table = begun().after(12, "to local").after(9, "set round 2").after(7, "set trees 3")

    assert table.time.game_s == 33 * 60
    assert table.time.rounds_s == {1: 21 * 60, 2: 7 * 60}
    assert table.told == ["Played for 33 min.", "By round: round 1 21 min, round 2 7 min."]


def test_a_pause_counts_nowhere_and_another_evening_is_one() -> None:
    table = begun().after(12, "to local").after(45, "set trees 3")
    assert table.time.game_s == 17 * 60

    table.after(24 * 60, "set trees 4").after(8, "set trees 5")

    assert (table.time.evenings, table.time.evening_s) == (2, 8 * 60)
    assert table.told[0] == "Played for 25 min, on 2 evenings."


def test_a_clock_that_is_put_right_takes_nothing_away() -> None:
    table = begun().after(-600, "to local").after(3, "set trees 3")

    assert table.time.game_s == 8 * 60


def test_turns_are_counted_for_each_seat() -> None:
    table = Evening("council_of_shadows").after(0, "seat red", "seat blue", "start")
    table.after(4, "next").after(2, "next").after(5, "consume red 4", "consume blue 5")

    assert table.time.seats_s == {"red": 4 * 60, "blue": 2 * 60}
    assert table.told[-1] == "By turns: Red 4 min, Blue 2 min."


def test_what_is_taken_back_took_its_time_all_the_same() -> None:
    assert begun().after(3, "to local").after(2, "undo").time.game_s == 10 * 60


def test_nothing_counts_once_the_game_has_ended() -> None:
    table = begun().after(3, "set china.communities 12").after(6, "undo")

    assert table.time.game_s == 8 * 60


def test_a_stopwatch_reads_on_where_it_was() -> None:
    table = begun()
    watch = Stopwatch(table.match.game, table.match.history)
    first = watch.until(table.match.revision)
    table.after(6, "to local")

    assert watch.until(table.match.revision).game_s - first.game_s == 6 * 60


@pytest.mark.parametrize(
    ("seconds", "words"), [(20, "0 min"), (59 * 60, "59 min"), (4330, "1 h 12 min")]
)
def test_times_are_said_as_people_say_them(seconds: float, words: str) -> None:
    assert str(in_hours(seconds)) == words


def test_the_clock_names_evening_round_and_turn() -> None:
    table = Evening("council_of_shadows").after(0, "seat red", "seat blue", "start")
    table.after(4, "set red.energy 3")

    line = clock(table.time, table.match.game, 1, "red")

    assert str(line) == "This evening 4 min · round 1: 4 min · Red 4 min"


def test_the_clock_says_turn_where_a_game_has_turns_and_no_rounds() -> None:
    table = Evening("naufragos").after(0, "seat red", "start")
    table.after(3, "event none none")

    line = clock(table.time, table.match.game, 1, "")

    assert Language("es", "naufragos").say(line) == "Esta sesión 3 min · turno 1: 3 min"


def handed_over(table: Evening) -> dict[str, object]:
    link = bg_stats_link(
        table.match.game,
        table.match.document,
        id="7",
        ended=table.now,
        time=table.time,
        language=Language("es", table.match.game.id),
        comments="¡Fin!",
    )
    assert link.startswith(ADDRESS)
    play: dict[str, object] = json.loads(unquote(link.removeprefix(ADDRESS)))
    return play


def test_a_lost_game_is_handed_over_with_everybody_and_no_winner() -> None:
    play = handed_over(begun().after(12, "set china.communities 12"))

    assert play["playDate"] == "2026-11-19 19:47:00"
    assert play["durationMin"] == 17
    assert play["comments"] == "¡Fin!"
    assert play["players"] == [
        {"name": "China", "sourcePlayerId": "daybreak-china", "startPlayer": True, "winner": False},
        {
            "name": "Estados Unidos",
            "sourcePlayerId": "daybreak-us",
            "startPlayer": False,
            "winner": False,
        },
    ]


def test_who_has_won_is_named() -> None:
    table = Evening("council_of_shadows").after(0, "seat red", "seat blue", "start")
    document = table.match.document | {"outcome": {"winners": ["blue"], "reason": "level"}}

    link = bg_stats_link(
        table.match.game, document, id="1", ended=EVENING, time=table.time, language=Language("en")
    )

    players = json.loads(unquote(link.removeprefix(ADDRESS)))["players"]
    assert [player["winner"] for player in players] == [False, True]
