"""Laws that hold in every game, however it goes: random whole games, with nonsense in between."""

import os
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import Refusal
from companion.games import game
from companion.games.naufragos.model import camp_events as camp
from companion.games.naufragos.model import events as e
from companion.games.naufragos.model.state import State
from companion.games.naufragos.rules.prompts import question
from companion.match.match import Match
from companion.storage.journal import MemoryJournal
from tests.support.documents import check_every_way_back, without_revision
from tests.support.games.naufragos_players import Players

WHOLE_GAMES = int(os.environ.get("COMPANION_GAMES", "1000"))
LONGEST = 240

each_game = settings(
    max_examples=max(1, WHOLE_GAMES // 80),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=bool(os.environ.get("CI")),
)


def begun(players: Players) -> Match:
    table = Match(game("naufragos"), MemoryJournal())
    for seat in players.seats:
        table.submit(f"seat {seat}")
    table.submit("start")
    return table


@pytest.mark.slow
@each_game
@given(seed=st.integers(0, 2**48))
@pytest.mark.parametrize("seats", range(1, 5))
def test_a_random_whole_game_keeps_every_law(seats: int, seed: int) -> None:
    players = Players(random.Random(4 * seed + seats), seats)
    table = begun(players)
    start = without_revision(table.document)
    played = 0
    for _ in range(LONGEST):
        before, revision = table.state, table.revision
        line = players.any_line(table.state)
        try:
            step = table.submit(line)
        except Refusal:
            assert (table.state, table.revision) == (before, revision), "a refusal changed it"
            if table.state.outcome:
                break
            continue
        played += 1
        state = step.before
        for event in step.events:
            after = table.game.evolve(state, event)
            check_goods(state, event, after)
            state = after
        check_people(state)
        check_places(state)
        check_screens(table)
    check_every_way_back(table, start, played)


def check_people(state: State) -> None:
    for one in state.castaways.values():
        assert 0 <= one.energy <= one.cap <= one.max
        assert one.injuries >= 0
        assert one.injuries + one.traumas <= one.max
        assert one.alive == (one.traumas < 4)
        assert one.alive or one.pawns == 0
        assert min(one.track, one.story, one.food, one.eaten) >= 0
    assert min(vars_of(state.store)) >= 0
    assert min(vars_of(state.supply)) >= 0
    assert state.fire.wood in (0, 1)


def vars_of(thing: object) -> list[int]:
    names = type(thing).__dataclass_fields__  # type: ignore[attr-defined]
    return [getattr(thing, name) for name in names]


def check_places(state: State) -> None:
    """Everybody is somewhere, and nowhere twice; a group of nobody is no group."""
    away = [seat for group in state.lost for seat in group.members]
    away += state.expedition.members if state.expedition else ()
    assert len(away) == len(set(away))
    assert all(state.castaways[seat].alive for seat in away)
    assert all(group.members for group in state.lost)
    if state.expedition and not state.outcome:
        assert state.expedition.turn in state.expedition.members
    scale = state.box.difficulty
    assert all(scale.min <= group.difficulty <= scale.max for group in state.lost)
    for action, pawns in state.actions.items():
        placed = [pawn for pawn in pawns if pawn]
        assert len(pawns) <= len(state.box.actions[action])
        assert len(placed) == len(set(placed))


def check_goods(before: State, event: e.Event, after: State) -> None:
    """Wood, food and tiles come and go only as an event says."""
    if isinstance(event, e.Corrected | e.Changed | e.GameStarted):
        return
    wood = after.store.wood + after.fire.wood - before.store.wood - before.fire.wood
    tiles = vars_of(before.supply), vars_of(after.supply)
    match event:
        case camp.WoodFound():
            assert wood == 1
        case camp.WoodBurned():
            assert wood == -1
        case camp.BuildingGrew(wood=used):
            assert wood == -used
        case camp.Built(_, building):
            assert wood == -before.cost_of(building).wood
        case camp.FoodFound(_, _, units):
            assert sum(tiles[0]) - sum(tiles[1]) == 1
            assert after.store.perishable - before.store.perishable == units
        case camp.Ate():
            eaten = food(before) - food(after)
            assert eaten == event.units
        case camp.FoodRotted(units):
            assert food(before) - food(after) == units
        case e.FireWentOut():
            assert wood <= 0
        case _:
            assert wood == 0, event
            assert tiles[0] == tiles[1], event
            assert food(before) == food(after), event


def food(state: State) -> int:
    own = sum(one.food for one in state.castaways.values())
    return state.store.perishable + state.store.food + own


def check_screens(table: Match) -> None:
    """Whatever happens, there is something to show and to say, and the hands know what is due."""
    state, played = table.state, table.game
    assert played.pages(state)
    assert played.guide(state)
    assert played.glance(state)
    assert table.history[-1].label
    due, asked = played.tap_handler.due(state), question(state)
    assert (due == "die:dice") == bool(asked and asked.kind == "roll")
    assert 0 <= played.tap_handler.level(state) <= 8


@pytest.mark.parametrize("seats", range(1, 5))
def test_a_game_of_sensible_people_comes_to_an_end(seats: int) -> None:
    players = Players(random.Random(seats), seats)
    table = begun(players)
    for _ in range(3000):
        try:
            table.submit(players.next_line(table.state))
        except Refusal:
            continue
        if table.state.outcome:
            break

    assert table.state.outcome
