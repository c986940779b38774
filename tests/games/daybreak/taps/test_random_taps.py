"""The same few tags tapped again and again: no card counts twice, no question is lost."""

import os
import random
from collections.abc import Iterable

import pytest

from companion.errors import CompanionError
from companion.games import game
from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import crisis_events as k
from companion.games.daybreak.model import events as e
from companion.games.daybreak.model.stacks import in_play, promised
from companion.games.daybreak.model.state import State
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.support.effort import many
from tests.support.taps import Taps

DAYBREAK = game("daybreak")
GAMES = int(os.environ.get("COMPANION_GAMES", many(24, soak=10_000)))
MOVES = 150
HAND = ("1.035", "1.094", "1.112", "1.004")
"""Few cards, so that each is tapped often; nobody has read the tags of most."""
THINGS = (
    *HAND,
    *("1.205", "1.206", "1.207", "1.208", "1.210", "1.212", "1.213"),
    *("1.309", "1.322", "1.444", "1.432", "china", "us", "china 3", "us 5", "global 1"),
)
BUTTONS = ("next", "next", "discard", "tuck", "undo", "die:geoengineering", "die:planetary")


class Hands:
    """What may be held: a card that left a hand is in none until somebody draws."""

    def __init__(self) -> None:
        self.gone: set[str] = set()

    def see(self, before: State, events: Iterable[e.Event]) -> None:
        for event in events:
            match event:
                case e.StageBegan("local") | c.CardsDrawn():
                    self.gone.clear()
                case (
                    c.CardPlayed(card=card)
                    | c.CardTucked(card=card)
                    | c.CardTuckedUnder(card=card)
                    | c.CardDiscarded(card=card)
                ) if card != "?":
                    taken_away = isinstance(event, c.CardDiscarded) and card in in_play(before)
                    assert taken_away or (card not in self.gone and card not in in_play(before))
            after = event.after(before)
            if before.stage != "global":
                self.gone |= {*in_play(before), *named(event)} - {*in_play(after), "?"}
            before = after


def named(event: e.Event) -> tuple[str, ...]:
    return (event.card,) if isinstance(event, c.CardDiscarded | k.CrisisResolved) else ()


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_card_counts_twice_however_often_its_tag_is_tapped(seed: int) -> None:
    chance = random.Random(seed)
    table = Match(DAYBREAK, MemoryJournal())
    for line in ("seat china", "seat us", "start", "crisis 1.444", "project 1.309", "to local"):
        table.submit(line)
    taps = Taps(table)
    now = 100.0
    for _ in range(MOVES):
        now += chance.choice((0.1, 1.0, 3.0))
        taps.pass_time(now)
        asked = [task for task in table.state.tasks if task.do in ("act", "use", "support")]
        steps = len(table.steps)
        try:
            move(chance, table, taps, now)
        except CompanionError:
            continue
        if len(table.steps) > steps:
            settled = [type(event) for event in table.steps[-1].events]
            left = [task for task in asked if task not in table.state.tasks]
            assert not left or c.TaskChanged in settled or table.state.outcome
        waiting = [card for card in promised(table.state) if card != "?"]
        assert len(waiting) == len(set(waiting)), "one card waits to be spent twice"
    hands = Hands()
    for step in table.steps:
        hands.see(step.before, step.events)


def move(chance: random.Random, table: Match, taps: Taps, now: float) -> None:
    mood = chance.random()
    if mood < 0.7:
        name = chance.choice(HAND if mood < 0.35 else THINGS)
        thing = DAYBREAK.tap_handler.thing(table.state, name)
        assert thing
        taps.tap(thing, chance.choice(("", "china", "us")), now)
    elif mood < 0.8:
        taps.turn(chance.choice((-1, 1)), now)
    elif mood < 0.83 and table.state.outcome is None:
        table.submit(chance.choice(("to local", "choose 1", "choose 0", "choose no", "choose us")))
    else:
        taps.press(chance.choice(BUTTONS), now)
