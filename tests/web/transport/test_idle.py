"""Low-priority work is done while the server is idle."""

from threading import Event

import pytest

from companion.web.transport import template_cache
from companion.web.transport.template_cache import Idle


class Waited(Event):
    """An end that never comes, and how often it was waited for."""

    times = 0

    def wait(self, timeout: float | None = None) -> bool:
        self.times += 1
        return self.is_set()


def test_the_server_is_idle_when_nothing_has_happened_for_a_while() -> None:
    happened, over = iter((1, 2, 3, 3, 3, 3, 4, 4)), Waited()
    waiting = Idle(lambda: next(happened), over)

    assert waiting.wait()
    assert over.times == 3
    assert waiting.wait()
    assert waiting.wait()
    assert over.times == 3, "it still is"
    assert waiting.wait()
    assert over.times == 4, "somebody has acted since"


def test_it_is_not_waited_for_beyond_the_end() -> None:
    over = Event()
    over.set()
    assert not Idle(lambda: 1, over).wait()


def test_a_server_that_is_stopped_ends_the_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_cache, "IDLE_S", 0.0)
    over = Event()
    waiting = Idle(lambda: 1, over)
    assert waiting.wait()
    over.set()
    assert not waiting.wait()
