"""A panel with somebody in front of it."""

from typing import Any

from companion.clock import Clock
from companion.devices.board.parts import Profile
from companion.devices.panel.panel import Panel, PanelEvent, PartBack, PartLost


class Match:
    def __init__(self, board: Profile, clock: Clock, pin_factory: Any) -> None:
        self.board = board
        self.clock = clock
        self.events: list[PanelEvent] = []
        self.panel = Panel(board, self.events.append, clock, pin_factory)

    @property
    def lost(self) -> list[str]:
        """The parts that cannot be used now, as far as the panel has told."""
        parts: dict[str, None] = {}
        for event in self.events:
            if isinstance(event, PartLost):
                parts[event.part] = None
            elif isinstance(event, PartBack):
                del parts[event.part]
        return list(parts)

    def wait(self, seconds: float) -> None:
        """Lets time pass; the panel wakes up when it said that something is due, and not else."""
        until = self.clock.now() + seconds
        while (due := self.panel.step()) is not None and due <= until:
            self.clock.sleep(max(0.0, due - self.clock.now()))
        self.clock.sleep(max(0.0, until - self.clock.now()))
        self.panel.step()
