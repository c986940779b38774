"""The final account: gems, AI cards and bonus cards, last levels, and who has won."""

from companion.errors import Refusal
from companion.games.council_of_shadows.model import board_events as b
from companion.games.council_of_shadows.model.events import GameEnded, TasksChanged, TurnBegan
from companion.games.council_of_shadows.model.state import Player, State, Task
from companion.games.council_of_shadows.rules import checks
from companion.games.council_of_shadows.rules.consequences import Rule
from companion.games.council_of_shadows.rules.scoring import majority
from companion.i18n.message import say

RANKS = ("most", "some", "none")
ASKED_BELOW = {
    "gems": "full",
    "parsec": "galaxies",
    "galaxy": "galaxies",
    "board": "cards",
    "ai": "cards",
    "stations": "cards",
}
"""The detail that must be followed for a number not to be asked."""
NONE_OF_THE_AI = ("gems", "board", "ai", "stations")
TENS = 10


def account_order(state: State) -> tuple[str, ...]:
    """In which order the accounts are made: the throne's holder first."""
    first = [state.throne] if state.throne else []
    return (*first, *(seat for seat in state.order if seat != state.throne))


def open_account(state: State, seat: str) -> Rule:
    """What needs no bonus card: gems that are left, and AI cards."""
    state = yield TurnBegan(seat, "final")
    player = state.players[seat]
    if player.automa:
        return state
    tree = state.box.tree
    if player.gems is not None:
        energy = sum(n * tree["gem_energy"][gem] for gem, n in player.gems.items())
        state = yield b.EnergyGained(seat, energy, "gems")
    if state.tracks("cards"):
        state = yield b.EnergyGained(seat, player.ai_cards * tree["ai_energy"], "ai")
    return state


def close_account(state: State) -> Rule:
    """Level-ups without cards and gems; then the next account, or the end."""
    seat = state.turn
    assert seat is not None
    while state.players[seat].energy >= state.players[seat].consumption:
        state = yield b.LevelReached(seat, state.players[seat].level + 1)
    order = account_order(state)
    after = order.index(seat) + 1
    if after < len(order):
        return (yield from open_account(state, order[after]))
    return (yield from find_winners(state))


# --- bonus cards ---------------------------------------------------------------------------------


def show_bonus(state: State, card: str, seat: str) -> Rule:
    """A bonus card counts; what the table does not know is asked."""
    player = checks.known_seat(state, seat)
    checks.nothing_asked(state)
    checks.only_in(state, "final")
    checks.on_turn(state, seat)
    if any(card in each.played for each in state.players.values()):
        raise Refusal("already_there", say("{card} has counted already.", card=card))
    assert player.final is not None
    return (yield TasksChanged((Task("bonus", seat, card),), added=True))


def number_asked(state: State, task: Task) -> str | None:
    """The question that a bonus card asks; None where the table knows the number."""
    counts = state.box.tree["bonus"][task.card]["counts"]
    if state.players[task.seat].automa and counts in NONE_OF_THE_AI:
        return None
    player = state.players[task.seat]
    if counts == "light" and player.swapped and player.bonus.dark:
        return "count"
    if counts != "planet" and state.tracks(ASKED_BELOW.get(counts, "tracks")):
        return None
    return "rank" if counts == "galaxy" else "count"


def known_number(state: State, seat: str, card: str) -> int:
    """What a bonus card counts, as the table knows it."""
    player, printed = state.players[seat], state.box.tree["bonus"][card]
    if player.automa and printed["counts"] in NONE_OF_THE_AI:
        return 0
    of = printed["of"]
    match printed["counts"]:
        case "gems":
            assert player.gems is not None, "whoever asks has looked at the detail"
            return player.gems[of]
        case "consumption":
            return player.consumption // TENS
        case "board":
            return player.board_cubes
        case "ai":
            return player.ai_cards
        case "light":
            return max(1, player.bonus.light)
        case "stations":
            return sum(where is not None for where in player.stations.values())
        case "parsec":
            return sum(
                galaxy.colonies[seat]
                for name, galaxy in (state.galaxies or {}).items()
                if state.printed(name, "parsec") == of
            )
    return 0


def known_rank(state: State, seat: str, galaxy: str) -> str:
    """Has this seat most cubes in a galaxy, some colonies, or none?"""
    there = (state.galaxies or {}).get(galaxy)
    if there is None:
        return "none"
    if majority(there, seat):
        return "most"
    return "some" if there.colonies[seat] else "none"


def count_bonus(state: State, task: Task, answer: str | None = None) -> Rule:
    """``base`` and ``per`` for each; a galaxy's card pays by rank."""
    printed = state.box.tree["bonus"][task.card]
    base, per = printed["base"], printed["per"]
    if printed["counts"] == "galaxy":
        rank = answer or known_rank(state, task.seat, printed["of"])
        number = 1 if rank == "most" else 0
        energy = 0 if rank == "none" else base + per * number
    else:
        number = known_number(state, task.seat, task.card) if answer is None else int(answer)
        energy = base + per * number
    state = yield b.BonusCounted(task.seat, task.card, number)
    paths = (f"facts.bonus.{task.card}.{name}" for name in ("counts", "of", "base", "per"))
    doubtful = state.box.rests_on_a_stand_in(*paths)
    return (yield b.EnergyGained(task.seat, energy, f"bonus {task.card}", doubtful))


# --- the end -------------------------------------------------------------------------------------


def standing(player: Player) -> tuple[int, int]:
    return player.level, player.energy


def tied_first(state: State) -> tuple[str, ...]:
    """Whoever has the highest level, and of them the most energy."""
    best = max(standing(player) for player in state.players.values())
    return tuple(seat for seat in state.seats if standing(state.players[seat]) == best)


def find_winners(state: State) -> Rule:
    """Level, then energy, then cubes on the game board, then several winners."""
    tied = tied_first(state)
    if len(tied) == 1:
        top = max(player.level for player in state.players.values())
        alone = sum(player.level == top for player in state.players.values()) == 1
        return (yield GameEnded(tied, "level" if alone else "energy"))
    if state.galaxies is None:
        return (yield TasksChanged((Task("winner"),), added=True))
    most = max(state.cubes(seat) or 0 for seat in tied)
    winners = tuple(seat for seat in tied if state.cubes(seat) == most)
    return (yield GameEnded(winners, "cubes" if len(winners) == 1 else "shared"))
