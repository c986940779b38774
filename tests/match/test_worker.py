"""What takes a while is worked out beside whoever asks."""

import logging
from collections.abc import Callable
from threading import Event

import pytest

from companion.match import worker as lookout
from companion.match.worker import MAX_KEPT, Answer, BackgroundCache

Job = Callable[[], None]


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Work that was begun and is done when the test says so."""
    begun: list[Job] = []
    monkeypatch.setattr(lookout, "in_a_thread", begun.append)
    return begun


class Doubling:
    """Takes a while to double a number; remembers for which it did."""

    def __init__(self) -> None:
        self.done: list[int] = []

    def __call__(self, number: int) -> int:
        self.done.append(number)
        return 2 * number


def test_who_asks_is_answered_at_once_and_told_later(jobs: list[Job]) -> None:
    told: list[str] = []
    doubled = BackgroundCache(Doubling(), ready=lambda: told.append("ready"))

    assert doubled.ask("four", 4) == Answer(soon=True)
    assert (told, doubled.answers) == ([], 0)
    jobs.pop()()

    assert (told, doubled.answers) == (["ready"], 1)
    assert doubled.ask("four", 4) == Answer(8)


def test_what_is_known_is_not_worked_out_again(jobs: list[Job]) -> None:
    find = Doubling()
    doubled = BackgroundCache(find)
    doubled.ask("four", 4)
    jobs.pop()()
    doubled.ask("four", 4)

    assert find.done == [4]
    assert jobs == []


def test_only_the_newest_question_waits(jobs: list[Job]) -> None:
    find = Doubling()
    doubled = BackgroundCache(find)
    for number in (1, 2, 3):
        doubled.ask(number, number)
    assert len(jobs) == 1
    jobs.pop()()

    assert find.done == [3]


def test_a_question_that_comes_in_the_meantime_is_answered_next(jobs: list[Job]) -> None:
    done: list[int] = []

    def find(number: int) -> int:
        if not done:
            assert doubled.ask("older", 7) == Answer(soon=True)
            assert doubled.ask("newer", 8) == Answer(soon=True)
        done.append(number)
        return number

    doubled: BackgroundCache[int, int] = BackgroundCache(find)
    doubled.ask("first", 6)
    jobs.pop()()

    assert done == [6, 8]
    assert jobs == []


def test_who_asks_for_what_is_being_worked_out_only_waits_for_it(jobs: list[Job]) -> None:
    done: list[int] = []

    def find(number: int) -> int:
        doubled.ask("other", 9)
        doubled.ask("first", 6)
        done.append(number)
        return number

    doubled: BackgroundCache[int, int] = BackgroundCache(find)
    doubled.ask("first", 6)
    jobs.pop()()

    assert done == [6]


def test_after_a_rest_work_begins_anew(jobs: list[Job]) -> None:
    doubled = BackgroundCache(Doubling())
    doubled.ask(1, 1)
    jobs.pop()()
    doubled.ask(2, 2)
    jobs.pop()()

    assert doubled.ask(2, 2) == Answer(4)


def test_who_has_patience_gets_the_answer_itself() -> None:
    assert BackgroundCache(Doubling()).ask("four", 4, timeout_s=60) == Answer(8)


def test_nobody_waits_longer_than_their_patience() -> None:
    go_on = Event()
    slow: BackgroundCache[int, bool] = BackgroundCache(lambda number: go_on.wait(60))

    assert slow.ask("four", 4, timeout_s=0.001) == Answer(soon=True)
    go_on.set()


def test_what_cannot_be_worked_out_is_answered_with_nothing(
    jobs: list[Job], caplog: pytest.LogCaptureFixture
) -> None:
    inverse: BackgroundCache[int, float] = BackgroundCache(lambda number: 1 / number)
    inverse.ask("zero", 0)
    with caplog.at_level(logging.ERROR):
        jobs.pop()()

    assert "ZeroDivisionError" in caplog.text
    assert inverse.ask("zero", 0) == Answer(None)
    inverse.ask("four", 4)
    jobs.pop()()
    assert inverse.ask("four", 4) == Answer(0.25)


def test_answers_that_nobody_asked_for_any_more_are_forgotten(jobs: list[Job]) -> None:
    doubled = BackgroundCache(Doubling())
    for number in range(MAX_KEPT + 1):
        doubled.ask(number, number)
        jobs.pop()()

    assert doubled.ask(MAX_KEPT, MAX_KEPT) == Answer(2 * MAX_KEPT)
    assert doubled.ask(0, 0) == Answer(soon=True)
