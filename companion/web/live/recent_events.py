"""What has happened, for people: the last steps in words, and how each round ended.

Everything is read from the revisions up to one of them, so a page never mixes two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games import Document, Viewer, several
from companion.i18n.message import Message
from companion.match.match import Revision, Step
from companion.match.writer import MatchWriter
from companion.web.security.hidden_information import hidden, refuse_to_foresee, unforeseen


@dataclass(frozen=True, slots=True)
class Happening:
    """One revision in words."""

    revision: int
    kind: str
    label: Message
    told: tuple[Message, ...]
    at: str


def happening(change: Revision, now: Any, viewer: Viewer) -> Happening:
    """What this viewer may know of a revision when the game stands so."""
    hidden = change.kind == "undo" or change.step.redact(now, viewer)
    told = () if hidden else tuple(change.step.told)
    label = change.label_for(now, viewer)
    return Happening(change.revision, change.kind, label, told, change.at)


def preview(writer: MatchWriter, change: Revision, line: str, viewer: Viewer) -> Step:
    """What a line would do now; nothing is kept. It is refused as the line itself would be."""
    if hidden(change, line, viewer):
        raise unforeseen()
    game = change.step.game
    events = several.decide(game, change.state, line)
    after = several.state_after(game, change.state, events)
    step = Step(game, line, change.state, after, events)
    refuse_to_foresee(writer, change, step, viewer)
    return step


class Rounds:
    """How each round of a game ended; a round is worked out once, however often it is asked for."""

    def __init__(self, writer: MatchWriter) -> None:
        self._writer = writer
        self._ended: dict[int, tuple[Document, ...]] = {}

    def until(self, revision: int) -> list[Document]:
        """The last document of each round, and of the one that is being played."""
        history = self._writer.match.history
        turns = [input for input in history.branch(revision) if input in history.turns]
        found = [document for input in turns for document in self._ended_by(input)]
        newest = history[revision - 1]
        return [*found, newest.step.game.view(newest.state)]

    def _ended_by(self, input: int) -> tuple[Document, ...]:
        if input not in self._ended:
            ended = self._writer.match.history.step(input).ended_rounds
            self._ended[input] = tuple(document for document in ended if document["round"])
        return self._ended[input]


def steps_of_round(writer: MatchWriter, revision: int, round: int) -> Iterator[Step]:
    """What was done in a round and not taken back, at a revision."""
    history, game = writer.match.history, writer.match.game
    now = game.round_of(history[0].state)
    # The first step opens the game: there is nothing to look at before it.
    for input in history.branch(revision)[1:]:
        if input in history.turns:
            now = game.round_of(history.step(input).after)
        if now == round:
            yield history.step(input)


def newest(writer: MatchWriter, revision: int, many: int, viewer: Viewer) -> Sequence[Happening]:
    """The last things that happened, the newest first."""
    changes = writer.match.history[max(0, revision - many) : revision]
    now = writer.match.history[revision - 1].state
    return [happening(change, now, viewer) for change in reversed(changes)]
