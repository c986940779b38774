"""Many people at once: one thread answers them all, and nobody who watches holds it up."""

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread, current_thread

import pytest

from companion.errors import Malformed, Refusal
from companion.match.match import Match, Revision
from companion.match.writer import MatchWriter
from companion.storage.journal import MemoryJournal
from companion.storage.sqlite import SqliteJournal, Store, connect
from tests.support.programs import LIMIT_S
from tests.support.tally import TALLY

SENDERS = 8
INPUTS = 2000
BUSY = 20.0
"""Seconds after which even a busy machine has done what another thread waits for."""


def every(writer: MatchWriter, seen: int = 0) -> Iterator[Revision]:
    """As a phone follows: each revision once and in order, until the writer closes."""
    while writer.wait(seen):
        for change in writer.since(seen):
            yield change
            seen = change.revision


@pytest.fixture
def writer() -> Iterator[MatchWriter]:
    with closing(MatchWriter(Match(TALLY, MemoryJournal()))) as writer:
        yield writer


def test_an_input_is_answered_with_its_revision_and_label(writer: MatchWriter) -> None:
    receipt = writer.ask("add 4")
    assert receipt.revision == 2
    assert str(receipt.label) == "4 more"


def test_a_refusal_comes_back_to_whoever_sent_it(writer: MatchWriter) -> None:
    with pytest.raises(Refusal, match="Thirteen"):
        writer.ask("add 13")
    with pytest.raises(Malformed):
        writer.ask("dance")
    assert writer.ask("add 1").revision == 2


def test_an_input_that_was_taken_out_of_the_queue_does_not_count(writer: MatchWriter) -> None:
    answers = [writer.send("add 1") for _ in range(50)]
    cancelled = sum(answer.cancel() for answer in answers)
    assert writer.ask("add 0").revision == 52 - cancelled


def test_a_mistake_in_the_rules_is_logged_and_the_writer_goes_on(
    writer: MatchWriter, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR), pytest.raises(Refusal, match="nothing has changed"):
        writer.ask("stumble stone", id="phone-7")
    assert "stumble phone-7" in caplog.text
    assert "ValueError" in caplog.text
    assert "tally.py" in caplog.text
    assert writer.ask("add 1").revision == 2


def test_what_was_said_stays_a_secret_of_whoever_said_it_though_the_rules_stumble(
    writer: MatchWriter, caplog: pytest.LogCaptureFixture
) -> None:
    for send in (writer.ask, lambda line: writer.send(line).result(BUSY)):
        with pytest.raises(Refusal, match="nothing has changed"):
            send("stumble over-the-hidden-knife")

    assert "hidden-knife" not in caplog.text


def test_a_pulse_comes_back_when_the_writer_has_come_to_it_or_is_closed(
    writer: MatchWriter,
) -> None:
    for _ in range(2):
        waiting = Thread(target=writer.pulse, daemon=True)
        waiting.start()
        waiting.join(BUSY)
        assert not waiting.is_alive()
        writer.close()


def test_a_repeated_id_gets_the_first_receipt(writer: MatchWriter) -> None:
    assert writer.ask("add 4", id="a") == writer.ask("add 4", id="a")
    assert writer.current.document["total"] == 4


def test_eight_senders_are_each_answered_once_and_everybody_sees_every_revision_in_order(
    tmp_path: Path,
) -> None:
    """A reader that watched since the first input, and one that comes when half are done."""
    store = Store(connect(tmp_path / "journal.sqlite3"))
    journal = SqliteJournal(store, store.begin("tally", at=""))
    writer = MatchWriter(Match(TALLY, journal))
    answers: list[list[int]] = [[] for _ in range(SENDERS)]
    seen: list[list[int]] = [[], []]
    half = Event()

    def send(sender: int) -> None:
        for n in range(INPUTS // SENDERS):
            answers[sender].append(writer.ask("add 0", id=f"{sender}-{n}").revision)
            if writer.match.revision > INPUTS // 2:
                half.set()

    def watch(watcher: int) -> None:
        seen[watcher] = [change.revision for change in every(writer)]

    def watch_late() -> None:
        assert half.wait(LIMIT_S)
        watch(1)

    watchers = [Thread(target=watch, args=(0,)), Thread(target=watch_late)]
    senders = [Thread(target=send, args=(sender,)) for sender in range(SENDERS)]
    for thread in (*watchers, *senders):
        thread.start()
    for thread in senders:
        thread.join(LIMIT_S)
    writer.close()
    for thread in watchers:
        thread.join(LIMIT_S)

    revisions = list(range(1, INPUTS + 2))
    assert sorted(revision for each in answers for revision in each) == revisions[1:]
    assert all(each == sorted(each) for each in answers)
    written = list(journal.entries())
    assert [entry.revision for entry in written] == revisions
    answered = {
        f"{sender}-{n}": revision
        for sender, each in enumerate(answers)
        for n, revision in enumerate(each)
    }
    assert {entry.id: entry.revision for entry in written if entry.id} == answered
    assert seen == [revisions, revisions]
    store.close()


def test_a_slow_watcher_holds_nobody_up_and_misses_nothing(writer: MatchWriter) -> None:
    slow = every(writer)
    assert next(slow).revision == 1
    for _ in range(500):
        writer.ask("add 0")
    assert [next(slow).revision for _ in range(500)] == list(range(2, 502))


def test_a_phone_asks_for_everything_since_what_it_saw(writer: MatchWriter) -> None:
    for line in ("add 1", "add 2", "undo"):
        writer.ask(line)
    assert [str(change.label) for change in writer.since(2)] == ["2 more", "Undone: 2 more"]
    assert writer.since(4) == []


def test_who_saw_more_than_there_is_gets_the_game_from_the_start(writer: MatchWriter) -> None:
    assert writer.wait(seen=70)
    assert [change.revision for change in writer.since(70)] == [1]


def test_waiting_ends_when_the_time_is_up(writer: MatchWriter) -> None:
    assert not writer.wait(seen=1, timeout=0)


def test_a_watcher_that_waits_is_let_go_when_the_writer_closes(writer: MatchWriter) -> None:
    seen: list[Revision] = []
    watcher = Thread(target=lambda: seen.extend(every(writer)))
    watcher.start()
    writer.ask("add 1")
    writer.close()
    watcher.join(LIMIT_S)
    assert [change.revision for change in seen] == [1, 2]


def test_an_input_after_the_writer_has_closed_is_refused(writer: MatchWriter) -> None:
    writer.close()
    with pytest.raises(Refusal, match="closed"):
        writer.ask("add 1")


def test_the_end_of_a_game_is_told_once_it_is_on_the_disk() -> None:
    over = Event()
    with closing(MatchWriter(Match(TALLY, MemoryJournal()), when_over=over.set)) as writer:
        writer.ask("add 99")
        assert not over.is_set()
        writer.ask("add 1")
    assert over.is_set()


def test_trouble_at_the_end_of_a_game_does_not_stop_the_writer() -> None:
    def stumble() -> None:
        raise OSError("no backup today")

    with closing(MatchWriter(Match(TALLY, MemoryJournal()), when_over=stumble)) as writer:
        writer.ask("add 100")
        assert writer.ask("undo").revision == 3


def test_a_full_disk_refuses_the_input_and_the_table_goes_on(tmp_path: Path) -> None:
    connection = connect(tmp_path / "journal.sqlite3")
    store = Store(connection)
    journal = SqliteJournal(store, store.begin("tally", at=""))
    with closing(MatchWriter(Match(TALLY, journal))) as writer:
        [[pages]] = connection.execute("PRAGMA page_count")
        connection.execute(f"PRAGMA max_page_count = {pages}")
        answers = [writer.send("add 0") for _ in range(100)]
        refusals = [error for answer in answers if (error := answer.exception())]
        assert {error.code for error in refusals if isinstance(error, Refusal)} == {"disk_full"}
        taken = len(answers) - len(refusals)
        assert 0 < taken < 100
        assert writer.current.revision == taken + 1
        connection.execute("PRAGMA max_page_count = 100000")
        assert writer.ask("add 7").revision == taken + 2
        assert Match(TALLY, journal).document == writer.current.document
    store.close()


def test_an_entry_that_the_disk_does_not_take_is_not_taken(tmp_path: Path) -> None:
    connection = connect(tmp_path / "journal.sqlite3")
    store = Store(connection)
    table = Match(TALLY, SqliteJournal(store, store.begin("tally", at="")))
    connection.execute("PRAGMA query_only = ON")
    with pytest.raises(Refusal) as refusal:
        table.take("add 1")
    assert refusal.value.code == "disk_failed"
    assert table.document["total"] == 0
    store.close()


def test_who_listens_has_heard_of_an_input_before_its_sender_is_answered(
    writer: MatchWriter,
) -> None:
    heard: list[int] = []
    writer.notifier.subscribe(lambda: heard.append(writer.match.revision))

    answered = writer.ask("add 1").revision
    assert [*heard, answered] == [2, 2]

    writer.ask("add 1", id="once")
    writer.ask("add 1", id="once")
    assert heard == [2, 3]


def test_who_asks_while_nothing_waits_is_served_on_their_own_thread(writer: MatchWriter) -> None:
    served: list[Thread] = []
    writer.notifier.subscribe(lambda: served.append(current_thread()))
    writer.ask("add 1")
    writer.send("add 1").result(BUSY)

    assert served[0] is current_thread()
    assert served[1].name == "writer"


def test_who_asks_waits_until_what_was_sent_before_is_answered(writer: MatchWriter) -> None:
    go_on, begun = Event(), Event()

    def hold_up() -> None:
        begun.set()
        go_on.wait(BUSY)

    writer.notifier.subscribe(hold_up)
    sent = writer.send("add 1")
    begun.wait(BUSY)
    asked = list[Revision]()
    asking = Thread(target=lambda: asked.append(writer.ask("add 2")))
    asking.start()
    go_on.set()
    asking.join(BUSY)

    assert sent.result(BUSY).revision == 2
    assert asked[0].revision == 3


def test_a_listener_that_stumbles_takes_nothing_back(
    writer: MatchWriter, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble() -> None:
        raise ValueError("a page that cannot be drawn")

    writer.notifier.subscribe(stumble)

    assert writer.ask("add 1").revision == 2
    assert writer.send("add 1").result(BUSY).revision == 3
    assert "a page that cannot be drawn" in caplog.text


def test_nobody_who_asks_waits_for_what_follows_the_end() -> None:
    told, go_on = Event(), Event()

    def back_up() -> None:
        told.set()
        go_on.wait(BUSY)

    with closing(MatchWriter(Match(TALLY, MemoryJournal()), back_up)) as writer:
        for _ in range(9):
            writer.ask("add 12")
        assert writer.current.over
        assert told.wait(BUSY)
        go_on.set()
