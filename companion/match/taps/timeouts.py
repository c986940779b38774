"""How long a table waits for people."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things last, in seconds."""

    prompt: float = 15.0
    """A tap that waits for another, or a question about one. Who is in the midst of something,
    such as paying, has all the time in the world."""
    notice: float = 5.0
    """A line that says why not."""
    roll: float = 1.2
    """A die that is rolling."""
    glance: float = 0.4
    """What has not been shown for so long is not confirmed: that press was for something else."""
