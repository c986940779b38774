"""A list of named checks, and a line for each: ``ok`` or ``failed``, and why."""

import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

OK, FAILED, END = "ok", "failed", "end"
WAIT_S = 180.0
"""Nothing that a check waits for takes this long: the first start on a busy machine takes most."""
POLL_S = 0.05


class PartFailed(Exception):
    """What comes after this check would only fail with it."""


class Checks:
    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._began = time.monotonic()
        self.count = self.failures = 0

    @contextmanager
    def check(self, name: str) -> Iterator[None]:
        """What is inside is this check; whatever it raises is why it failed."""
        began = time.monotonic()
        self.count += 1
        try:
            yield
        except Exception as error:
            self.failures += 1
            self._tell(f"{FAILED:7} {name}: {error or repr(error)}")
            for frame in traceback.extract_tb(error.__traceback__)[-4:]:
                self._tell(f"        {frame.filename}:{frame.lineno} {frame.line}")
            raise PartFailed from error
        else:
            self._tell(f"{OK:7} {name} ({time.monotonic() - began:.1f} s)")

    def end(self) -> None:
        passed = self.count - self.failures
        took = time.monotonic() - self._began
        self._tell(f"{END:7} {passed} of {self.count} checks passed, {took:.0f} s in the machine")


def wait_until(what: str, happened: Callable[[], bool], limit_s: float = WAIT_S) -> None:
    until = time.monotonic() + limit_s
    while not happened():
        if time.monotonic() > until:
            raise AssertionError(f"waited {limit_s:.0f} s in vain: {what}")
        time.sleep(POLL_S)
