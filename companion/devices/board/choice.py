"""Chooses the board: the profile that was asked for, on real or simulated parts, or none."""

from dataclasses import dataclass

from companion.devices.board import profile
from companion.devices.board.parts import Profile
from companion.i18n.message import Message, say


@dataclass(frozen=True, slots=True)
class Board:
    """Which parts there are, really or in software, and what people are told about it."""

    profile: Profile | None
    simulated: bool
    announcement: Message


def choose_board(name: str | None, model: str | None, safe: bool) -> Board:
    """The board that was asked for; on any computer but a Pi, the same in software."""
    if safe:
        told = say("Started without any part: no reader, no button, no screen.")
        return Board(None, simulated=False, announcement=told)
    parts = profile.load(name or (profile.DEFAULT if model else "simulator"))
    if parts.simulated:
        return Board(
            parts, simulated=True, announcement=say("The parts of this table are simulated.")
        )
    if model is None:
        told = say("This is not a Raspberry Pi: the parts of this table are simulated.")
        return Board(parts, simulated=True, announcement=told)
    return Board(parts, simulated=False, announcement=say("This is a {model}.", model=model))
