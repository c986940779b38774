"""The single writer of a match: everybody's inputs come to it, one after the other.

Each is answered once, when it is on the disk, and nobody who watches is waited for: the revisions
are kept in order, and each watcher reads them at its own pace. What is sent waits in a queue for
the writer's own thread; who asks while nothing waits is served at once, on the thread that asks,
since two changes of thread would take longer than the rules do.
"""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Lock, Thread
from traceback import format_tb

from companion.errors import CompanionError, Refusal
from companion.i18n.message import say
from companion.match.match import Match, Revision
from companion.notifier import News, Notifier

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Sent:
    line: str
    id: str
    seen: int | None
    answer: Future[Revision]


class MatchWriter:
    """``notifier`` hears of a revision before its sender does; ``when_over`` of the end."""

    def __init__(
        self,
        match: Match,
        when_over: Callable[[], None] = lambda: None,
        notifier: Notifier | None = None,
    ) -> None:
        self.match = match
        self._when_over = when_over
        self.notifier = notifier or Notifier()
        self._queue: SimpleQueue[_Sent | Callable[[], None] | None] = SimpleQueue()
        self._write_lock = Lock()
        """Whoever holds it changes the match."""
        self._send_lock = Lock()
        self._waiting = 0
        self._closing = self._closed = False
        self._thread = Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    def send(self, line: str, id: str = "", seen: int | None = None) -> Future[Revision]:
        """Queues an input; its answer is the new revision, or the error that says why not."""
        sent = _Sent(line, id, seen, Future())
        with self._send_lock:
            if self._closing:
                sent.answer.set_exception(gone())
            else:
                self._waiting += 1
                self._queue.put(sent)
        return sent.answer

    def ask(self, line: str, id: str = "", seen: int | None = None) -> Revision:
        """Sends an input and waits for its answer."""
        if self._waiting == 0 and self._write_lock.acquire(blocking=False):
            try:
                # Asked once more: whoever came first is served first.
                if self._waiting == 0 and not self._closing:
                    return self._serve(line, id, seen)
            finally:
                self._write_lock.release()
        return self.send(line, id, seen).result()

    def pulse(self) -> None:
        """Waits until lock and thread are free: proof that both work, and no input."""
        turn = Event()
        with self._send_lock:
            if self._closing:
                return
            self._queue.put(turn.set)
        turn.wait()

    @property
    def current(self) -> Revision:
        return self.match.history[-1]

    def since(self, seen: int) -> Sequence[Revision]:
        """Every revision after the one that was seen, in order.

        Who has seen more than there is looked at another game, and gets this one from the start.
        """
        return self.match.history[seen if seen <= self.match.revision else 0 :]

    def wait(self, seen: int, timeout: float | None = None) -> bool:
        """Waits until there is something else to see than that revision; False if there is not.

        Then either the time is up, or the writer is closed.
        """
        self.notifier.wait_for(lambda: self._closed or self.match.revision != seen, timeout)
        return self.match.revision != seen

    def close(self) -> None:
        """Answers what was sent before, then ends; watchers see everything up to then."""
        with self._write_lock, self._send_lock:
            self._closing = True
        self._queue.put(None)
        self._thread.join()
        self._closed = True
        self.notifier.notify(News.CLOSING)

    def _work(self) -> None:
        while (sent := self._queue.get()) is not None:
            with self._write_lock:
                if not isinstance(sent, _Sent):
                    sent()
                    continue
                try:
                    self._answer(sent)
                finally:
                    with self._send_lock:
                        self._waiting -= 1

    def _answer(self, sent: _Sent) -> None:
        if not sent.answer.set_running_or_notify_cancel():
            return
        try:
            change = self._serve(sent.line, sent.id, sent.seen)
        except CompanionError as error:
            sent.answer.set_exception(error)
        else:
            sent.answer.set_result(change)

    def _serve(self, line: str, id: str, seen: int | None) -> Revision:
        """Under the lock. What comes after the answer is left to the thread."""
        before = self.match.revision
        try:
            change = self.match.take(line, id, seen)
        except CompanionError:
            raise
        except Exception as error:
            log.error("%s %s: %s", kind_of(line), id, where(error))
            raise not_counted() from None
        if self.match.revision != before:
            self.notifier.notify(News.REVISION)
            if change.over:
                self._queue.put(self._after_the_end)
        return change

    def _after_the_end(self) -> None:
        """Whatever goes wrong in it: the input is kept, and so it counts."""
        try:
            self._when_over()
        except Exception:
            log.exception("after the end of the game")


def kind_of(line: str) -> str:
    """All of an input that a log may say: what follows may be somebody's secret."""
    return (line.split() or [""])[0]


def where(mistake: Exception) -> str:
    """The place and the kind of a mistake, without its words, which may repeat a secret."""
    return "".join((*format_tb(mistake.__traceback__), type(mistake).__name__))


def gone() -> Refusal:
    return Refusal("closed", say("This table has been closed."))


def not_counted() -> Refusal:
    return Refusal("internal", say("The companion could not count that; nothing has changed."))
