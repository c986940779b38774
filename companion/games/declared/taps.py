"""Taps, buttons and dice of a declared game: they mean the actions that are possible."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.errors import Refusal
from companion.games.declared.actions import Act
from companion.games.declared.fields import Counter, declared_in
from companion.games.display import Choice
from companion.games.taps import Do, Gesture, TapHandler, Thing, Throw, Wait
from companion.i18n.message import Message, say

if TYPE_CHECKING:
    from companion.games.declared.game import DeclaredGame

LIGHTS = 8
NEXT = "next"


class DeclaredTaps(TapHandler):
    """A tag is a word of an action; a mode's button says which action it is meant for."""

    def __init__(self, game: "DeclaredGame[Any]") -> None:
        super().__init__(game)
        self._declared = game

    def thing(self, state: Any, text: str) -> Thing | None:
        return Thing("card", text) if text in self._declared.tags else super().thing(state, text)

    def name(self, state: Any, thing: Thing) -> Message:
        return self._declared.names.get(thing.name) or super().name(state, thing)

    def deck(self, state: Any) -> Sequence[str]:
        return tuple(self._declared.tags)

    def choice(self, state: Any, act: Act) -> Choice:
        label = self._declared.filled(act.action.label, state, **act.named)
        return Choice(act.line, label)

    def meaning(self, state: Any, gesture: Gesture) -> Do | Wait:
        if not state.round:
            return super().meaning(state, gesture)
        said = tuple(thing.name for thing in gesture.things)
        fitting = [act for act in self._declared.legal(state) if act.values[: len(said)] == said]
        meant = [act for act in fitting if act.action.mode == gesture.mode]
        whole = [act for act in meant if act.values == said]
        if len(whole) == 1:
            return Do(whole[0].line)
        if found := meant or ([] if gesture.mode else fitting):
            choices = tuple(self.choice(state, act) for act in found)
            return Wait(
                say("What with {thing}?", thing=self.named(state, gesture)), gesture, "", choices
            )
        words = say("{thing}: nothing can be done with it now.", thing=self.named(state, gesture))
        raise Refusal("not_possible", words)

    def named(self, state: Any, gesture: Gesture) -> Message:
        return self.name(state, gesture.things[-1])

    def seats_and_start(self, state: Any) -> tuple[Choice, ...]:
        """What can be chosen before the game starts."""
        asked = super().question(state)
        return asked.choices if asked else ()

    def question(self, state: Any) -> Wait | None:
        """What must be chosen: there is no die to roll, and NEXT does not go on."""
        if not state.round:
            return super().question(state)
        if self.due(state):
            return None
        choices = self._declared.legal_actions(state)
        return Wait(self._declared.guide(state)[0], choices=tuple(choices)) if choices else None

    def next(self, state: Any) -> Do | Wait:
        return Do("next" if state.round else "start")

    def throw(self, state: Any, die: str) -> Throw | None:
        acts = [act for act in self._declared.legal(state) if act.action.die == die]
        faces = tuple(Choice(act.values[0], act.values[0]) for act in acts)
        return Throw(die, faces) if faces else None

    def due(self, state: Any) -> str:
        if not state.round:
            return super().due(state)
        for act in self._declared.legal(state):
            if act.action.die:
                return f"die:{act.action.die}"
            if act.line == NEXT:
                return NEXT
        return ""

    def level(self, state: Any) -> int:
        """How far the counter has come that is the headline."""
        for name, what in declared_in(state).items():
            if isinstance(what, Counter) and what.headline:
                value: int = getattr(state, name)
                return LIGHTS * (value - what.least) // (what.most - what.least)
        return 0
