"""Is this the first game of the people at this table? Then every step is explained."""

from collections.abc import Callable
from pathlib import Path

from companion.storage.mark import Mark

FILE = "first-game"


class Teaching(Mark):
    def __init__(self, folder: Path, switched: Callable[[], None] = lambda: None) -> None:
        super().__init__(folder / FILE, switched)
