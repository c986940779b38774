"""Actions: what people can do, said once above the rule that carries it out.

What is possible has one source, ``legal``: phones, taps, the check of a line and tests read it.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import Any, TypeVar

from companion.errors import Refusal
from companion.games.declared.fields import must_be_said
from companion.games.shared.events import Event
from companion.i18n.message import Message, say

State = TypeVar("State")
Rule = Generator[Event, State, Any]
"""A rule yields events, and is sent the state after each."""
Options = Callable[..., Iterable[object]]
"""What a word of the line can be now: from the state, and the words before it if it asks for
them."""
Condition = Callable[[Any], Message | None]
Rules = TypeVar("Rules", bound=Callable[..., Any])
BLANK = re.compile(r"{(\w+)}")
MARK = "declared_action"


@dataclass(frozen=True, slots=True)
class Action:
    line: str
    label: Message
    rule: Callable[..., Any]
    options: Mapping[str, Options]
    stage: str | None
    """The only stage in which it is possible."""
    when: Condition | None
    mode: str
    """The button that is pressed with a tap for it."""
    die: str
    """The die whose throw it is."""
    words: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        must_be_said(self.label)
        object.__setattr__(self, "words", tuple(self.line.split()))
        if (blanks := BLANK.findall(self.line)) != list(self.options):
            raise TypeError(
                f"{self.rule.__qualname__}: “{self.line}” has the blanks {blanks}, "
                f"and options are given for {list(self.options)}, in this order"
            )


@dataclass(frozen=True, slots=True)
class Act:
    """An action with its words filled in."""

    action: Action
    values: tuple[str, ...] = ()

    @property
    def named(self) -> dict[str, str]:
        return dict(zip(self.action.options, self.values, strict=True))

    @property
    def line(self) -> str:
        return BLANK.sub(lambda blank: self.named[blank[1]], self.action.line)


def action(
    line: str,
    label: Message,
    *,
    stage: str | None = None,
    when: Condition | None = None,
    mode: str = "",
    die: str = "",
    **options: Options,
) -> Callable[[Rules], Rules]:
    """Declares an action above the rule that carries it out.

    ``line`` is how a table script says it, with a blank for each of the ``options``; ``label`` is
    what people read. ``stage`` and ``when`` say until when it is not possible, and why.
    """

    def declared(rule: Rules) -> Rules:
        setattr(rule, MARK, Action(line, label, rule, options, stage, when, mode, die))
        return rule

    return declared


def actions_of(game: type) -> tuple[Action, ...]:
    """In the order of the class; what it derives from comes first."""
    found = {
        name: getattr(value, MARK)
        for kind in reversed(game.__mro__)
        for name, value in vars(kind).items()
        if hasattr(value, MARK)
    }
    return tuple(found.values())


def read_act(actions: Iterable[Action], words: list[str]) -> Act | None:
    """The action that these words mean, whether it is possible or not."""
    for each in actions:
        if len(words) == len(each.words):
            pairs = list(zip(each.words, words, strict=True))
            if all(BLANK.fullmatch(pattern) or pattern == word for pattern, word in pairs):
                return Act(each, tuple(word for pattern, word in pairs if BLANK.fullmatch(pattern)))
    return None


def legal(actions: Iterable[Action], state: Any) -> Iterator[Act]:
    """Everything that is possible now."""
    for each in actions:
        if is_due(each, state):
            yield from (Act(each, values) for values in filled(each, state, ()))


def is_due(what: Action, state: Any) -> bool:
    """May something of this kind be done now?"""
    in_stage = what.stage is None or state.stage == what.stage
    return in_stage and not (what.when and what.when(state))


def filled(what: Action, state: Any, before: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if len(before) == len(what.options):
        yield before
        return
    for value in options_at(what, state, before):
        yield from filled(what, state, (*before, value))


def options_at(what: Action, state: Any, before: tuple[str, ...]) -> tuple[str, ...]:
    """What the next word can be, after these."""
    options = list(what.options.values())[len(before)]
    taken = min(len(signature(options).parameters) - 1, len(before))
    return tuple(map(str, options(state, *before[:taken])))


def check(act: Act, state: Any) -> None:
    """``Refusal`` where an action is not possible now."""
    what = act.action
    if what.stage is not None and state.stage != what.stage:
        raise Refusal("not_your_stage", say("That cannot be done now."))
    if why := what.when and what.when(state):
        raise Refusal("not_possible", why)
    for at, value in enumerate(act.values):
        if value not in options_at(what, state, act.values[:at]):
            raise Refusal("not_possible", say("This is not possible now."))
