"""What people told of their cards in the middle of a game: kept in the owner's own pack."""

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.games import AnyGame
from companion.table.packs.own import OwnPacks
from companion.table.packs.text import write_card

log = logging.getLogger(__name__)


def learn(game: AnyGame, events: Iterable[Any], owner: Path) -> None:
    """Writes down what these events taught; a game goes on where a disk is full."""
    for event in events:
        if card := game.learned(event):
            try:
                OwnPacks(game, owner).put(card["number"], write_card(card))
            except (CompanionError, OSError) as error:
                log.warning("What was told of %s could not be kept: %s", card["number"], error)
