"""Numbers with the mark of what nobody has verified, wherever they are said."""

from companion.games.daybreak.model.state import State

MARK = "*"


def marked(state: State, number: int | str, *paths: str) -> str:
    """A number, with a mark behind it where it rests on something that nobody verified."""
    return f"{number}{MARK}" if rests_on_standin(state, *paths) else str(number)


def rests_on_standin(state: State, *paths: str) -> bool:
    """Is one of these, or something below one of these, a stand-in?"""
    below = tuple(f"{path}." for path in paths)
    return any(known in paths or known.startswith(below) for known in state.standins)


def carbon_paths(seat: str) -> tuple[str, str]:
    """What a power's carbon is counted from."""
    return f"powers.{seat}.dirty", f"powers.{seat}.emissions"


def everybodys(state: State, number: int | str) -> str:
    """A number that rests on what every power emits."""
    paths = (path for seat in state.seats for path in carbon_paths(seat))
    return marked(state, number, *paths)
