"""A bell that several threads listen for: it says that there is something new, never what."""

from collections.abc import Callable
from threading import Condition


class Notifier:
    """Whoever has heard it ``so often`` waits until it has rung once more."""

    def __init__(self) -> None:
        self._rung = Condition()
        self._times = 0

    @property
    def times(self) -> int:
        """How often it has rung."""
        return self._times

    def ring(self) -> None:
        with self._rung:
            self._times += 1
            self._rung.notify_all()

    def wait(self, heard: int, timeout: float | None = None) -> bool:
        """Waits until it has rung since it was heard so often; False if the time is up."""
        return self.wait_for(lambda: self._times != heard, timeout)

    def wait_for(self, true: Callable[[], bool], timeout: float | None = None) -> bool:
        """Waits until this holds, and looks whenever it rings; False if the time is up."""
        with self._rung:
            return self._rung.wait_for(true, timeout)
