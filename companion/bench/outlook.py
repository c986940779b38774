"""How long the exact odds of the worst Crisis stage take, beside trying every sequence of rolls.

The enumeration is the straightforward one: plain numbers, one sequence of faces after the other.
Both answer the same question in the same run, and the answers are compared. Times are those of the
processor: whatever else a shared machine does is not in them.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter, process_time

from companion.bench import Figures
from companion.bench.table import GAME
from companion.games import game
from companion.games.daybreak.model.state import Dice, State
from companion.games.daybreak.model.terms import BANDS_TO_LOSE, COMMUNITIES_TO_LOSE, EFFECTS, POWERS
from companion.games.daybreak.outlook.ahead import look_ahead
from companion.games.daybreak.outlook.deck import deck_of
from companion.games.daybreak.outlook.forecast import forecast, foresee
from companion.games.daybreak.outlook.packing import ends_of_stage
from companion.games.daybreak.outlook.remedies import what_helps
from companion.games.daybreak.outlook.spread import strikes
from companion.table.background import BackgroundCache
from companion.table.clerk import Clerk
from companion.table.keeping.journal import MemoryJournal
from companion.table.keeping.shelf import data_folder
from companion.table.keeping.store import SqliteJournal, Store, connect
from companion.table.table import Table

BANDS = 7
TIMES = 9
FOREST_FIRES = "1.424"
"""A face-up card that hits one of the tied powers and takes Trees: the dearest to take in."""
LINES = ("seat china", "undo") * 100


def figures() -> Figures:
    whole = worst(BANDS)
    state = without_deck(whole)
    fires = replace(
        state,
        crises=replace(state.crises, forecast=FOREST_FIRES, face_up=(FOREST_FIRES,)),
    )
    exact = milliseconds(lambda: forecast(state))
    began = process_time()
    enumerated = every_sequence(state)
    enumeration = 1000 * (process_time() - began)
    told = forecast(state)
    assert told is not None
    assert (told.lost["temperature"], told.lost["communities"]) == enumerated
    return {
        "worst_ms": exact,
        "enumeration_ms": enumeration,
        "ratio": enumeration / exact,
        "worst_with_a_card_ms": milliseconds(lambda: forecast(fires)),
        "worst_with_deck_ms": milliseconds(lambda: forecast(whole)),
        "again_ms": milliseconds(lambda: forecast(state), forget=False),
        "what_helps_ms": milliseconds(lambda: what_helps(fires)),
        "rounds_ahead_ms": milliseconds(lambda: look_ahead(opening())),
        **answered(lambda: milliseconds(lambda: (what_helps(fires), look_ahead(opening())))),
    }


def opening() -> State:
    """Four powers at the start of their game."""
    table = Table(game("daybreak"), MemoryJournal())
    for line in (*(f"seat {power}" for power in POWERS), "start"):
        table.submit(line)
    state: State = table.state
    return state


def worst(bands: int) -> State:
    """Many bands, four powers, and tokens so few that everything may run out."""
    state = opening()
    return replace(
        state,
        stage="crisis",
        step="crises",
        dice=Dice(rolls_due=bands),
        thermometer=replace(state.thermometer, bands=bands, cubes=7),
        trees=7,
        oceans=5,
        crises=replace(state.crises, due=5, by_bands=5),
    )


def without_deck(state: State) -> State:
    """The rolls alone, with no card to draw but the one that lies face up."""
    cards = {
        number: card
        for number, card in state.cards.items()
        if card.kind != "crisis" or number == FOREST_FIRES
    }
    seen = (*state.crises.seen, FOREST_FIRES)
    return replace(state, cards=cards, crises=replace(state.crises, seen=seen, due=1, by_bands=9))


def milliseconds(work: Callable[[], object], forget: bool = True) -> float:
    """The fastest of a few times, each from an empty memory unless that is what is measured."""
    taken = []
    for _ in range(TIMES):
        if forget:
            for kept in (foresee, ends_of_stage, strikes, deck_of):
                kept.cache_clear()
        began = process_time()
        work()
        taken.append(process_time() - began)
    return 1000 * min(taken)


def every_sequence(state: State) -> tuple[Fraction, Fraction]:
    """The odds of losing by temperature and by communities: all sequences, one by one."""
    longest = state.dice.rolls_due + BANDS_TO_LOSE - 1 - state.thermometer.bands
    hot = hurt = 0
    for faces in product(EFFECTS, repeat=longest):
        match play(state, faces):
            case "temperature":
                hot += 1
            case "communities":
                hurt += 1
    return Fraction(hot, len(EFFECTS) ** longest), Fraction(hurt, len(EFFECTS) ** longest)


def play(state: State, faces: tuple[str, ...]) -> str | None:
    """One Crisis stage's rolls with plain numbers: why it ends the game, if it does."""
    players, row = state.players, state.thermometer.row
    at = dict(state.planetary)
    due, carbon = state.dice.rolls_due, state.thermometer.carbon
    sinks = {"trees": state.trees, "oceans": state.oceans}
    communities = max(power.communities for power in state.powers.values())
    for rolled, face in enumerate(faces):
        if rolled == due:
            return None
        track = state.box.tracks[face]
        at[face] = min(at[face] + 1, len(track))
        if not track[at[face] - 1]:
            continue
        if face == "arctic":
            due += (carbon + 2 * players) // row - carbon // row
            carbon += 2 * players
            if carbon >= BANDS_TO_LOSE * row:
                return "temperature"
        elif face in ("desertification", "amazon", "acidification"):
            sink = "oceans" if face == "acidification" else "trees"
            communities += max(0, players - sinks[sink])
            sinks[sink] = max(0, sinks[sink] - players)
            if communities >= COMMUNITIES_TO_LOSE:
                return "communities"
    return None


def answered(work: Callable[[], object]) -> Figures:
    """Milliseconds from an input to its receipt: by itself, and while odds are worked out."""
    data_folder().mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="bench-", dir=data_folder()) as folder,
        closing(Store(connect(Path(folder) / "journal.sqlite3"))) as store,
        closing(Clerk(Table(GAME, SqliteJournal(store, store.begin(GAME.id, at=""))))) as clerk,
    ):
        alone = [took(clerk, line) for line in LINES]
        beside = []
        done = Event()
        done.set()
        cache: BackgroundCache[int, object] = BackgroundCache(lambda _: work(), ready=done.set)
        for at, line in enumerate(LINES):
            if done.is_set():
                done.clear()
                cache.ask(at, at)
            beside.append(took(clerk, line))
        done.wait()
    return {
        "input_p50_ms": quantiles(alone, n=100)[49],
        "input_p99_ms": quantiles(alone, n=100)[98],
        "input_meanwhile_p50_ms": quantiles(beside, n=100)[49],
        "input_meanwhile_p99_ms": quantiles(beside, n=100)[98],
    }


def took(clerk: Clerk, line: str) -> float:
    began = perf_counter()
    clerk.ask(line)
    return 1000 * (perf_counter() - began)
