"""A game that was put away is laid again from its list, which says all that lies on the table.

``SOAK=10 nice .venv/bin/pytest -n 0 -o faulthandler_timeout=3600 tests/games/test_laid_out.py``
lays 10,000 different states of each game, each of them from another random game (``make soak`` does
as well), and with ``-rP`` says how many games that took and which places were ever laid.
"""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import game
from companion.games.shared.laid_out import empty
from companion.games.shared.replace import look_up, put
from companion.i18n.catalogs import Language
from companion.i18n.message import Message
from companion.match.match import Match
from companion.match.script import Script
from companion.storage.journal import MemoryJournal
from tests.games.test_random_taps import TABLES
from tests.support.effort import many
from tests.support.games.random_hands import RandomHands

GOLDEN = Path(__file__).parents[1] / "golden"
MOVEMENTS = 400
OF_A_POWER = ("growth", "draw_change", "draw_next")
OF_CRISES = ("by_bands", "called", "resolved", "target", "spared", "relief", "hidden", "seen")
OF_A_CASTAWAY = ("max", "alive", "pawns", "eaten", "score")
OF_A_PLAYER = (
    *("automa", "round_consumption", "purchases_left", "swapped", "owned", "perpetual_from"),
    *("scored", "final", "account", "arrived", "plan"),
)
ALWAYS_MEMORY = ("facts", "cards", "stage", "step", "outcome", "tasks")
MEMORY: Mapping[str, tuple[str, ...]] = {
    "daybreak": (
        *("standins", "difficulty", "emitted", "absorbed", "project_chosen", "judged", "dice"),
        *("uses", "discards", "borrowed_bands", "outlook", "thermometer.peak"),
        *(f"crises.{what}" for what in OF_CRISES),
        *(f"powers.*.{what}" for what in OF_A_POWER),
    ),
    "naufragos": (
        *("standins", "characters", "turns", "ending", "difficulty", "white", "lost_at_dawn"),
        *("told", "dice", "outlook", "yesterday", "numbers_told"),
        *(f"castaways.*.{what}" for what in OF_A_CASTAWAY),
    ),
    "council_of_shadows": (
        *("detail", "modules", "turn", "arrivals", "doubtful"),
        *(f"players.*.{what}" for what in OF_A_PLAYER),
    ),
}
"""What no piece on the table shows: the companion remembers it, or it is printed."""


def begun_with(name: str, seats: tuple[str, ...], state: Any) -> Any:
    """A table on which the same game has only just begun."""
    table = Match(game(name), MemoryJournal())
    detail = [f"set detail {state.detail}"] if name == "council_of_shadows" else []
    seated = [f"seat {seat}{' automa' if is_automa(state, seat) else ''}" for seat in seats]
    for line in (*detail, *seated, "start"):
        table.take(line)
    return table.state


def is_automa(state: Any, seat: str) -> bool:
    return (
        hasattr(state, "players")
        and isinstance(state.players, Mapping)
        and (state.players[seat].automa)
    )


def emptied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: emptied(each) for key, each in value.items()}
    return type(value)() if isinstance(value, int | str | tuple) else None


def remembered(name: str, state: Any) -> list[tuple[str, ...]]:
    every = [path.split(".") for path in (*ALWAYS_MEMORY, *MEMORY[name])]
    return [
        tuple(seat if step == "*" else step for step in path)
        for path in every
        for seat in (state.seats if "*" in path else ("",))
    ]


def laid_again(name: str, state: Any) -> Any:
    """A table of the same people, with what the list says and what the companion remembers."""
    rules = game(name)
    table = begun_with(name, state.seats, state)
    for path in remembered(name, state):
        table = put(table, path, look_up(state, path))
    for place in rules.laid_out(table):
        for piece in place.pieces:
            table = put(table, tuple(piece.path.split(".")), emptied(piece.value))
    for place in rules.laid_out(state):
        for piece in place.pieces:
            table = put(table, tuple(piece.path.split(".")), piece.value)
    return table


def some_state(hands: RandomHands, movements: int) -> Any:
    """Where so many movements lead; whether they are answered well is asked elsewhere."""
    for check in ("check_answered", "check_said_aside", "check_tasks"):
        setattr(hands, check, lambda *_: None)
    hands.play(movements)
    state = hands.table.state
    if hands.table.game.id != "daybreak":
        return state
    # A crisis under which nothing is tucked any more is as good as none.
    tucked = {crisis: cards for crisis, cards in state.crises.tucked.items() if cards}
    return state.with_value(("crises", "tucked"), tucked)


def fingerprint(state: Any) -> bytes:
    """Of all that a state says, so that no two that are alike are counted as two."""
    return sha256(repr(state).encode()).digest()


@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_is_laid_from_the_list_is_the_same_table(name: str) -> None:
    play, _ = TABLES[name]
    laid: set[bytes] = set()
    pieces: Counter[str] = Counter()
    for seed in count():
        if len(laid) == many(12, 10_000):
            break
        random = Random(f"laid {name} {seed}")
        state = some_state(play(random), random.randint(1, MOVEMENTS))
        if not state.round or (known := fingerprint(state)) in laid:
            continue
        laid.add(known)
        assert laid_again(name, state) == state, seed
        pieces.update(piece.path for place in game(name).laid_out(state) for piece in place.pieces)
    print(f"{name}: {len(laid)} different states of {seed} games; so often lay there:")
    print(", ".join(f"{path} {times}" for path, times in sorted(pieces.items())))


@pytest.mark.parametrize("language", ["en", "es", "pt"])
@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.table")), ids=lambda file: file.stem)
def test_every_piece_of_whole_games_is_said_in_words(file: Path, language: str) -> None:
    table = Script(file.read_text(encoding="utf-8"), file).play()
    speak = Language(language, table.game.id).say
    for change in [*table.history][:: max(1, len(table.history) // 12)]:
        for place in table.game.laid_out(change.state):
            assert speak(place.name)
            for piece in place.pieces:
                assert not empty(piece.value) or type(piece.value) is int
                words = piece.words
                said = str(speak(words)) if isinstance(words, Message) else str(words)
                assert said, piece
                assert "{" not in said, piece
                assert "None" not in said, piece


def test_nothing_lies_on_the_table_before_the_game_begins() -> None:
    for name in TABLES:
        assert not game(name).laid_out(game(name).blank)
