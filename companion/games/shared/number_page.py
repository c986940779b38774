"""The number fields of a game's page: what each is called, what it is, between which limits."""

from collections.abc import Callable
from typing import Any

from companion.games.capabilities import PhonePage
from companion.games.shared.corrections import Corrections
from companion.i18n.message import Message


class NumberPage(PhonePage):
    """A page on which numbers can be put right, as the corrections of the game allow it."""

    corrections: Corrections[Any]
    number: Callable[[str], Message]
    """The name of the number at a path; a static method."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def number_name(self, path: str) -> Message:
        """A number by its name; a path that is no number to set is refused."""
        self.value(path)
        return self.number(path)

    def value(self, path: str) -> object:
        full = self.corrections.full_path(path)
        value = self.corrections.current(self._state, full)
        if not isinstance(value, bool | int):
            self.corrections.check(self._state, full, None, value)
        return value

    def limits(self, path: str) -> tuple[int, int]:
        return self.corrections.limits(self._state, self.corrections.full_path(path))
