"""The whole game that is played by cards alone is one that people could have played."""

from collections import Counter
from pathlib import Path

import pytest

from companion.games.daybreak.model import card_events as c
from companion.games.daybreak.model import events as e
from companion.match.match import Match
from companion.match.script import Script

FILE = Path(__file__).parents[3] / "golden" / "four_powers_by_cards.table"


@pytest.fixture(scope="module")
def game() -> Match:
    return Script(FILE.read_text(encoding="utf-8"), FILE).play()


def test_no_total_is_set_by_hand(game: Match) -> None:
    happened = [event for step in game.steps for event in step.events]

    assert not [event for event in happened if isinstance(event, e.Corrected)]
    assert not [
        line for line in FILE.read_text(encoding="utf-8").splitlines() if line[:4] == "set "
    ]


def test_nobody_uses_more_cards_than_they_drew(game: Match) -> None:
    hands: Counter[str] = Counter()
    for step in game.steps:
        state = step.before
        for event in step.events:
            on_table = {card for each in state.powers.values() for s in each.stacks for card in s}
            match event:
                case e.StageBegan("local"):
                    hands.update({seat: power.draw for seat, power in state.powers.items()})
                case c.CardPlayed(power) | c.CardTucked(power) | c.CardTuckedUnder(power):
                    hands[power] -= 1
                case c.CardDiscarded(power, card) if power and card not in on_table:
                    hands[power] -= 1
            assert min(hands.values(), default=0) >= 0, step.line
            state = game.game.evolve(state, event)


def test_every_kind_of_card_and_every_stage_has_a_part_in_it(game: Match) -> None:
    kinds = {type(event).__name__ for step in game.steps for event in step.events}

    assert kinds >= {
        *("ActionTaken", "CardPlayed", "CardTucked", "CardTuckedUnder", "CardDiscarded"),
        *("ProjectActivated", "ProjectDiscarded", "CrisisIgnored", "CrisisRelieved"),
        *("CrisisLifted", "TieArose", "CardDieRolled", "BandsRemoved", "EffectIgnored"),
        *("Tipped", "DrawdownReached", "GameEnded"),
    }
