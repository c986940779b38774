"""What must be true of cards in every game, from all its events: none counts twice."""

from collections import Counter
from collections.abc import Iterable

from companion.games.council_of_shadows.model import board_events as b
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as k
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.stacks import in_play, promised
from companion.games.daybreak.model.state import State
from companion.games.naufragos.model import events as ne
from companion.games.naufragos.model import people_events as people
from companion.match.match import Match


def once(cards: Iterable[str | None], line: str) -> None:
    """Each of these but those without a number."""
    counted = Counter(card for card in cards if card not in (None, "?", ""))
    assert max(counted.values(), default=0) <= 1, (line, counted)


class Hands:
    """What may be held: a card that left a hand is in none until somebody draws."""

    def __init__(self) -> None:
        self.gone: set[str] = set()
        self.drawn: list[str] = []

    def see(self, before: State, event: e.Event) -> None:
        match event:
            case e.StageBegan("local") | c.CardsDrawn():
                self.gone.clear()
            case k.CrisisBegan(card):
                self.drawn.append(card)
            case (
                c.CardPlayed(card=card)
                | c.CardTucked(card=card)
                | c.CardTuckedUnder(card=card)
                | c.CardDiscarded(card=card)
            ) if card != "?":
                taken_away = isinstance(event, c.CardDiscarded) and card in in_play(before)
                assert taken_away or (card not in self.gone and card not in in_play(before))
        after = event.after(before)
        self.gone |= {*in_play(before), *named(event)} - {*in_play(after), "?"}


def named(event: e.Event) -> tuple[str, ...]:
    return (event.card,) if isinstance(event, c.CardDiscarded | k.CrisisResolved) else ()


def check_daybreak(table: Match) -> None:
    """No card of a hand is spent twice, none lies twice, and no crisis comes twice."""
    hands = Hands()
    for before, event in table.happened():
        hands.see(before, event)
    once(hands.drawn, "crises")
    for step in table.steps:
        once(in_play(step.after), step.line)
        once(promised(step.after), step.line)


def check_naufragos(table: Match) -> None:
    """No event or exploration is turned over twice, no object is in two hands or comes back from
    the discards, and no camp card has two pawns."""
    turned: list[str] = []
    gone: set[str] = set()
    for _, event in table.happened():
        match event:
            case ne.EventSeen(card=str(card)):
                turned.append(card)
            case people.CardDrawn(card=str(card), pending=pending):
                turned.append(f"{card} {pending}")
            case people.CardGone(card=card):
                gone.add(card)
            case people.CardTaken(card=card):
                assert card not in gone, card
    once(turned, "turned over")
    for step in table.steps:
        castaways = step.after.castaways.values()
        once((card for one in castaways for card in one.objects), step.line)
        once(step.after.cards_used, step.line)


def check_council(table: Match) -> None:
    """Nothing is bought, taken, laid or counted twice, and a card lies in one place only."""
    counted: list[str] = []
    for _, event in table.happened():
        match event:
            case b.Bought(kind="ai", id=card):
                counted.append(card)
            case b.DarkTaken(card=card) | b.BonusCounted(card=card) | b.TileLaid(tile=card):
                counted.append(card)
    once(counted, "counted")
    for step in table.steps:
        for player in step.after.players.values():
            once(player.scored, step.line)
            once(player.plan.cards.values(), step.line)
            piles = (card for pile in player.slots or () for card in pile)
            once((*(player.hand or ()), *piles), step.line)
