"""A game whose state itself says who sits there, how far it has come, and how it ended."""

from typing import Protocol, TypeVar

from companion.games.contract import Game
from companion.games.shared.rules import Evolves
from companion.games.taps import TapHandler


class Staged(Protocol):
    """What the state of such a game has, beside whatever else."""

    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def round(self) -> int: ...
    @property
    def stage(self) -> str: ...
    @property
    def outcome(self) -> object | None: ...


State = TypeVar("State", bound=Staged)
Input = TypeVar("Input")
Event = TypeVar("Event", bound=Evolves)


class StagedGame(Game[State, Input, Event]):
    """Its events know the state after them; nothing of it need be looked up in a document.

    What else a game says are functions of its own folders. Each is named in the class, as in
    ``decide = staticmethod(decide)``.
    """

    tap_handler_type: type[TapHandler] = TapHandler

    def __init__(self) -> None:
        self._tap_handler = self.tap_handler_type(self)

    @property
    def tap_handler(self) -> TapHandler:
        return self._tap_handler

    def evolve(self, state: State, event: Event) -> State:
        after: State = event.after(state)
        return after

    def seated(self, state: State) -> tuple[str, ...]:
        return state.seats

    def round_of(self, state: State) -> int:
        return state.round

    def stage_of(self, state: State) -> str:
        return state.stage

    def over(self, state: State) -> bool:
        return state.outcome is not None
