"""The virtual screen shows whole pictures, however slowly they are sent."""

from collections.abc import Callable

from companion.clock import VirtualClock
from companion.devices.board import profile
from companion.devices.simulator.board import SimulatedTabletop
from companion.devices.simulator.typed_input import Keyboard
from companion.devices.simulator.virtual_table import MAX_QUIET_WAITS, SimulatedBoard
from companion.games import game
from companion.match.match import Match
from companion.match.taps.prompts import Prompt
from companion.match.taps.tags import Tags
from companion.storage.journal import MemoryJournal


class Sending(VirtualClock):
    """While somebody waits, a driver sends a little more of its picture."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[Callable[[], None]] = []

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.pieces:
            self.pieces.pop(0)()


def shown_while(pieces: int) -> tuple[SimulatedBoard, Sending, str]:
    clock = Sending()
    table = SimulatedTabletop(profile.load("simulator"), clock)
    current = Match(game("daybreak"), MemoryJournal()).history[-1]
    board = SimulatedBoard(table, Keyboard(table, lambda: current, Tags()), lambda: Prompt(()))
    before = board.look().screen
    table.bus.bytes += 1

    def piece() -> None:
        table.bus.bytes += 1

    clock.pieces = [piece] * pieces
    return board, clock, before


def test_a_picture_that_is_being_sent_is_waited_for() -> None:
    board, clock, _ = shown_while(3)

    board.look()

    assert clock.pieces == []


def test_who_looks_does_not_wait_for_ever() -> None:
    board, clock, before = shown_while(1000)

    assert board.look().screen == before
    assert len(clock.pieces) == 1000 - MAX_QUIET_WAITS
