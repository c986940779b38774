"""``companion demo``: a game that plays itself on the virtual table."""

from importlib.resources import files
from pathlib import Path
from threading import Thread

import pytest

from companion.cli.demo import SelfPlay, script_steps
from companion.clock import SystemClock
from companion.errors import Malformed
from companion.match.script import Script
from tests.support.devices.simulated_controller import PlayedTable, never, sitting_at
from tests.support.documents import without_revision
from tests.support.programs import LIMIT_S

SEATS = "game daybreak\ntap china\ntap us\n"


def self_play(table: PlayedTable, source: str) -> SelfPlay:
    playing = SelfPlay(script_steps(source), table.clock, 0.5)
    table.dice.throw = playing.throw
    return playing


@pytest.mark.slow
def test_the_demonstration_is_a_whole_game_that_hands_win() -> None:
    source = (files("companion.games.daybreak") / "demo.table").read_text(encoding="utf-8")
    told = Script(source, Path("demo.table")).play().document

    with sitting_at(think=never) as table:
        playing = self_play(table, source)
        playing.play(table.keyboard, lambda: table.writer)

        assert table.refusals == []
        assert table.document["outcome"] == {"won": True, "reason": "drawdown"}
        assert without_revision(table.document) == without_revision(told)
        assert playing.paused is None


@pytest.mark.slow
def test_fast_the_same_game_is_watched_in_three_minutes() -> None:
    source = (files("companion.games.daybreak") / "demo.table").read_text(encoding="utf-8")
    told = Script(source, Path("demo.table")).play().document

    with sitting_at(think=never) as table:
        began = table.clock.now()
        playing = self_play(table, source)
        playing.go("fast")
        playing.play(table.keyboard, lambda: table.writer)

        assert without_revision(table.document) == without_revision(told)
        assert table.clock.now() - began <= 180


def test_step_by_step_it_does_one_thing_and_waits() -> None:
    with sitting_at() as table:
        playing = self_play(table, SEATS)
        playing.go("step")
        thread = Thread(target=playing.play, args=(table.keyboard, lambda: table.writer))
        thread.start()
        now = table.writer.current
        while not now.document["seats"]:
            table.writer.wait(now.revision, 20)
            now = table.writer.current
        assert now.document["seats"] == ["china"]
        assert playing.paused

        playing.go("normal")
        thread.join(LIMIT_S)
        assert table.document["seats"] == ["china", "us"]
        assert playing.speed == "normal"


def test_there_is_no_other_speed() -> None:
    with pytest.raises(Malformed):
        SelfPlay([], SystemClock(), 0.6).go("faster")


def test_it_waits_while_it_is_paused() -> None:
    with sitting_at() as table:
        playing = self_play(table, SEATS)
        playing.pause(True)
        thread = Thread(target=playing.play, args=(table.keyboard, lambda: table.writer))
        thread.start()
        assert table.document["seats"] == []

        playing.pause(False)
        thread.join(LIMIT_S)

        assert table.document["seats"] == ["china", "us"]


def test_a_tap_that_was_missed_is_made_again() -> None:
    with sitting_at() as table:
        obey = table.keyboard.obey
        made: list[str] = []

        def clumsy(line: str) -> None:
            made.append(line)
            if len(made) != 2:
                obey(line)

        table.keyboard.obey = clumsy  # type: ignore[method-assign]
        self_play(table, SEATS).play(table.keyboard, lambda: table.writer)

        assert made == ["tap china", "tap us", "tap us"]
        assert table.document["seats"] == ["china", "us"]


def test_it_ends_when_somebody_s_own_hands_have_led_the_game_elsewhere() -> None:
    with sitting_at() as table:
        for line in ("seat us", "start"):
            table.writer.ask(line)
        playing = self_play(table, SEATS)
        playing.play(table.keyboard, lambda: table.writer)

        assert table.document["seats"] == ["us"]
        assert playing.paused is None
        playing.pause(True)
        assert playing.paused is None
