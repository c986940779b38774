"""Shuffled decks for people who have no box at hand: what is drawn lies in somebody's hand.

The game knows nothing of them: a drawn card is tapped as a printed one would be. They last as long
as the game lies on the table and the companion runs.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import SystemRandom
from threading import Lock

from companion.errors import Malformed, Refusal
from companion.i18n.message import Message, say
from companion.match.session import ActiveMatch, Session

CHANCE = SystemRandom()


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of one deck, face down."""

    deck: str
    title: Message
    left: int
    icon: str


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards that a seat draws at once in this round, as far as it has not."""

    deck: str
    seat: str
    cards: int


class Decks:
    def __init__(
        self, session: Session, shuffle: Callable[[list[str]], None] = CHANCE.shuffle
    ) -> None:
        self.changes = 0
        """How often something was drawn or put away."""
        self._session = session
        self._shuffle = shuffle
        self._lock = Lock()
        self._active: ActiveMatch | None = None
        self._piles: dict[str, list[str]] = {}
        self._hands: dict[str, dict[str, int]] = {}
        """Who has drawn which cards, and how often each had been moved before."""
        self._drawn: Counter[tuple[int, str, str]] = Counter()
        """How many cards of a deck a seat has drawn in a round."""
        self.newest: tuple[str, ...] = ()
        """The cards that were drawn last, until something happens in the game."""

    def piles(self, laid: Collection[str]) -> list[Pile]:
        """Every deck that the game's people draw from, without the cards that lie on the table."""
        with self._lock:
            self._follow_match()
            guide, cards = self._session.writer.match.game.cards, self._session.cards().cards
            return [
                Pile(
                    deck,
                    guide.decks[deck],
                    len([card for card in self._piles[deck] if card not in laid]),
                    f"kind:{cards[numbers[0]].kind}",
                )
                for deck, numbers in self._decks().items()
                if guide
            ]

    def hands(self, laid: Collection[str]) -> Mapping[str, Sequence[str]]:
        """Who holds which cards, without what lies on the table; nobody's are everybody's."""
        with self._lock:
            self._follow_match()
            held = self._held()
            kept = {
                whose: tuple(card for card in held[whose] if card not in laid) for whose in held
            }
            return {whose: cards for whose, cards in kept.items() if cards}

    def deals(self) -> list[Deal]:
        with self._lock:
            self._follow_match()
            match, state = self._session.writer.match, self._session.writer.current.state
            guide, decks = match.game.cards, self._decks()
            return [
                Deal(deck, seat, left)
                for seat in match.game.seated(state)
                for deck, cards in (guide.to_draw(state, seat).items() if guide else ())
                if deck in decks and (left := cards - self._drawn[self._round, seat, deck]) > 0
            ]

    def deal(self, deck: str, seat: str, laid: Collection[str]) -> None:
        """All cards that a seat draws at once; as many as there are."""
        due = next((it for it in self.deals() if (it.deck, it.seat) == (deck, seat)), None)
        if due is None:
            raise Malformed(say("Nothing was pressed."))
        self.newest = tuple(self.draw(deck, seat, laid) for _ in range(due.cards))

    @property
    def _round(self) -> int:
        current = self._session.writer.current
        return current.step.game.round_of(current.state)

    def draw(self, deck: str, whose: str, laid: Collection[str]) -> str:
        """The next card of a deck; where there is none, all that is out of play is shuffled."""
        with self._lock:
            self._follow_match()
            if deck not in self._piles:
                raise Malformed(say("Nothing was pressed."))
            held = {card for cards in self._held().values() for card in cards}
            pile = [card for card in self._piles[deck] if card not in laid and card not in held]
            if not pile:
                pile = [
                    card for card in self._decks()[deck] if card not in laid and card not in held
                ]
                self._shuffle(pile)
            if not pile:
                raise Refusal("no_card_left", say("No card of this deck is left."))
            self._piles[deck] = pile
            card = pile.pop()
            for cards in self._hands.values():
                cards.pop(card, None)
            self._hands.setdefault(whose, {})[card] = self._moved()[card]
            self._drawn[self._round, whose, deck] += 1
            self.newest = (card,)
            self.changes += 1
            return card

    def put_away(self, card: str) -> None:
        """A card that was discarded, or drawn by mistake."""
        with self._lock:
            for cards in self._hands.values():
                if cards.pop(card, None) is not None:
                    self.changes += 1

    def _held(self) -> Mapping[str, Sequence[str]]:
        """Everything that was drawn and not moved since."""
        if not any(self._hands.values()):
            return {}
        moved = self._moved()
        return {
            whose: tuple(card for card, times in cards.items() if moved[card] <= times)
            for whose, cards in self._hands.items()
        }

    def _moved(self) -> Counter[str]:
        """How often each card was moved in the game, as far as nothing was taken back."""
        match = self._session.writer.match
        guide, decks, moved = match.game.cards, self._decks(), Counter[str]()
        for step in match.steps:
            for event in step.events:
                moved.update(guide.moved(event) if guide else ())
                moved.update(decks.get(guide.let_go(event), ()) if guide else ())
        return moved

    def _follow_match(self) -> None:
        """Another game on the table has decks of its own; one that comes into use is shuffled."""
        if self._active is not self._session.active:
            self._active, self._piles, self._hands = self._session.active, {}, {}
            self._drawn, self.newest = Counter(), ()
        for deck, cards in self._decks().items():
            if deck not in self._piles:
                self._piles[deck] = cards
                self._shuffle(cards)

    def _decks(self) -> dict[str, list[str]]:
        """Every card by the deck that it is drawn from, in order; no deck without a card."""
        writer = self._session.writer
        guide, state = writer.match.game.cards, writer.current.state
        found: dict[str, list[str]] = {deck: [] for deck in guide.decks} if guide else {}
        for number, card in sorted(self._session.cards().cards.items()):
            if guide and (deck := guide.deck_of(state, card)) in found:
                found[deck].append(number)
        return {deck: cards for deck, cards in found.items() if cards}
