"""What holds in every game of Council of Shadows, whoever plays it and however much is followed."""

import os
from collections import Counter
from itertools import product
from random import Random

import pytest

from companion.errors import CompanionError
from companion.games.council_of_shadows.model.state import State
from companion.games.council_of_shadows.model.terms import AI_CARDS, STARTING
from companion.match.match import Match, Revision
from companion.storage.journal import MemoryJournal
from tests.support.documents import check_every_way_back, without_revision
from tests.support.games.council_of_shadows_players import GAME, Players

SOAK = int(os.environ.get("SOAK", "1"))
TABLES = {
    "two": ("seat red", "seat violet"),
    "three": ("seat red", "seat violet", "seat green"),
    "four": ("seat red", "seat violet", "seat green", "seat blue"),
    "automa": ("seat red", "seat blue automa"),
}
LEADERS = ("s3e3", "breish", "casares", "ava")
DETAILS = ("tracks", "cards", "galaxies", "full")


def seated(table: str, detail: str, random: Random) -> Players:
    """A table with leaders and stations every other time."""
    lines = [f"set detail {detail}", *TABLES[table]]
    if random.random() < 0.5:
        humans = [line.split()[1] for line in TABLES[table] if "automa" not in line]
        chosen = random.sample(LEADERS, len(humans))
        lines += ["set modules.leaders true", "set modules.stations true"]
        lines += [
            f"set {seat}.leader {leader}" for seat, leader in zip(humans, chosen, strict=True)
        ]
    return Players(random, *lines, "start")


def check_state(state: State) -> None:
    """Tokens within their tracks, cubes that add up, an order that names everybody once."""
    assert sorted(state.order) == sorted(state.seats)
    for seat, player in state.players.items():
        assert 20 <= player.consumption <= 100
        assert player.energy >= 0
        assert player.automa or player.bonus_cards <= 4
        assert all(1 <= reach <= 3 for reach in player.reach)
        if player.gems is not None:
            assert min(player.gems.values()) >= 0
        if player.slots is not None and not player.automa:
            cards = [*(player.hand or ()), *(card for pile in player.slots for card in pile)]
            own = [card for card in STARTING if card.startswith(seat)]
            assert sorted(cards) == sorted((*own, *player.owned))
        for galaxy in (state.galaxies or {}).values():
            assert galaxy.colonies[seat] >= 0
            assert galaxy.unplaced(seat) >= 0
    owned = Counter(card for player in state.players.values() for card in player.owned)
    assert all(n == 1 for n in owned.values())
    assert set(owned) <= set(AI_CARDS)


def check_change(change: Revision) -> None:
    """A level never falls, the throne stays, and cubes come and go one line at a time."""
    before, after = change.step.before, change.state
    if not before.round:
        return
    for seat, player in after.players.items():
        was = before.players[seat]
        assert player.level >= was.level
        assert set(was.dark) <= set(player.dark)
        assert player.board_cubes - was.board_cubes == len(player.upgrades) - len(was.upgrades)
        came = (after.cubes(seat) or 0) - (before.cubes(seat) or 0)
        assert -2 <= came <= 3
        if came < 0:
            assert change.step.line.split()[0] in ("score", "choose")
    assert before.throne in (None, after.throne)
    assert after.round - before.round in (0, 1)


@pytest.mark.parametrize(("table", "detail"), [*product(TABLES, DETAILS)])
@pytest.mark.parametrize("seed", range(SOAK))
def test_a_whole_game_keeps_the_laws(table: str, detail: str, seed: int) -> None:
    players = seated(table, detail, Random(f"{table} {detail} {seed}"))
    players.play()

    assert players.state.outcome
    assert set(players.state.outcome.winners) <= set(players.state.seats)
    for change in players.table.history:
        if change.state.round:
            check_state(change.state)
        check_change(change)


@pytest.mark.parametrize(("table", "detail"), [("three", "galaxies"), ("automa", "cards")])
def test_every_way_back_is_exact(table: str, detail: str) -> None:
    players = seated(table, detail, Random(4))
    start = without_revision(players.table.document)
    begun = len(players.lines)
    players.play(most=4)

    check_every_way_back(players.table, start, len(players.lines) - begun)


@pytest.mark.parametrize("detail", DETAILS)
def test_whatever_is_refused_changes_nothing(detail: str) -> None:
    """Lines that were taken are said again at another time, and with a word changed."""
    random = Random(detail)
    players = seated("three", detail, random)
    players.play(most=5)
    words = [word for line in players.lines for word in line.split()]
    table = Match(GAME, MemoryJournal())
    for line in players.lines:
        table.take(line)
        for _ in range(3):
            strange = random.choice(players.lines).split()
            strange[random.randrange(len(strange))] = random.choice(words)
            check_refusal(table, " ".join(strange))


def check_refusal(table: Match, line: str) -> None:
    before = table.document
    try:
        table.take(line)
    except CompanionError:
        assert table.document == before
    else:
        table.submit("undo")
        assert without_revision(table.document) == without_revision(before)
