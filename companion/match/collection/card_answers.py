"""What an owner reads on a card counts at once: in the game on the table, and in their own pack.

The pack comes first, so that whatever was answered as saved is there in every game to come; then
the table is told, as an input like any other, and UNDO takes it out of both.
"""

import logging
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games import AnyGame, Document
from companion.match.session import Session
from companion.storage.packs.card_json import card_line
from companion.storage.packs.load import Entry, guide_of
from companion.storage.packs.own_packs import OwnPacks, pack_fields

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Saved:
    """A card as the owner's pack has it now."""

    entry: Entry
    at_once: bool
    """Does the game on the table know it, too? If not, the next one does."""


def save_card(session: Session, number: str, said: Document, game: AnyGame | None = None) -> Saved:
    """These fields of a card are so, as a pack would say them; None for one that is left out.

    The card may be of a ``game`` that does not lie on the table.
    """
    game = game or session.writer.match.game
    entry = OwnPacks(game, session.folder, session.tell).say(number, said)
    at_once = game is session.writer.match.game and tell_table(session, entry.card, tuple(said))
    return Saved(entry, at_once)


def tell_table(session: Session, card: Any, fields: tuple[str, ...]) -> bool:
    """The game on the table hears what some fields of a card are; False if it is too late."""
    writer = session.writer
    guide = guide_of(writer.match.game)
    said = pack_fields(card, fields)
    if pack_fields(guide.in_force(writer.current.state).get(card.number), fields) == said:
        return True
    if guide.tell is None or writer.current.over:
        return False
    try:
        writer.ask(card_line(card.number, said))
    except CompanionError as error:  # it has just ended, or another one is on the table
        log.warning("%s: %s", card.number, error.message)
        return False
    return True


def rename_card(session: Session, number: str, printed: str, game: AnyGame | None = None) -> str:
    """A card gets the number that is printed on it; the game on the table knows it by both."""
    game = game or session.writer.match.game
    packs = OwnPacks(game, session.folder, session.tell)
    entry = packs.change(number, lambda raw: raw.update(number=printed))
    if game is session.writer.match.game:
        fields = tuple(name for name in entry.raw if name not in ("number", "was"))
        tell_table(session, entry.card, fields)
    return printed
