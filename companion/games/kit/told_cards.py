"""What people read on a printed card while they play: an input of every game with card packs."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class TellCard:
    """``card {"number": "…", …}``: the card as it is from now on, and what was said of it."""

    card: Any
    fields: tuple[str, ...]
