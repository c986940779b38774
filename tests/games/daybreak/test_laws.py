"""Laws that hold in every game, however it goes: random whole games, with nonsense in between."""

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Refusal
from companion.games import game
from companion.games.daybreak.model.state import State
from companion.games.daybreak.model.terms import EFFECTS, EMISSIONS, POWERS, RESILIENCES, STAGES
from companion.games.shared.corrections import MOST
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.support.documents import check_every_way_back, totals, without_revision
from tests.support.effort import examples, many

WHOLE_GAMES = int(os.environ.get("COMPANION_GAMES", many(120, soak=20_000)))
LONGEST = 400


class Players:
    """People who play a whole game, and now and then try what cannot be."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.seats = chance.sample(list(POWERS), chance.randint(1, 4))

    def next_line(self, state: State) -> str:
        """Mostly what is due, sometimes a change of the board, seldom nonsense."""
        mood = self.chance.random()
        if mood < 0.04:
            return self.nonsense()
        if mood < 0.20:
            return self.change(state)
        if state.dice.tie:
            return f"roll geoengineering {self.chance.randint(1, 6)}"
        if state.dice.rolls_due:
            return f"roll planetary {self.chance.choice(list(EFFECTS))}"
        if state.stage == "crisis" and mood < 0.5:
            return self.crisis()
        return "next" if mood < 0.9 else f"to {self.chance.choice(list(STAGES))}"

    def nonsense(self) -> str:
        return self.chance.choice(
            (
                *("seat mars", "start", "roll planetary rain", "set trees -1", "set wind 3"),
                *("set thermometer.bands 13", "to dinner", "lose china.dirty 1", "choose 1"),
            )
        )

    def change(self, state: State) -> str:
        seat = self.chance.choice(self.seats)
        path, most = self.chance.choice(
            [(f"{seat}.{name}", 20) for name in ("demand", "dirty", "clean")]
            + [(f"{seat}.emissions.{kind}", 6) for kind in EMISSIONS]
            + [(f"{seat}.resilience.{kind}", 4) for kind in RESILIENCES]
            + [("trees", 30), ("oceans", 20), ("dac", 6), ("recent", 12), (f"{seat}.draw", 8)]
            + [("thermometer.bands", 7), ("thermometer.cubes", 4), (f"{seat}.communities", 11)]
        )
        return f"set {path} {self.chance.randint(0, most)}"

    def crisis(self) -> str:
        kind = self.chance.choice(list(RESILIENCES))
        return self.chance.choice(
            (
                *(f"target lowest resilience.{kind}", "target highest communities"),
                *("lose trees 2", "lose oceans 1"),
                f"lose {self.chance.choice(self.seats)}.resilience.{kind} 2",
            )
        )


class Watcher:
    """Adds up every cube that enters and leaves, from the events alone."""

    def __init__(self) -> None:
        self.entered = 0
        self.left = 0

    def see(self, before: State, event: object, after: State) -> None:
        name, cubes = type(event).__name__, getattr(event, "cubes", 0)
        if name in ("CarbonEmitted", "CarbonReleased", "ThermometerHeated"):
            self.entered += cubes
        elif name in ("CarbonSequestered", "ThermometerCooled"):
            self.left += cubes
        elif name == "Corrected":
            self.entered += on_the_board(after) - on_the_board(before)


def on_the_board(state: State) -> int:
    return state.recent + state.thermometer.carbon


@pytest.mark.slow
@settings(examples(1), max_examples=WHOLE_GAMES // 4)
@given(seed=st.integers(0, 2**48))
@pytest.mark.parametrize("quarter", range(4))
def test_a_random_whole_game_keeps_every_law(quarter: int, seed: int) -> None:
    players = Players(random.Random(4 * seed + quarter))
    table = Match(game("daybreak"), MemoryJournal())
    watcher = Watcher()
    for line in (*(f"seat {seat}" for seat in players.seats), "start"):
        table.submit(line)
    start = without_revision(table.document)

    played = 0
    for _ in range(LONGEST):
        before, revision = table.state, table.revision
        try:
            step = table.submit(players.next_line(table.state))
        except Refusal:
            assert (table.state, table.revision) == (before, revision), "a refusal changed it"
            if table.state.outcome:
                break
            continue
        played += 1
        state = step.before
        for event in step.events:
            after = table.game.evolve(state, event)
            watcher.see(state, event, after)
            state = after
        assert on_the_board(state) == watcher.entered - watcher.left, "carbon came or went"
        assert all(0 <= number <= MOST * 10 for number in totals(table.document))

    check_every_way_back(table, start, played)
