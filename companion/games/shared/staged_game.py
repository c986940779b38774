"""A game of seats, rounds and stages, put together from modules with the same names in every game.

Whoever derives from ``StagedGame`` writes into the class what is special. The rest is found in the
package in which the class stands, under the names that the tables below agree on: at the left what
it is to the game, at the right the module and the name in it. What the class says itself is never
looked up; for an optional module that is not there the game has the default of ``Game``. A module
without the name that belongs in it, or a required one that is missing, is an ``ImportError`` as
soon as the class is made. Icons are in ``icons.toml``, see ``Icons``,
and illustrations in ``art.toml``, see ``Art``.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from companion.games.capabilities import (
    ANYBODY,
    Box,
    CardGuide,
    Document,
    Fact,
    Odds,
    Recap,
    Teaching,
    Viewer,
)
from companion.games.contract import Game
from companion.games.shared.events import event_kinds
from companion.games.shared.icons import Art, Icons
from companion.games.shared.inputs import OpenBox, TellCard
from companion.games.shared.rules import Evolves
from companion.games.taps import TapHandler
from companion.i18n.message import Message

Names = Mapping[str, str]

REQUIRED: Names = {
    "blank": "model.state.State",  # made without arguments
    "events": "model.events.Event",  # all that derive from it, there and in model/*_events.py
    "read": "model.inputs.read",
    "decide": "rules.decisions.decide",
    "view": "rules.document.document",
    "label": "text.inputs.label",
    "tell": "text.events.tell",
}
OPTIONAL: Names = {
    "box": "model.box.build",  # what it opens
    "layout": "taps.layout.LAYOUT",
    "tap_handler_type": "taps.taps.Taps",
    "proposals": "taps.proposals.proposals",
    "guide": "text.instructions.guide",
    "glance": "text.instructions.glance",
    "laid_out": "text.laid_out.laid_out",
    "aloud": "text.aloud.aloud",
    "initials": "text.aloud.INITIALS",
    "strikes": "text.aloud.strikes",
    "pages": "oled.pages.pages",
    "page": "oled.pages.page",
    "now_page": "oled.pages.now",
    "phone": "phone.Page",
}
ODDS: Names = {
    "cache_key": "odds.document.odds_cache_key",
    "document": "odds.document.odds_document",
    "more": "odds.document.more_document",
    "chance": "odds.text.main_chance",
    "describe": "odds.text.describe_outlook",
}
RECAP: Names = {
    "story": "recap.tell_story",
    "document": "recap.story_document",
    "describe": "recap.describe_story",
    "draw": "chart.draw_story",
    "panels": "chart.draw_panels",
}
TEACHING: Names = {"lesson": "text.tutorial.lesson", "glossary": "text.tutorial.GLOSSARY"}
CARDS: Names = {
    "type": "model.card.Card",
    "check": "model.card_checks.check_card",
    "fresh": "model.card_checks.fresh_card",
    "moved": "model.cards_moved.cards_moved",
    "kinds": "text.cards.KINDS",
    "describe": "text.cards.describe",
    "rules": "text.card_fields.CARD_BLANKS",
    "face": "text.faces.face",
}


class Staged(Protocol):
    """What the state of such a game has, beside whatever else."""

    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def round(self) -> int: ...
    @property
    def stage(self) -> str: ...
    @property
    def outcome(self) -> object | None: ...


State = TypeVar("State", bound=Staged)
Input = TypeVar("Input")
Event = TypeVar("Event", bound=Evolves)


class StagedGame(Game[State, Input, Event]):
    """A game whose state itself says who sits there, how far it has come, and how it ended.

    Its events know the state after them.
    """

    tap_handler_type: type[TapHandler] = TapHandler

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = cls.__mro__[: cls.__mro__.index(StagedGame)]
        said = {name for each in own for name in vars(each)}
        for name, value in found_for(cls.__module__, said):
            setattr(cls, name, staticmethod(value) if callable(value) else value)

    if TYPE_CHECKING:  # found by name, see above

        def read(self, line: str) -> Input: ...
        def decide(self, state: State, given: Input) -> tuple[Event, ...]: ...
        def view(self, state: State, viewer: Viewer = ANYBODY) -> Document: ...
        def label(self, state: State, given: Input) -> Message: ...
        def tell(self, state: State, event: Event) -> Message | None: ...

    def __init__(self) -> None:
        self._tap_handler = self.tap_handler_type(self)

    @property
    def tap_handler(self) -> TapHandler:
        return self._tap_handler

    def evolve(self, state: State, event: Event) -> State:
        after: State = event.after(state)
        return after

    def seated(self, state: State) -> tuple[str, ...]:
        return state.seats

    def round_of(self, state: State) -> int:
        return state.round

    def stage_of(self, state: State) -> str:
        return state.stage

    def over(self, state: State) -> bool:
        return state.outcome is not None


def card_guide(package: str, **special: Any) -> CardGuide:
    """How the cards of the game in this package are read and told: what is special, and the rest
    by its name."""
    usual = found(package, CARDS, special)
    return CardGuide(
        **{"in_force": lambda state: state.cards, "tell": TellCard, **usual, **special}
    )


def found_for(package: str, said: Container[str]) -> Iterator[tuple[str, Any]]:
    """What the modules of a package say of a game, beside what its class has said."""
    there = found(package, REQUIRED, said)
    for name, at in REQUIRED.items():
        if name not in said and name not in there:
            raise ImportError(f"{package} has no module for {at}")
    for name, value in (there | found(package, OPTIONAL, said)).items():
        yield name, MADE_OF[name](package, value) if name in MADE_OF else value
    for name, (parts, made) in OBJECTS.items():
        if name not in said and (known := found(package, parts)):
            yield name, made(**known)
    for name, data in (("icons", Icons), ("art", Art)):
        if name not in said:
            yield name, data(package)


def found(package: str, names: Names, said: Container[str] = ()) -> dict[str, Any]:
    """What stands under these names, without what was said and what has no module."""
    wanted = ((name, *at.rpartition(".")) for name, at in names.items() if name not in said)
    modules = ((name, module_of(package, module), thing) for name, module, _, thing in wanted)
    return {name: member(module, thing) for name, module, thing in modules if module}


def module_of(package: str, name: str) -> ModuleType | None:
    """A module of the package; None if it has none of this name."""
    try:
        return import_module(f"{package}.{name}")
    except ModuleNotFoundError as error:
        if f"{package}.{name}.".startswith(f"{error.name}."):
            return None
        raise  # it is there, and imports something that is not


def member(module: ModuleType, name: str) -> Any:
    try:
        return getattr(module, name)
    except AttributeError:
        raise ImportError(f"{module.__name__} has no {name}") from None


def all_events(package: str, root: type) -> Mapping[str, type]:
    beside = iter_modules(import_module(f"{package}.model").__path__)
    names = ("events", *sorted(each.name for each in beside if each.name.endswith("_events")))
    return event_kinds(root, *(import_module(f"{package}.model.{name}") for name in names))


def opened_by(package: str, build: Callable[[str, Mapping[str, Fact]], Any]) -> Box:
    """A box whose facts this function makes a thing of; the cards come with it."""
    return Box(lambda box, facts, cards: OpenBox(build(box, facts), cards))


MADE_OF: Mapping[str, Callable[[str, Any], Any]] = {
    "blank": lambda package, state: state(),
    "events": all_events,
    "box": opened_by,
}
"""What is not taken as it is found, but made of it."""
OBJECTS: Mapping[str, tuple[Names, Callable[..., Any]]] = {
    "odds": (ODDS, Odds),
    "recap": (RECAP, Recap),
    "teaching": (TEACHING, Teaching),
}
"""Objects of a game that are put together from several modules or names."""
