"""A state as a key, for what is worked out from a part of it and worth keeping."""

from dataclasses import dataclass, field
from typing import Any

from companion.games.daybreak.model.state import State


@dataclass(frozen=True, slots=True)
class Seen:
    """Two states are the same to whoever looks only at the gist of them.

    A gist may name facts and cards by their id: as long as the state is kept, so are they.
    """

    cache_key: tuple[Any, ...]
    state: State = field(compare=False)
