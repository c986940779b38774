"""Every kind of event of Náufragos happens in some example, and can be told."""

from pathlib import Path

from companion.games import game
from companion.games.naufragos.model.camp_events import PawnPlaced
from companion.match.script import read_script
from tests.support.devices.simulated_controller import GOLDEN

SCRIPTS = Path(__file__).parents[2] / "scripts" / "naufragos"
NAUFRAGOS = game("naufragos")


def test_every_kind_of_event_is_in_an_example() -> None:
    files = (*SCRIPTS.glob("*.table"), *GOLDEN.glob("naufragos_*.table"))
    happened = {
        type(event).__name__ for file in files for _, event in read_script(file).play().happened()
    }

    assert NAUFRAGOS.events.keys() - happened == set()


def test_a_journal_may_hold_an_event_of_an_older_version() -> None:
    """What a field was before there was another: its default says."""
    assert PawnPlaced("red", "wood", 0) == PawnPlaced("red", "wood", 0, None, False)
