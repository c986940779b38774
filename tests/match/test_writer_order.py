"""Who comes first at the writer, who is told, and what is left to do when it closes."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from threading import Event, Thread, current_thread

import pytest

from companion.match.match import Match, Revision
from companion.match.writer import MatchWriter
from companion.notifier import Notifier
from companion.storage.journal import MemoryJournal
from tests.support.tally import TALLY

MANY = 100
BUSY = 20.0
"""Seconds after which even a busy machine has done what another thread waits for."""


@pytest.fixture
def writer() -> Iterator[MatchWriter]:
    with closing(MatchWriter(Match(TALLY, MemoryJournal()))) as writer:
        yield writer


class HeldUp:
    """Whoever is served first keeps the writer until they are let go."""

    def __init__(self, writer: MatchWriter) -> None:
        self._begun, self._go_on = Event(), Event()
        writer.notifier.subscribe(self._hold_up)

    def _hold_up(self) -> None:
        self._begun.set()
        assert self._go_on.wait(BUSY)

    def is_there(self) -> bool:
        return self._begun.wait(BUSY)

    def let_go(self) -> None:
        self._go_on.set()


def in_time(work: Callable[[], None]) -> None:
    """On a thread of its own: what never comes back fails, and holds nobody up."""
    thread = Thread(target=work, daemon=True)
    thread.start()
    thread.join(BUSY)
    assert not thread.is_alive()


def test_a_pulse_comes_back_only_after_all_that_was_sent_before(writer: MatchWriter) -> None:
    held = HeldUp(writer)
    answers = [writer.send("add 0") for _ in range(MANY)]
    answered: list[bool] = []

    def pulse() -> None:
        held.let_go()
        writer.pulse()
        answered.append(answers[-1].done())

    in_time(pulse)
    assert answered == [True]


def test_after_a_pulse_the_thread_goes_on(writer: MatchWriter) -> None:
    in_time(writer.pulse)

    assert writer.send("add 1").result(BUSY).revision == 2


def test_the_writer_closes_only_after_all_that_was_sent_before(writer: MatchWriter) -> None:
    held = HeldUp(writer)
    answers = [writer.send("add 0") for _ in range(MANY)]
    held.let_go()
    writer.close()

    assert answers[-1].done()


def test_once_everything_sent_is_answered_who_asks_is_served_on_their_own_thread_again(
    writer: MatchWriter,
) -> None:
    for _ in range(3):
        writer.send("add 1")
    in_time(writer.pulse)
    served: list[Thread] = []
    writer.notifier.subscribe(lambda: served.append(current_thread()))
    writer.ask("add 1")

    assert served == [current_thread()]


class Announcing(MatchWriter):
    """Tells when something was put into the queue."""

    def __init__(self, table: Match) -> None:
        self.sent = Event()
        super().__init__(table)

    def send(self, line: str, id: str = "", seen: int | None = None) -> Future[Revision]:
        answer = super().send(line, id, seen)
        self.sent.set()
        return answer


def test_who_asks_while_another_is_served_comes_before_what_is_sent_later() -> None:
    with closing(Announcing(Match(TALLY, MemoryJournal()))) as writer:
        held = HeldUp(writer)
        first = Thread(target=writer.ask, args=("add 1",))
        first.start()
        assert held.is_there()
        second = Thread(target=writer.ask, args=("add 2",))
        second.start()
        queued = writer.sent.wait(BUSY)
        last = writer.send("add 3")
        held.let_go()
        for thread in (first, second):
            thread.join(BUSY)
        last.result(BUSY)

        assert queued
        assert [str(change.label) for change in writer.since(1)] == ["1 more", "2 more", "3 more"]


def test_who_asks_while_something_waits_does_not_overtake_it() -> None:
    with closing(Announcing(Match(TALLY, MemoryJournal()))) as writer:
        held = HeldUp(writer)
        writer.send("add 1")
        assert held.is_there()
        writer.send("add 2")
        writer.sent.clear()
        asking = Thread(target=writer.ask, args=("add 3",))
        asking.start()
        queued = writer.sent.wait(BUSY)
        held.let_go()
        asking.join(BUSY)

        assert queued
        assert [str(change.label) for change in writer.since(1)] == ["1 more", "2 more", "3 more"]


def test_each_revision_is_told_and_that_the_writer_closes() -> None:
    notifier = Notifier()
    with closing(MatchWriter(Match(TALLY, MemoryJournal()), notifier=notifier)) as writer:
        writer.ask("add 1", id="once")
        writer.ask("add 1", id="once")
        assert notifier.count() == 1
        writer.ask("add 1")
        assert notifier.count() == 2
    assert notifier.count() == 3


def test_only_the_end_of_a_game_is_told_as_its_end() -> None:
    told: list[int] = []
    table = Match(TALLY, MemoryJournal())
    with closing(MatchWriter(table, lambda: told.append(table.revision))) as writer:
        writer.ask("add 99")
        in_time(writer.pulse)
        writer.ask("add 1")
        in_time(writer.pulse)

    assert told == [3]


def test_nobody_who_ends_the_program_waits_for_a_writer_that_was_not_closed(
    writer: MatchWriter,
) -> None:
    threads = [thread for thread in threading.enumerate() if thread.name == "writer"]
    assert threads
    assert all(thread.daemon for thread in threads)
