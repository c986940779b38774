"""A game in declarations: numbers, states and actions are said once; everything else follows.

The state is a dataclass whose fields are ``counter(…)`` and ``states(…)``. The game is a class with
stages, endings, and a generator for each action. Lines, labels, what is offered and refused,
corrections, pages, tags, the wall and the story are made of these.
"""

from companion.games.declared.actions import Rule, action
from companion.games.declared.events import (
    Changed,
    Ended,
    Seated,
    StageBegan,
    add,
    change,
    next_seat,
    to_stage,
)
from companion.games.declared.fields import TableState, counter, states
from companion.games.declared.game import DeclaredGame, Ending, Stage
from companion.i18n.message import Message, count, say

__all__ = [
    "Changed",
    "DeclaredGame",
    "Ended",
    "Ending",
    "Message",
    "Rule",
    "Seated",
    "Stage",
    "StageBegan",
    "TableState",
    "action",
    "add",
    "change",
    "count",
    "counter",
    "next_seat",
    "say",
    "states",
    "to_stage",
]
