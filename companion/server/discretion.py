"""What is somebody else's secret: no phone lifts it by looking ahead, and no seat changes it.

A game says by ``veil`` what is a secret to whom; one without any pays nothing for this.
"""

from companion.errors import Refusal
from companion.games import Viewer
from companion.message import say
from companion.table.clerk import Clerk
from companion.table.table import Change, Step, is_secret


def refuse_secret_of_another(now: Change, line: str, viewer: Viewer) -> None:
    """A seat plans for itself, and takes back what is its own; the host may help everybody."""
    if viewer.role == "seat" and hidden(now, line, viewer):
        raise Refusal("secret", say("This is somebody else's secret: only they may change it."))


def refuse_to_foresee(clerk: Clerk, now: Change, step: Step, viewer: Viewer) -> None:
    """What everybody learns together is learnt by doing it, not by asking what it would do."""
    if step.game.secretive and any(
        earlier.step.veil(now.state, viewer) and not earlier.step.veil(step.after, viewer)
        for earlier in clerk.table.history[: now.revision]
    ):
        raise unforeseen()


def unforeseen() -> Refusal:
    return Refusal("secret", say("That is a secret: nobody sees beforehand what comes of it."))


def hidden(now: Change, line: str, viewer: Viewer) -> bool:
    """Would this line do, undo or redo what the viewer may not know?"""
    match line.split():
        case ["undo" | "redo" as word]:
            step = now.undoes if word == "undo" else now.redoes
            return step is not None and step.veil(now.state, viewer) is not None
    return is_secret(now.step.game, now.state, line, viewer)
