"""What UNDO and REDO would do at a table, as phones are told."""

from companion.message import Message
from companion.table.table import Table


def undo_label(table: Table) -> Message | None:
    step = table.history[-1].undoes
    return step.label if step else None


def redo_label(table: Table) -> Message | None:
    step = table.history[-1].redoes
    return step.label if step else None
