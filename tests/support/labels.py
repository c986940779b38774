"""What UNDO and REDO would do at a table, as phones are told."""

from companion.i18n.message import Message
from companion.match.match import Match


def undo_label(table: Match) -> Message | None:
    step = table.history[-1].undoes
    return step.label if step else None


def redo_label(table: Match) -> Message | None:
    step = table.history[-1].redoes
    return step.label if step else None
