"""How fast the rules count: events evolved and whole games played a second, on one core."""

import gc
import time
import tracemalloc
from pathlib import Path

from companion.games import first, game, playable, resource
from companion.match.script import Script
from tests.benchmarks.measuring import Figures

SCRIPT = Path("without_cards.table")
PLAYED = 40
ROUNDS_OF_EVENTS = 60
HELD_AFTER = (25, 50)
"""Games until memory is looked at: caches are full by the first look."""


def figures() -> Figures:
    """The bare keys are those of the first game; every game has its own besides."""
    found = {name: script for name in playable() if (script := script_of(name))}
    bare = measured(first(), found[first()])
    more = {name: measured(name, source) for name, source in found.items() if name != first()}
    own = {
        f"{name}.{key}": value
        for name, each in {first(): bare, **more}.items()
        for key, value in each.items()
    }
    return {**bare, "kib_grown_by_50_more_games": growth(found[first()], SCRIPT), **own}


def script_of(name: str) -> str:
    """The game by which a game is measured; nothing where it has none."""
    file = resource(game(name), SCRIPT.name)
    return file.read_text(encoding="utf-8") if file else ""


def measured(name: str, source: str) -> Figures:
    script = SCRIPT
    events: list[object] = []
    Script(source, script).play(
        lambda _line, _table, change: events.extend(change.step.events if change else ())
    )

    rules = game(name)
    opened = Script(f"game {name}\n", script).play().state
    began = time.perf_counter()
    for _ in range(ROUNDS_OF_EVENTS):
        state = opened
        for event in events:
            state = rules.evolve(state, event)
    evolving = time.perf_counter() - began

    began = time.perf_counter()
    for _ in range(PLAYED):
        Script(source, script).play()
    playing = time.perf_counter() - began

    return {
        "events_per_second": ROUNDS_OF_EVENTS * len(events) / evolving,
        "games_per_second": PLAYED / playing,
        "events_per_game": len(events),
    }


def growth(source: str, script: Path) -> float:
    """Memory that is held after 75 games and was not after 25."""
    tracemalloc.start()
    held = []
    for games in HELD_AFTER:
        for _ in range(games):
            Script(source, script).play()
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return (held[1] - held[0]) / 1024
