"""What is somebody else's secret: no phone lifts it by looking ahead, and no seat changes it.

A game says by ``redact`` what is a secret to whom; one without any pays nothing for this.
"""

from companion.errors import Refusal
from companion.games import Viewer
from companion.i18n.message import say
from companion.match.match import Revision, Step, is_secret
from companion.match.writer import MatchWriter


def refuse_secret_of_another(now: Revision, line: str, viewer: Viewer) -> None:
    """A seat plans for itself, and takes back what is its own; the host may help everybody."""
    if viewer.role == "seat" and hidden(now, line, viewer):
        raise Refusal("secret", say("This is somebody else's secret: only they may change it."))


def refuse_to_foresee(writer: MatchWriter, now: Revision, step: Step, viewer: Viewer) -> None:
    """What everybody learns together is learnt by doing it, not by asking what it would do."""
    if step.game.secretive and any(
        earlier.step.redact(now.state, viewer) and not earlier.step.redact(step.after, viewer)
        for earlier in writer.match.history[: now.revision]
    ):
        raise unforeseen()


def unforeseen() -> Refusal:
    return Refusal("secret", say("That is a secret: nobody sees beforehand what comes of it."))


def hidden(now: Revision, line: str, viewer: Viewer) -> bool:
    """Would this line do, undo or redo what the viewer may not know?"""
    match line.split():
        case ["undo" | "redo" as word]:
            step = now.undoes if word == "undo" else now.redoes
            return step is not None and step.redact(now.state, viewer) is not None
    return is_secret(now.step.game, now.state, line, viewer)
