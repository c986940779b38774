"""Shuffled decks for people who have no box at hand: what is drawn lies in somebody's hand.

The game knows nothing of them: a drawn card is tapped as a printed one would be. They last as long
as the game lies on the table and the companion runs.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import SystemRandom
from threading import Lock

from companion.errors import Malformed, Refusal
from companion.message import Message, say
from companion.table.session import Place, Session

CHANCE = SystemRandom()


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of one kind, face down."""

    kind: str
    title: Message
    left: int


class Decks:
    def __init__(
        self, session: Session, shuffle: Callable[[list[str]], None] = CHANCE.shuffle
    ) -> None:
        self.changes = 0
        """How often something was drawn or put away."""
        self._session = session
        self._shuffle = shuffle
        self._lock = Lock()
        self._place: Place | None = None
        self._piles: dict[str, list[str]] = {}
        self._hands: dict[str, list[str]] = {}

    def piles(self, laid: Collection[str]) -> list[Pile]:
        """Every deck that the game's people draw from, without the cards that lie on the table."""
        with self._lock:
            self._sit_down()
            guide = self._session.clerk.table.game.cards
            titles = guide.kinds if guide else {}
            return [
                Pile(kind, titles[kind], len([card for card in pile if card not in laid]))
                for kind, pile in self._piles.items()
            ]

    def hands(self, laid: Collection[str]) -> Mapping[str, Sequence[str]]:
        """Who holds which cards; nobody's are everybody's. What was laid has left the hand."""
        with self._lock:
            self._sit_down()
            for whose, cards in self._hands.items():
                self._hands[whose] = [card for card in cards if card not in laid]
            return {whose: tuple(cards) for whose, cards in self._hands.items() if cards}

    def draw(self, kind: str, whose: str, laid: Collection[str]) -> str:
        """The next card of a deck; where there is none, all that is out of play is shuffled."""
        with self._lock:
            self._sit_down()
            if kind not in self._piles:
                raise Malformed(say("Nothing was pressed."))
            held = {card for cards in self._hands.values() for card in cards}
            pile = [card for card in self._piles[kind] if card not in laid and card not in held]
            if not pile:
                pile = [card for card in self._all(kind) if card not in laid and card not in held]
                self._shuffle(pile)
            if not pile:
                raise Refusal("no_card_left", say("No card of this deck is left."))
            self._piles[kind] = pile
            self._hands.setdefault(whose, []).append(pile.pop())
            self.changes += 1
            return self._hands[whose][-1]

    def put_away(self, card: str) -> None:
        """A card that was discarded, or drawn by mistake."""
        with self._lock:
            for cards in self._hands.values():
                if card in cards:
                    cards.remove(card)
                    self.changes += 1

    def _sit_down(self) -> None:
        """Another game on the table has decks of its own."""
        if self._place is self._session.place:
            return
        self._place, self._piles, self._hands = self._session.place, {}, {}
        guide = self._session.clerk.table.game.cards
        for kind in guide.decks if guide else ():
            self._piles[kind] = self._all(kind)
            self._shuffle(self._piles[kind])

    def _all(self, kind: str) -> list[str]:
        cards = self._session.cards().cards
        return sorted(number for number, card in cards.items() if card.kind == kind)
